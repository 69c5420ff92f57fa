import CLinux
import Glibc

extension ControlClient {
  /// The process that began to listen at the other end, by the kernel's word
  /// (`SO_PEERCRED`): systemd, where a socket unit did.
  public var serverProcess: pid_t? {
    var pid: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
    guard clinux_peer_credentials(raw, &pid, &user, &group) == 0, pid > 0 else { return nil }
    return pid
  }

  /// Answers that take longer than this count as none: `connectionLost`.
  public func setPatience(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }
}
