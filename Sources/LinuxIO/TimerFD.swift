import CLinux
import Glibc

/// A timer that makes a descriptor readable.
public final class TimerFD {
  private let fd: OwnedFD

  public init() throws(SystemError) {
    fd = OwnedFD(
      adopting: try check("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      })
  }

  public var raw: Int32 { fd.raw }

  /// Fires after `milliseconds` and then, if `repeats`, again and again; 0 stops it.
  public func set(milliseconds: Int, repeats: Bool = false) throws(SystemError) {
    var value = itimerspec()
    value.it_value.tv_sec = milliseconds / 1000
    value.it_value.tv_nsec = milliseconds % 1000 * 1_000_000
    if repeats { value.it_interval = value.it_value }
    try check("timerfd_settime") { timerfd_settime(fd.raw, 0, &value, nil) }
  }

  public func drain() {
    var count: UInt64 = 0
    _ = retrying { read(fd.raw, &count, MemoryLayout<UInt64>.size) }
  }
}
