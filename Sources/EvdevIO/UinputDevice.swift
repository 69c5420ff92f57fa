import CLinux
import Glibc
import InputGate
import LinuxIO

/// A virtual device: a mirror, or a stand-in for hardware in tests.
///
/// Used by one thread at a time. The kernel removes the device when this goes.
public final class UinputDevice {
  /// `/dev/input/eventN`.
  public let node: String
  private let fd: OwnedFD
  private let buffer: UnsafeMutableBufferPointer<input_event>

  public static let path = "/dev/uinput"

  /// - Parameter capacity: the most events that one `write` may carry.
  public init(
    _ description: DeviceDescription, capacity: Int = DeviceGate.outputCapacity
  ) throws(SystemError) {
    let fd = try OwnedFD.open(UinputDevice.path, O_RDWR | O_NONBLOCK)
    try UinputDevice.describe(description, on: fd)
    try check("UI_DEV_CREATE", description.name) { clinux_uinput_create(fd.raw) }
    node = try UinputDevice.findNode(fd)
    self.fd = fd
    buffer = .allocate(capacity: max(2, capacity))
    buffer.initialize(repeating: input_event())
    try setRepeat(description)
  }

  deinit { buffer.deallocate() }

  /// Writes frames, each ended by its `SYN_REPORT`, in one call.
  ///
  /// The kernel stamps them. Allocates nothing, never blocks.
  @inline(__always)
  public func write(_ events: UnsafeBufferPointer<InputEvent>) throws(SystemError) {
    let count = min(events.count, buffer.count)
    for index in 0..<count {
      buffer[index].type = events[index].type
      buffer[index].code = events[index].code
      buffer[index].value = events[index].value
    }
    let bytes = count * MemoryLayout<input_event>.stride
    let written = retrying { Glibc.write(fd.raw, buffer.baseAddress, bytes) }
    guard written == bytes else {
      let reason = written < 0 ? errno : EIO
      throw SystemError("write", node, errno: reason)
    }
  }

  private static func describe(
    _ description: DeviceDescription, on fd: borrowing OwnedFD
  ) throws(SystemError) {
    func require(_ call: String, _ result: () -> Int32) throws(SystemError) {
      try check(call, description.name, result)
    }
    for (type, codes) in description.codes where type != EV.syn && type != EV.ff {
      try require("UI_SET_EVBIT") { clinux_uinput_set_bit(fd.raw, Int32(EV.syn), Int32(type)) }
      // EV_REP has no bits of its own: its values are written once there is a device.
      guard type != EV.rep, type != 0x16 else { continue }
      for code in codes {
        try require("UI_SET_BIT") { clinux_uinput_set_bit(fd.raw, Int32(type), Int32(code)) }
      }
    }
    for property in description.properties {
      try require("UI_SET_PROPBIT") { clinux_uinput_set_property(fd.raw, Int32(property)) }
    }
    for (code, info) in description.axes {
      var setup = uinput_abs_setup()
      setup.code = code
      setup.absinfo = input_absinfo(
        value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz,
        flat: info.flat, resolution: info.resolution)
      try require("UI_ABS_SETUP") { clinux_uinput_abs_setup(fd.raw, &setup) }
    }
    if !description.phys.isEmpty {
      try require("UI_SET_PHYS") { clinux_uinput_set_phys(fd.raw, description.phys) }
    }
    var setup = uinput_setup()
    setup.id.bustype = description.identity.bus
    setup.id.vendor = description.identity.vendor
    setup.id.product = description.identity.product
    setup.id.version = description.identity.version
    withUnsafeMutableBytes(of: &setup.name) { name in
      // One byte stays 0; a longer name is cut.
      for (index, byte) in description.name.utf8.prefix(name.count - 1).enumerated() {
        name[index] = byte
      }
    }
    try require("UI_DEV_SETUP") { clinux_uinput_setup(fd.raw, &setup) }
  }

  private func setRepeat(_ description: DeviceDescription) throws(SystemError) {
    guard description.codes[EV.rep] != nil, let delay = description.repeatDelay,
      let period = description.repeatPeriod
    else { return }
    let events = [InputEvent(EV.rep, 0, delay), InputEvent(EV.rep, 1, period), .report]
    var failure: SystemError?
    events.withUnsafeBufferPointer { events in
      do throws(SystemError) { try write(events) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// The node is there as soon as the device is created (drivers/input/evdev.c).
  private static func findNode(_ fd: borrowing OwnedFD) throws(SystemError) -> String {
    var name = [CChar](repeating: 0, count: 64)
    try check("UI_GET_SYSNAME", path) { clinux_uinput_get_sysname(fd.raw, &name, name.count - 1) }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let directory = "/sys/devices/virtual/input/" + String(decoding: bytes, as: UTF8.self)
    guard let listing = opendir(directory) else {
      throw SystemError("opendir", directory, errno: errno)
    }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let child = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if child.hasPrefix("event") { return "/dev/input/" + child }
    }
    throw SystemError("readdir", directory + "/event*", errno: ENOENT)
  }
}
