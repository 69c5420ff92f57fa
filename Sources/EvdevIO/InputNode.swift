import CUdev
import Glibc
import InputGate
import LinuxIO

/// An evdev node as the kernel, udev and sysfs know it; nothing is grabbed.
public struct InputNode: Sendable {
  /// As in `/dev/input/event3`.
  public let path: String
  let sysPath: String
  /// Whether udev has `LIBINPUT_IGNORE_DEVICE` set for it.
  public let isIgnoredByLibinput: Bool

  /// Every evdev node, by number.
  public static func all() throws(SystemError) -> [InputNode] {
    guard let udev = udev_new() else { throw SystemError("udev_new", errno: errno) }
    defer { udev_unref(udev) }
    guard let enumeration = udev_enumerate_new(udev) else {
      throw SystemError("udev_enumerate_new", errno: errno)
    }
    defer { udev_enumerate_unref(enumeration) }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    udev_enumerate_add_match_sysname(enumeration, "event*")
    let result = udev_enumerate_scan_devices(enumeration)
    guard result >= 0 else { throw SystemError("udev_enumerate_scan_devices", errno: -result) }
    var nodes: [InputNode] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let current = entry {
      if let path = udev_list_entry_get_name(current),
        let device = udev_device_new_from_syspath(udev, path)
      {
        if let node = InputNode(device) { nodes.append(node) }
        udev_device_unref(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return nodes.sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }
  }

  private init?(_ device: OpaquePointer) {
    guard let path = udev_device_get_devnode(device),
      let sysPath = udev_device_get_syspath(device)
    else { return nil }
    self.path = String(cString: path)
    self.sysPath = String(cString: sysPath)
    let ignore = udev_device_get_property_value(device, "LIBINPUT_IGNORE_DEVICE")
    // As libinput reads it: anything but "0" and nothing.
    isIgnoredByLibinput = ignore.map { $0.pointee != 0 && String(cString: $0) != "0" } ?? false
  }

  /// What the device is.
  ///
  /// - Returns: the description, and the error that kept the node from being
  ///   opened: sysfs told it then, and the ranges of axes, which sysfs does not
  ///   have, are missing.
  public func description() -> (device: DeviceDescription, unread: SystemError?) {
    do throws(SystemError) {
      let fd = try OwnedFD.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      return (try Libevdev(fd, path: path).description(), nil)
    } catch {
      return (SysfsDescription.read(sysPath + "/device"), error)
    }
  }

  /// Tries EVIOCGRAB, for as long as that takes: events of that moment reach
  /// nobody else.
  ///
  /// - Returns: whether another program holds the device; nil where something
  ///   is down on it, for then its release could get lost, or where it cannot
  ///   be opened.
  public func isGrabbed() -> Bool? {
    do throws(SystemError) {
      let source = try EventSource(node: path)
      let state = try source.state()
      guard state.keys.isEmpty, !state.slots.contains(where: { $0.trackingID >= 0 }) else {
        return nil
      }
      do throws(SystemError) {
        try source.setGrab(true)
        try source.setGrab(false)
        return false
      } catch {
        return error.errno == EBUSY ? true : nil
      }
    } catch {
      return nil
    }
  }
}
