import Glibc

/// Files and directories of /proc and /sys: small, and read whole.
public enum KernelFile {
  /// - Throws: `EFBIG` for more than a mebibyte.
  public static func read(_ path: String) throws(SystemError) -> String {
    let fd = try OwnedFD.open(path, O_RDONLY | O_NOCTTY)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= 1 << 20 {
      let count = try check("read", path) { Glibc.read(fd.raw, &piece, piece.count) }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece.prefix(count)
    }
    throw SystemError("read", path, errno: EFBIG)
  }

  /// The first line, without its end; nil where the file cannot be read.
  public static func line(_ path: String) -> String? {
    guard let text = try? read(path) else { return nil }
    return text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first
      .map(String.init)
  }

  /// The names in a directory, sorted; none where it cannot be read.
  public static func names(in directory: String) -> [String] {
    guard let handle = opendir(directory) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Where a symbolic link points to; nil where that may not be seen.
  public static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = base.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
        readlink(path, $0, buffer.count)
      }
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
}
