import BoardProfile
import LinuxIO

/// The profile that focusd goes by, and where it is read again.
///
/// Control thread only.
final class ProfileInForce {
  private(set) var loaded: LoadedProfile
  private let source: ProfileSource

  init(_ loaded: LoadedProfile, from source: ProfileSource) {
    self.loaded = loaded
    self.source = source
  }

  var current: BoardProfile { loaded.profile }

  /// Reads it again. One that is wrong, or that only a restart takes, leaves
  /// the old one as it is.
  func reload() throws(ProfileFailure) -> ProfileReload {
    let reload = try source.reload(loaded)
    if case .apply(let new, _) = reload { loaded = new }
    return reload
  }
}

/// What the log says of profiles.
enum ProfileLog {
  static func tell(_ loaded: LoadedProfile) {
    for leftOut in loaded.leftOut {
      for error in leftOut.errors { Log.error("\(error)") }
      Log.error("\(leftOut.path) is left out: it is wrong")
    }
    Log.notice("board profile \(loaded.file): \(loaded.reason)")
    for file in loaded.files where file != loaded.file { Log.notice("with \(file)") }
  }

  static func tell(_ failure: ProfileFailure) {
    for error in failure.errors { Log.error("\(error)") }
  }

  static func tell(_ reload: ProfileReload) {
    switch reload {
    case .apply(_, let changes):
      for change in changes { Log.notice("\(change)") }
      Log.notice("the profile was reloaded, with \(changes.count) changes")
    case .restart(let changes):
      for change in changes { Log.warning("\(change)") }
      Log.warning("the profile was not reloaded: some of it needs a restart; the old one stays")
    }
  }
}
