import BoardProfile
import ControlAPI

/// The profile that focusd goes by, and how to read it again.
final class ProfileInForce {
  private(set) var current: BoardProfile
  private let load: () throws -> BoardProfile
  /// The parts that are heeded at a start only, by their names in the profile.
  private let atStart: BoardProfile

  init(_ profile: BoardProfile, load: @escaping () throws -> BoardProfile) {
    current = profile
    atStart = profile
    self.load = load
  }

  /// Reads it again. The roles are in force at once, anything else after a restart.
  func reload() throws(ReloadFailure) -> ReloadReport {
    let new: BoardProfile
    do {
      new = try load()
    } catch {
      throw ReloadFailure("\(error)")
    }
    let applied = new.roles == current.roles ? [] : ["roles"]
    current = new
    return ReloadReport(applied: applied, needsRestart: new.differences(from: atStart))
  }
}
