import Glibc
import LinuxIO

extension BoardProfile {
  /// More than any profile has.
  private static let maximumBytes = 256 * 1024

  /// Reads the profile in a file.
  public static func load(path: String) throws(ProfileError) -> BoardProfile {
    try read(try contents(of: path), file: path)
  }

  /// Reads a profile.
  ///
  /// - Parameter file: what messages call it.
  static func read(_ bytes: [UInt8], file: String) throws(ProfileError) -> BoardProfile {
    do throws(ProfileError) {
      let root = ProfileNode(yaml: try YAMLReader.read(bytes), path: "")
      var draft = Draft()
      try ProfileFields.board.read(root, into: &draft)
      return try BoardProfile(draft)
    } catch {
      var error = error
      error.file = file
      throw error
    }
  }

  private static func contents(of path: String) throws(ProfileError) -> [UInt8] {
    do throws(SystemError) {
      let fd = try OwnedFD.open(path, O_RDONLY)
      var bytes: [UInt8] = []
      while bytes.count <= maximumBytes {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = try check("read", path) { Glibc.read(fd.raw, &piece, piece.count) }
        guard count > 0 else { return bytes }
        bytes += piece.prefix(count)
      }
      throw SystemError("read", path, errno: EFBIG)
    } catch {
      let reason = String(cString: strerror(error.errno))
      var problem = "the board profile cannot be read: \(reason)"
      if error.errno == ENOENT {
        problem += "; write one (docs/profile.md), or copy one of boards/"
      }
      var failure = ProfileError(line: 0, column: 0, problem: problem)
      failure.file = path
      throw failure
    }
  }
}
