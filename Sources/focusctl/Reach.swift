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

  /// The board's profile, or what is wrong with it.
  static func profile(_ path: String) -> (profile: BoardProfile?, error: String) {
    do throws(ProfileError) {
      return (try BoardProfile.load(path: path), "")
    } catch {
      return (nil, "\(error)")
    }
  }
}
