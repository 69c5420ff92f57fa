import Glibc

/// Lines on standard error, with the priorities that the journal reads
/// (sd-daemon(3)). Under a terminal the priority is left out.
public enum Log {
  public enum Level: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
  }

  private static let isTerminal = isatty(STDERR_FILENO) == 1

  public static func write(_ level: Level, _ message: String) {
    let line = isTerminal ? "\(message)\n" : "<\(level.rawValue)>\(message)\n"
    var rest = Substring(line)
    rest.withUTF8 { bytes in
      // One call a line, so that lines of two threads do not mix. A full pipe
      // loses the line rather than stopping the daemon.
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// Something is broken and somebody has to act: always a fault.
  public static func error(_ message: String) { write(.error, message) }
  public static func warning(_ message: String) { write(.warning, message) }
  public static func notice(_ message: String) { write(.notice, message) }
  public static func info(_ message: String) { write(.info, message) }
}
