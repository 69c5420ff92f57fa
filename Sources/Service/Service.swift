import CSystemd
import Glibc
import LinuxIO

/// What systemd is told, and what it wants to hear. Without systemd nothing
/// happens. Any thread may call.
public enum Service {
  /// The start is over. The corresponding C function is `sd_notify`.
  public static func ready() { notify("READY=1") }

  /// The stop begins.
  public static func stopping() { notify("STOPPING=1") }

  /// A line for `systemctl status`.
  public static func status(_ line: String) { notify("STATUS=\(line)") }

  /// Says that the input loop is alive.
  public static func pingWatchdog() { notify("WATCHDOG=1") }

  /// The listening socket that systemd passes (`focusd.socket`), at the first
  /// call; nil where it passes none. The corresponding C function is
  /// `sd_listen_fds`.
  public static func takeListeningSocket() throws(SystemError) -> OwnedFD? {
    guard sd_listen_fds(1) > 0 else { return nil }
    let fd = OwnedFD(adopting: SD_LISTEN_FDS_START)
    let type = Int32(bitPattern: SOCK_STREAM.rawValue)
    guard sd_is_socket_unix(fd.raw, type, 1, nil, 0) > 0 else {
      throw SystemError("sd_is_socket_unix", "the socket of focusd.socket", errno: EINVAL)
    }
    return fd
  }

  /// Milliseconds between two pings: half of what the unit's `WatchdogSec=`
  /// allows. nil where it asks for none.
  public static let watchdogInterval: Int32? = {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return max(1, Int32(clamping: microseconds / 2000))
  }()

  private static func notify(_ state: String) {
    // A message that cannot be sent is none that anything depends on: systemd
    // sees the process itself.
    sd_notify(0, state)
  }
}
