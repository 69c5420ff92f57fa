import CLinux
import Glibc
import LinuxIO

/// Who is at the other end of a socket, as the kernel saw it at `connect`.
struct Peer: Hashable {
  var pid: pid_t
  var uid: uid_t
  /// The primary group and the others.
  var groups: Set<gid_t>

  /// From `SO_PEERCRED` and `SO_PEERGROUPS` (unix(7)).
  static func of(_ fd: borrowing OwnedFD) throws(SystemError) -> Peer {
    var pid: pid_t = 0
    var uid: uid_t = 0
    var gid: gid_t = 0
    try check("SO_PEERCRED") { clinux_peer_credentials(fd.raw, &pid, &uid, &gid) }
    // Who is in more groups than this counts as being in the primary one only.
    var others = [gid_t](repeating: 0, count: 1024)
    let count = clinux_peer_groups(fd.raw, &others, others.count)
    return Peer(pid: pid, uid: uid, groups: Set(others.prefix(max(0, Int(count))) + [gid]))
  }
}
