import Glibc
import LinuxIO

/// Why focusd has let go of the shell.
enum ShellError: Error, Hashable, Sendable, CustomStringConvertible {
  case system(SystemError)
  case closed
  case notSway
  case tooLong(Int)
  /// An answer that nobody waits for, or that is no JSON of the kind.
  case unexpected(String)
  case refused(String)

  var description: String {
    switch self {
    case .system(let error):
      switch error.errno {
      case ENOENT:
        "\(error). Start sway with SWAYSOCK set to this path"
      case ECONNREFUSED:
        "\(error). Its sway is gone: remove the socket before sway starts (ExecStartPre=), "
          + "or the next one listens elsewhere"
      case EACCES:
        "\(error). Give sway's unit UMask=0007, and the socket's directory the group of focusd's "
          + "user and mode 2750"
      case EAGAIN: "\(error). Its sway takes no connections: it is stopped or stuck"
      default: "\(error)"
      }
    case .closed: "sway has closed the connection"
    case .notSway: "what listens there does not speak sway's IPC"
    case .tooLong(let size): "a message of \(size) bytes: more than \(SwayAssembler.limit)"
    case .unexpected(let what): "not what sway answers: \(what)"
    case .refused(let what): "sway refuses \(what)"
    }
  }
}
