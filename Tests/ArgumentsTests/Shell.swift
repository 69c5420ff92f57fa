import Glibc

/// Programs of the machine that read what is generated.
enum Shell {
  static func has(_ program: String) -> Bool { run("command -v \(program)").isEmpty == false }

  /// What a line of sh prints, standard error with it.
  static func run(_ line: String) -> String {
    guard let pipe = popen(line + " 2>&1", "r") else { return "popen failed" }
    defer { pclose(pipe) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&chunk, 1, chunk.count, pipe)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A file with a text, as long as the body runs.
  static func withFile<Result>(_ text: String, _ body: (String) throws -> Result) rethrows -> Result
  {
    var name = Array("/tmp/focusd-arguments-XXXXXX".utf8CString)
    let fd = mkstemp(&name)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      close(fd)
      unlink(path)
    }
    var rest = Substring(text)
    rest.withUTF8 { _ = write(fd, $0.baseAddress, $0.count) }
    return try body(path)
  }
}
