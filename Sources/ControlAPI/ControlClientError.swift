import Glibc

/// Why a client did not get what it asked for.
public enum ControlClientError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotConnect(path: String, errno: Int32)
  /// focusd said no.
  case refused(ControlError)
  /// The overlay ended before it was in front; with the interface's reason.
  case ended(String)
  /// focusd stopped, or dropped the connection.
  case connectionLost
  /// The answer is none that this version knows.
  case notUnderstood

  /// Whether focusd could not be reached at all.
  public var isUnreachable: Bool {
    switch self {
    case .cannotConnect(_, EACCES), .cannotConnect(_, EPERM): false
    case .cannotConnect, .connectionLost: true
    case .refused, .ended, .notUnderstood: false
    }
  }

  public var description: String {
    switch self {
    case .cannotConnect(let path, ENOENT):
      "focusd is not running: there is no socket at \(path) "
        + "(start it with 'systemctl start focusd', or name another with FOCUSD_SOCKET)"
    case .cannotConnect(let path, ECONNREFUSED):
      "focusd is not running: nobody listens at \(path) (start it with 'systemctl start focusd')"
    case .cannotConnect(let path, EACCES), .cannotConnect(let path, EPERM):
      "permission denied at \(path): this user may not reach the socket"
    case .cannotConnect(let path, let errno):
      "cannot connect to \(path): \(String(cString: strerror(errno)))"
    case .refused(let error): "\(error)"
    case .ended(let reason): "the overlay has ended: \(reason)"
    case .connectionLost: "focusd ended the connection; it has stopped or was restarted"
    case .notUnderstood: "focusd's answer is not understood; it may be of another version"
    }
  }
}
