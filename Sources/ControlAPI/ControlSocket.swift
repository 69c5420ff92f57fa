import Glibc
import LinuxIO

/// Where focusd listens.
public enum ControlSocket {
  public static let defaultPath = "/run/focusd/control"
  /// Names another path to clients.
  public static let variable = "FOCUSD_SOCKET"

  /// What the environment says, else the default.
  public static var path: String {
    guard let value = getenv(variable), value.pointee != 0 else { return defaultPath }
    return String(cString: value)
  }

  /// Connects a stream socket to a path.
  ///
  /// The corresponding C functions are `socket` and `connect`.
  public static func connect(_ path: String) throws(SystemError) -> OwnedFD {
    let address = try UnixAddress(path)
    let fd = try make()
    try check("connect", path) { address.withPointer { Glibc.connect(fd.raw, $0, $1) } }
    return fd
  }

  /// A stream socket that belongs to nobody yet.
  ///
  /// - Parameter flags: added to the type, `SOCK_NONBLOCK` for example.
  static func make(_ flags: __socket_type = SOCK_CLOEXEC) throws(SystemError) -> OwnedFD {
    let type = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | flags.rawValue)
    return OwnedFD(adopting: try check("socket") { socket(AF_UNIX, type, 0) })
  }
}
