/// One value that differs between two profiles.
public struct ProfileChange: Hashable, Sendable, CustomStringConvertible {
  /// As in `outputs[0].width`.
  public var path: String
  /// nil where only the new profile has it.
  public var old: String?
  /// nil where only the old profile had it.
  public var new: String?
  /// Of the new value, or of the old one where there is no new one.
  public var origin: ProfileValue.Origin
  /// Whether focusd takes it only at its start.
  public var needsRestart: Bool

  /// `path: old → new (file:line)`, and whether it takes a restart.
  public var description: String {
    let way = "\(old ?? "nothing") → \(new ?? "nothing")"
    return "\(path): \(way) (\(origin))\(needsRestart ? "; needs a restart" : "")"
  }

  /// What is different in `new`: no change of place or of file is one.
  public static func between(_ old: LoadedProfile, _ new: LoadedProfile) -> [ProfileChange] {
    between(old.values, new.values)
  }

  static func between(_ old: [ProfileValue], _ new: [ProfileValue]) -> [ProfileChange] {
    let before = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
    let after = Dictionary(new.map { ($0.path, $0) }) { first, _ in first }
    let changed = new.filter { before[$0.path]?.text != $0.text }.map { value in
      change(value, from: before[value.path]?.text, to: value.text)
    }
    let gone = old.filter { after[$0.path] == nil }.map { value in
      change(value, from: value.text, to: nil)
    }
    return changed + gone
  }

  private static func change(
    _ value: ProfileValue, from old: String?, to new: String?
  ) -> ProfileChange {
    ProfileChange(
      path: value.path, old: old, new: new, origin: value.origin,
      needsRestart: BoardProfile.field(of: value.path)?.needsRestart ?? true)
  }
}

/// What reading the profile again came to.
public enum ProfileReload: Sendable {
  /// To be put in force as a whole; the changes may be none.
  case apply(LoadedProfile, [ProfileChange])
  /// Something differs that only a start takes: nothing is put in force, so
  /// that no half of a profile ever is.
  case restart([ProfileChange])
}

extension ProfileSource {
  /// Reads the profile again, for a daemon that runs with `old`.
  ///
  /// Stricter than `load`, for somebody is there to see it: any file that would
  /// be left out is an error, unless it was left out before in the same way.
  ///
  /// - Throws: what is wrong; `old` stays in force.
  public func reload(_ old: LoadedProfile) throws(ProfileFailure) -> ProfileReload {
    let new = try load()
    let worse = new.leftOut.filter { !old.leftOut.contains($0) }
    guard worse.isEmpty else { throw ProfileFailure(worse.flatMap(\.errors)) }
    let changes = ProfileChange.between(old, new)
    return changes.contains(where: \.needsRestart) ? .restart(changes) : .apply(new, changes)
  }
}
