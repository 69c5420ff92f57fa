import Glibc
import LinuxIO

/// Makes sure that one focusd serves a control socket, as long as it lives.
struct InstanceLock: ~Copyable {
  private let fd: OwnedFD

  private init(adopting fd: consuming OwnedFD) { self.fd = fd }

  /// - Throws: `EWOULDBLOCK` where another focusd holds it.
  static func take(beside socket: String) throws(SystemError) -> InstanceLock {
    let path = socket + ".lock"
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      // There already, in the ordinary case; `open` says what is wrong otherwise.
      _ = mkdir(String(path[..<slash]), 0o755)
    }
    let fd = OwnedFD(
      adopting: try check("open", path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) })
    try check("flock", path) { flock(fd.raw, LOCK_EX | LOCK_NB) }
    return InstanceLock(adopting: fd)
  }
}
