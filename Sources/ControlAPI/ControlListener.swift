import CLinux
import Glibc
import LinuxIO

/// The listening socket, in its place in the file system.
final class ControlListener {
  let path: String
  private let fd: OwnedFD
  /// Whether the file goes with the listener.
  private let isOwn: Bool
  /// Given up for a moment where no descriptor is left, so that a client can
  /// be turned away instead of waking the loop for ever.
  private var spare: OwnedFD?

  /// Everybody may connect: who may do what is decided by role, for each call.
  ///
  /// - Throws: `EADDRINUSE` where somebody listens there already.
  init(path: String) throws(SystemError) {
    try ControlListener.makeParent(of: path)
    try ControlListener.removeStale(path)
    let fd = try ControlSocket.make(SOCK_NONBLOCK)
    let address = try UnixAddress(path)
    try check("bind", path) { address.withPointer { bind(fd.raw, $0, $1) } }
    // Not by the umask's leave.
    try check("chmod", path) { chmod(path, 0o666) }
    // A crowd waits here until it is turned away; others stand behind it.
    try check("listen", path) { listen(fd.raw, 1024) }
    self.path = path
    self.fd = fd
    isOwn = true
    spare = try? OwnedFD.open("/dev/null", O_RDONLY)
  }

  /// Takes over a socket that listens already; its file is somebody else's.
  init(passed fd: consuming OwnedFD) throws(SystemError) {
    let flags = try check("fcntl") { fcntl(fd.raw, F_GETFL) }
    try check("fcntl") { fcntl(fd.raw, F_SETFL, flags | O_NONBLOCK) }
    path = try UnixAddress.path(of: fd)
    self.fd = fd
    isOwn = false
    spare = try? OwnedFD.open("/dev/null", O_RDONLY)
  }

  deinit {
    if isOwn { unlink(path) }
  }

  var raw: Int32 { fd.raw }

  /// The next client that waits, non-blocking, or nil.
  func accept() -> OwnedFD? {
    let client = retrying { clinux_accept(fd.raw) }
    if client >= 0 { return OwnedFD(adopting: client) }
    if errno == EMFILE || errno == ENFILE {
      Log.error("control: no descriptor is left for a client: raise LimitNOFILE=")
      spare = nil
      let refused = retrying { clinux_accept(fd.raw) }
      if refused >= 0 { close(refused) }
      spare = try? OwnedFD.open("/dev/null", O_RDONLY)
    }
    return nil
  }

  private static func makeParent(of path: String) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let parent = String(path[..<slash])
    if mkdir(parent, 0o755) == -1, errno != EEXIST {
      throw SystemError("mkdir", parent, errno: errno)
    }
  }

  /// Removes the socket of a server that is gone.
  private static func removeStale(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      _ = try ControlSocket.connect(path)
    } catch {
      switch error.errno {
      case ENOENT: return
      case ECONNREFUSED:
        // It may also be no socket at all: `bind` says so then.
        var info = stat()
        guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFSOCK else { return }
        try check("unlink", path) { unlink(path) }
        return
      default: throw error
      }
    }
    throw SystemError("bind", path, errno: EADDRINUSE)
  }
}
