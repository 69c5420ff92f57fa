import EvdevIO
import Glibc
import LinuxIO

/// What to do about an error that keeps focusd from running.
enum Advice {
  static func text(for error: SystemError) -> String {
    switch (error.call, error.errno) {
    case ("flock", EWOULDBLOCK):
      return "another focusd is running already: it holds \(error.path). "
        + "Stop it first, or give this one another --socket."
    case ("open", ENOENT) where error.path == UinputDevice.path:
      return "\(error). The kernel has no uinput: 'modprobe uinput', or CONFIG_INPUT_UINPUT."
    case ("open", EACCES) where error.path == UinputDevice.path:
      return "\(error). Install udev/72-focusd.rules, which gives it to group focusd, "
        + "and run focusd as a member of that group."
    case (_, EACCES), (_, EPERM):
      return "\(error). Run focusd as root or as the user of its unit."
    default:
      return "\(error)"
    }
  }
}
