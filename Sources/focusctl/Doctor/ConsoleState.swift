import Diagnosis
import Glibc
import LinuxIO

/// The kernel's console in front: whether it takes keys (ioctl_console(2)).
enum ConsoleState {
  // linux/kd.h
  private static let getMode: UInt = 0x4B44
  private static let getEntry: UInt = 0x4B46
  /// What keys without a meaning have, and those of tables that are not there.
  private static let meaningless: Set<UInt16> = [0x200, 0x27f]

  static func read() -> Facts.Console {
    guard access("/dev/tty0", F_OK) == 0 else { return .none }
    do throws(SystemError) {
      // tty0 is the console in front, whichever that is.
      let fd = try OwnedFD.open("/dev/tty0", O_RDWR | O_NOCTTY)
      var mode: Int = 0
      try check("KDGKBMODE", "/dev/tty0") { ioctl(fd.raw, getMode, &mode) }
      return .mode(
        Int32(truncatingIfNeeded: mode & 0xFFFF_FFFF), isMapEmpty: try isMapEmpty(fd),
        terminal: KernelFile.line("/sys/class/tty/tty0/active") ?? "tty0")
    } catch {
      return .notKnown("\(error)")
    }
  }

  /// Whether no key has a meaning, with Shift, AltGr, Ctrl and Alt and without.
  private static func isMapEmpty(_ fd: borrowing OwnedFD) throws(SystemError) -> Bool {
    for table: UInt8 in 0..<16 {
      for key: UInt8 in 1..<128 {
        // struct kbentry: table, key, value.
        var entry: (UInt8, UInt8, UInt16) = (table, key, 0)
        try check("KDGKBENT", "/dev/tty0") { ioctl(fd.raw, getEntry, &entry) }
        if !meaningless.contains(entry.2) { return false }
      }
    }
    return true
  }
}
