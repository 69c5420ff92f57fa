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
    // The signal takes effect on each thread in its own time, and it is the
    // input thread that must not read.
    let deadline = Clock.monotonicMicroseconds() + 10_000_000
    while try !isStopped(process) {
      guard Clock.monotonicMicroseconds() < deadline else {
        throw Trouble("focusd (process \(process)) does not stop on SIGSTOP")
      }
      usleep(1000)
    }
    try body()
  }

  /// Whether every thread is.
  private static func isStopped(_ process: pid_t) throws(Trouble) -> Bool {
    let tasks = "/proc/\(process)/task"
    guard let listing = opendir(tasks) else { throw Trouble("focusd is gone: no \(tasks)") }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let status = FileText.read("\(tasks)/\(name)/status") else { continue }
      guard status.split(separator: "\n").contains(where: { $0.hasPrefix("State:\tT") }) else {
        return false
      }
    }
    return true
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
