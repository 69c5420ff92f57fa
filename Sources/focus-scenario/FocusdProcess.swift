import CLinux
import ControlAPI
import Glibc
import LinuxIO

/// The process behind the control socket.
enum FocusdProcess {
  /// Keeps focusd from reading while `body` runs.
  static func paused(socket path: String, _ body: () throws(Trouble) -> Void) throws(Trouble) {
    let process = try find(path)
    guard kill(process, SIGSTOP) == 0 else {
      throw Trouble("cannot stop focusd (process \(process)): \(String(cString: strerror(errno)))")
    }
    defer { kill(process, SIGCONT) }
    // The signal takes effect on each thread in its own time.
    for _ in 0..<100 where !isStopped(process) { usleep(1000) }
    try body()
  }

  private static func isStopped(_ process: pid_t) -> Bool {
    guard let status = FileText.read("/proc/\(process)/status") else { return true }
    return status.split(separator: "\n").contains { $0.hasPrefix("State:\tT") }
  }

  /// Who listens, by `SO_PEERCRED`.
  private static func find(_ path: String) throws(Trouble) -> pid_t {
    try troubled { () throws(SystemError) in
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      let fd = OwnedFD(adopting: try check("socket") { socket(AF_UNIX, type, 0) })
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { place in
        place.copyBytes(from: path.utf8.prefix(place.count - 1))
      }
      let raw = fd.raw
      try check("connect", path) {
        withUnsafePointer(to: address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
      }
      var process: pid_t = 0
      var user: uid_t = 0
      var group: gid_t = 0
      try check("SO_PEERCRED", path) { clinux_peer_credentials(raw, &process, &user, &group) }
      // 1 and 0 are an init that listens for it, or another namespace's process.
      guard process > 1 else { throw SystemError("SO_PEERCRED", path, errno: ESRCH) }
      return process
    }
  }
}
