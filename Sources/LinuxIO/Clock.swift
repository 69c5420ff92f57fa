import Glibc

/// Readings of the kernel's clocks.
public enum Clock {
  /// Microseconds on `CLOCK_MONOTONIC`.
  @inline(__always)
  public static func monotonicMicroseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
  }
}
