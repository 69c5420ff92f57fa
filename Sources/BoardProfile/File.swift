import Glibc
import LinuxIO

/// Small files and directories, whole.
enum File {
  /// More than any profile has.
  private static let maximumBytes = 256 * 1024

  static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let fd = try OwnedFD.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    while bytes.count <= maximumBytes {
      var piece = [UInt8](repeating: 0, count: 65536)
      let count = try check("read", path) { read(fd.raw, &piece, piece.count) }
      guard count > 0 else { return bytes }
      bytes += piece.prefix(count)
    }
    throw SystemError("read", path, errno: EFBIG)
  }

  /// The names in a directory that end so, in order; none where it is not there.
  static func names(in directory: String, ending: String) throws(SystemError) -> [String] {
    guard let listing = opendir(directory) else {
      let reason = errno
      if reason == ENOENT { return [] }
      throw SystemError("opendir", directory, errno: reason)
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Whether there is anything by that name, a dangling link too.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether it stands for nothing: an empty file or a link to /dev/null.
  static func isMask(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFDIR && status.st_size == 0
  }

  /// What a relative path means in a file; no `.` and no `..` is left in it
  /// where that can be.
  static func resolve(_ path: String, beside file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    var parts: [Substring] = []
    for part in (file[...slash] + path).split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (file.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }
}
