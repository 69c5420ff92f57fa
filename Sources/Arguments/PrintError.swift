import Glibc

/// Writes a line to standard error. (libc's `stderr` is no `Sendable` value.)
public func printError(_ line: String) {
  var rest = Substring(line + "\n")
  rest.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
