import Glibc

/// A command line that runs beside the program.
struct ShellCommand {
  private let line: String
  private let process: pid_t

  /// The corresponding C function is `posix_spawn`.
  init(_ line: String) throws(Trouble) {
    var process: pid_t = 0
    let result = "/bin/sh".withCString { shell in
      "-c".withCString { option in
        line.withCString { text in
          let arguments = [
            UnsafeMutablePointer(mutating: shell), UnsafeMutablePointer(mutating: option),
            UnsafeMutablePointer(mutating: text), nil,
          ]
          return posix_spawn(&process, shell, nil, nil, arguments, environ)
        }
      }
    }
    guard result == 0 else {
      throw Trouble("cannot run '\(line)': \(String(cString: strerror(result)))")
    }
    self.line = line
    self.process = process
  }

  /// Whether it has ended.
  ///
  /// - Parameter wait: until it has.
  func hasEnded(wait: Bool = false) throws(Trouble) -> Bool {
    var status: Int32 = 0
    let result = waitpid(process, &status, wait ? 0 : WNOHANG)
    guard result != 0 else { return false }
    guard result == process, status == 0 else {
      throw Trouble("'\(line)' failed with status \(status)")
    }
    return true
  }

  static func run(_ line: String?) throws(Trouble) {
    guard let line else { return }
    _ = try ShellCommand(line).hasEnded(wait: true)
  }
}
