import BoardProfile
import ControlAPI

/// What can be learnt from focusd, and from its profile, by commands that go on
/// without.
enum Reach {
  struct Answer {
    var client: ControlClient
    var status: ControlStatus
  }

  /// Asks focusd, for a few seconds: behind a socket unit that cannot start it
  /// nobody answers.
  static func status(_ socket: String) throws(ControlClientError) -> Answer {
    let client = try ControlClient(path: socket)
    client.setPatience(seconds: 5)
    return Answer(client: client, status: try client.status())
  }

  /// The board's profile as focusd finds it, or what is wrong.
  ///
  /// - Parameter path: nil where nobody named one.
  static func profile(_ path: String?) -> Result<LoadedProfile, ProfileFailure> {
    do throws(ProfileFailure) {
      return .success(try ProfileSource(path: path).load())
    } catch {
      return .failure(error)
    }
  }
}
