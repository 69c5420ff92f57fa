/// Where a machine's profile comes from: finds it, reads it, and says what of
/// it changed.
///
/// A path that is named, else the board's own file, else of the installed
/// profiles the one that fits the machine best (docs/profile.md).
public struct ProfileSource: Sendable {
  /// Stands before every path but a named one; for tests.
  private let root: String
  private let path: String?
  private let withDropIns: Bool

  /// - Parameters:
  ///   - path: the profile's file, where somebody named it.
  ///   - withDropIns: whether drop-ins are laid over it.
  public init(path: String? = nil, root: String = "", withDropIns: Bool = true) {
    self.path = path
    self.root = root
    self.withDropIns = withDropIns
  }

  /// Finds and reads the profile. What is wrong takes itself out and nothing
  /// else: `leftOut` of the result says so.
  ///
  /// - Throws: why there is no profile at all.
  public func load() throws(ProfileFailure) -> LoadedProfile {
    if let path { return try load(path: path, because: "it was named") }
    let own = root + BoardProfile.defaultPath
    if File.isThere(own) {
      return try load(path: own, because: "it is this board's own")
    }
    let machine: Machine
    let entries: [ProfileLibrary.Entry]
    do throws(ProfileError) {
      machine = try Machine.read(root: root)
      entries = try library.entries()
    } catch {
      throw ProfileFailure([error])
    }
    if let name = machine.parameter("focusd.board") { return try load(named: name, of: entries) }
    return try bestFit(machine, of: entries)
  }

  /// The files of the installed profiles and of all drop-ins for them, masked ones left out.
  public func installed() throws(ProfileFailure) -> [String] {
    var paths: [String] = []
    do throws(ProfileError) {
      for entry in try library.entries() {
        paths += [entry.path] + (try library.dropIns(of: entry.name))
      }
    } catch {
      throw ProfileFailure([error])
    }
    return paths
  }

  private var library: ProfileLibrary { ProfileLibrary(root: root) }

  private func load(
    path: String, because reason: String
  ) throws(ProfileFailure) -> LoadedProfile {
    try load(try ProfileFile(path: path), name: nil, because: reason)
  }

  private func load(
    _ file: ProfileFile, name: String?, because reason: String
  ) throws(ProfileFailure) -> LoadedProfile {
    var stack = try ProfileStack(file, name: name, in: library)
    let settled = try stack.settle(withDropIns: withDropIns)
    return LoadedProfile(
      profile: settled.profile, file: file.path, reason: reason, files: settled.files,
      leftOut: stack.leftOut.map { .init(path: $0.path, errors: $0.failure.errors) },
      values: ProfileValue.all(of: settled.tree))
  }

  private func load(
    named name: String, of entries: [ProfileLibrary.Entry]
  ) throws(ProfileFailure) -> LoadedProfile {
    let found = entries.filter { $0.name == name }
    let what = "kernel parameter focusd.board=\(name)"
    guard let entry = found.first, found.count == 1 else {
      let names = entries.map(\.name)
      let problem =
        found.isEmpty
        ? "there is no profile '\(name)'"
        : "'\(name)' is the name of " + found.map(\.path).joined(separator: " and ")
      let error = ProfileError(
        file: what, line: 0, column: 0, problem: problem, allowed: names.joined(separator: ", "))
      throw ProfileFailure([error])
    }
    return try load(try ProfileFile(path: entry.path), name: name, because: what)
  }

  private struct Candidate {
    let file: ProfileFile
    let name: String
    let fit: BoardMatch.Fit
    let match: BoardMatch
  }

  private func bestFit(
    _ machine: Machine, of entries: [ProfileLibrary.Entry]
  ) throws(ProfileFailure) -> LoadedProfile {
    var leftOut: [LoadedProfile.LeftOut] = []
    var candidates: [Candidate] = []
    for entry in entries {
      do throws(ProfileFailure) {
        let file = try ProfileFile(path: entry.path)
        let fits = file.match.compactMap { match in match.fit(machine).map { (match, $0) } }
        guard let best = fits.max(by: { $0.1 < $1.1 }) else { continue }
        candidates.append(
          Candidate(file: file, name: entry.name, fit: best.1, match: best.0))
      } catch {
        leftOut.append(.init(path: entry.path, errors: error.errors))
      }
    }
    while let best = candidates.max(by: { $0.fit < $1.fit }) {
      let tied = candidates.filter { $0.fit == best.fit }
      guard tied.count == 1 else { throw ProfileSource.tie(tied) }
      do throws(ProfileFailure) {
        var loaded = try load(best.file, name: best.name, because: best.match.words)
        loaded.leftOut = leftOut + loaded.leftOut
        return loaded
      } catch {
        leftOut.append(.init(path: best.file.path, errors: error.errors))
        candidates.removeAll { $0.file.path == best.file.path }
      }
    }
    let none = ProfileError(
      file: root + BoardProfile.defaultPath, line: 0, column: 0,
      problem: "it is not there, and no installed profile fits this machine; "
        + "'focusctl board probe' prints one to start from")
    throw ProfileFailure(leftOut.flatMap(\.errors) + [none])
  }

  private static func tie(_ candidates: [Candidate]) -> ProfileFailure {
    let paths = candidates.map(\.file.path).joined(separator: " and ")
    let what = candidates.first?.match.words ?? ""
    return ProfileFailure([
      ProfileError(
        file: candidates.first?.file.path ?? "", line: 0, column: 0, path: "match",
        problem: "\(paths) fit this machine equally well (\(what)): make one more specific, "
          + "mask one by a link to /dev/null, or choose by focusd.board=NAME on the kernel's "
          + "command line")
    ])
  }
}

extension ProfileSource {
  /// All that is wrong with one file: a profile is taken as a whole, without
  /// its drop-ins, and a drop-in by itself.
  public static func check(_ path: String) -> [ProfileError] {
    do throws(ProfileFailure) {
      if ProfileLibrary.isDropIn(path) {
        _ = try ProfileFile(path: path, as: .dropIn)
      } else {
        _ = try ProfileSource(path: path).load()
      }
      return []
    } catch {
      return error.errors
    }
  }
}
