import Glibc
import LinuxIO

/// One file, read and right in itself: what it says of other files, and its
/// part of a profile.
struct ProfileFile {
  enum Kind {
    case profile
    /// Extended by another, which may have what it lacks.
    case base
    case dropIn
  }

  let path: String
  let match: [BoardMatch]
  let extends: Written<String>?
  /// Without what is about this file alone.
  let tree: YAMLNode

  /// Reads a file; all that is wrong with it alone is told.
  init(path: String, as kind: Kind = .profile) throws(ProfileFailure) {
    try self.init(try ProfileFile.contents(of: path), path: path, as: kind)
  }

  init(_ bytes: [UInt8], path: String, as kind: Kind = .profile) throws(ProfileFailure) {
    let yaml: YAMLNode
    do throws(ProfileError) {
      yaml = try YAMLReader.read(bytes, file: path)
    } catch {
      throw ProfileFailure([error])
    }
    var draft = Draft()
    var reading = Reading(isPartial: kind != .profile || yaml.field("extends") != nil)
    ProfileFields.board.read(ProfileNode(yaml: yaml, path: ""), into: &draft, &reading)
    if kind == .dropIn {
      for name in ProfileFile.own {
        guard let node = yaml.field(name) else { continue }
        reading.errors.append(
          ProfileNode(yaml: node, path: name).error("a drop-in cannot have it, only a profile"))
      }
    }
    guard reading.errors.isEmpty else { throw ProfileFailure(reading.errors) }
    self.path = path
    match = draft.match
    extends = draft.extends
    tree = yaml.without(ProfileFile.own)
  }

  private static let own = ["match", "extends"]

  private static func contents(of path: String) throws(ProfileFailure) -> [UInt8] {
    do throws(SystemError) {
      return try File.bytes(of: path)
    } catch {
      var failure = ProfileError(file: path, error, "the board profile cannot be read")
      if error.errno == ENOENT {
        failure.problem +=
          "; 'focusctl board probe' prints one to start from, docs/profile.md says more"
      }
      throw ProfileFailure([failure])
    }
  }
}
