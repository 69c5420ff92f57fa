import Glibc
import Testing

@testable import BoardProfile

/// The clone that the tests run in.
enum Repository {
  static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  static func text(of path: String) throws -> String {
    String(decoding: try File.bytes(of: "\(root)/\(path)"), as: UTF8.self)
  }

  static func files(in directory: String, ending: String) throws -> [String] {
    try File.names(in: "\(root)/\(directory)", ending: ending).map { "\(directory)/\($0)" }
  }
}

/// A machine of files in a directory of its own, which goes with it.
final class Tree {
  let root: String

  init() throws {
    var template = Array("/tmp/focusd-profiles-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    root = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  deinit { Tree.remove(root) }

  private static func remove(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      for name in (try? File.names(in: path, ending: "")) ?? [] { remove("\(path)/\(name)") }
    }
    Glibc.remove(path)
  }

  func write(_ path: String, _ text: String) throws {
    try makeDirectory(for: path)
    let file = try #require(fopen(root + path, "w"))
    fputs(text, file)
    fclose(file)
  }

  func append(_ path: String, _ bytes: [UInt8]) throws {
    let file = try #require(fopen(root + path, "a"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  func link(_ path: String, to target: String) throws {
    try makeDirectory(for: path)
    try #require(symlink(target, root + path) == 0)
  }

  /// What is told of it, with the paths as they are on a machine.
  func plain(_ text: some CustomStringConvertible) -> String {
    var rest = Substring(text.description)
    var result = ""
    while let first = rest.first {
      if rest.hasPrefix(root) {
        rest = rest.dropFirst(root.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func makeDirectory(for path: String) throws {
    var directory = root
    for part in path.split(separator: "/").dropLast() {
      directory += "/\(part)"
      mkdir(directory, 0o755)
    }
  }
}
