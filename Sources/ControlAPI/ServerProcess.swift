import CLinux
import Glibc

extension ControlClient {
  /// The process that listens at the other end, by the kernel's word (`SO_PEERCRED`).
  public var serverProcess: pid_t? {
    var pid: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
    guard clinux_peer_credentials(raw, &pid, &user, &group) == 0, pid > 0 else { return nil }
    return pid
  }
}
