import CUdev
import Glibc
import LinuxIO

/// Which evdev nodes there are, and which come.
///
/// Used by one thread at a time.
public final class UdevMonitor {
  public enum Action: Sendable {
    case add
    case change
    case remove
  }

  private let udev: OpaquePointer
  private let monitor: OpaquePointer

  /// Listens from here on; enumerate after it, so that nothing is missed.
  public init() throws(SystemError) {
    guard let udev = udev_new() else { throw SystemError("udev_new", errno: errno) }
    // Without udevd nobody would send on "udev": the kernel's own events do then.
    let source = UdevMonitor.isUdevRunning ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(udev, source) else {
      udev_unref(udev)
      throw SystemError("udev_monitor_new_from_netlink", source, errno: errno)
    }
    self.udev = udev
    self.monitor = monitor
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let result = udev_monitor_enable_receiving(monitor)
    guard result >= 0 else {
      throw SystemError("udev_monitor_enable_receiving", source, errno: -result)
    }
  }

  deinit {
    udev_monitor_unref(monitor)
    udev_unref(udev)
  }

  public var raw: Int32 { udev_monitor_get_fd(monitor) }

  private static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }

  /// The evdev nodes that are there, in no order.
  public func nodes() throws(SystemError) -> [String] {
    guard let enumeration = udev_enumerate_new(udev) else {
      throw SystemError("udev_enumerate_new", errno: errno)
    }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    udev_enumerate_add_match_sysname(enumeration, "event*")
    let result = udev_enumerate_scan_devices(enumeration)
    guard result >= 0 else { throw SystemError("udev_enumerate_scan_devices", errno: -result) }
    var nodes: [String] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      if let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(udev, path)
      {
        if let node = UdevMonitor.node(device) { nodes.append(node) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return nodes
  }

  /// The next change of an evdev node, or nil.
  public func next() -> (action: Action, node: String)? {
    while let device = udev_monitor_receive_device(monitor) {
      defer { udev_device_unref(device) }
      guard let node = UdevMonitor.node(device), let name = udev_device_get_action(device) else {
        continue
      }
      switch String(cString: name) {
      case "add": return (.add, node)
      case "change": return (.change, node)
      case "remove": return (.remove, node)
      default: continue
      }
    }
    return nil
  }

  /// Whether udev has done with a node: its rights and properties are set.
  public func isInitialised(_ node: String) -> Bool {
    guard UdevMonitor.isUdevRunning, let slash = node.lastIndex(of: "/") else { return true }
    let name = String(node[node.index(after: slash)...])
    guard let device = udev_device_new_from_subsystem_sysname(udev, "input", name) else {
      return false
    }
    defer { udev_device_unref(device) }
    return udev_device_get_is_initialized(device) == 1
  }

  private static func node(_ device: OpaquePointer) -> String? {
    guard let path = udev_device_get_devnode(device) else { return nil }
    let node = String(cString: path)
    return node.hasPrefix("/dev/input/event") ? node : nil
  }
}
