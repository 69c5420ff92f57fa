import CEvdev
import Glibc
import InputGate
import LinuxIO

/// What libevdev reads of an open node: its description and what is down now.
///
/// Made anew for each question, since a libevdev object that is not fed every
/// event keeps an old state. Allocates: for hot-plug and resynchronisation only.
struct Libevdev: ~Copyable {
  private let device: OpaquePointer

  init(_ fd: borrowing OwnedFD, path: String) throws(SystemError) {
    var device: OpaquePointer?
    let result = libevdev_new_from_fd(fd.raw, &device)
    guard result == 0, let device else {
      throw SystemError("libevdev_new_from_fd", path, errno: -result)
    }
    self.device = device
  }

  deinit { libevdev_free(device) }

  func description() -> DeviceDescription {
    var result = DeviceDescription(
      name: Libevdev.text(libevdev_get_name(device)),
      phys: Libevdev.text(libevdev_get_phys(device)),
      uniq: Libevdev.text(libevdev_get_uniq(device)),
      identity: DeviceIdentity(
        bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
        vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
        product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
        version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device))))
    for property in 0..<UInt32(InputProperty.count)
    where libevdev_has_property(device, property) == 1 {
      result.properties.insert(UInt8(truncatingIfNeeded: property))
    }
    for type in 1..<UInt32(EV.count) where libevdev_has_event_type(device, type) == 1 {
      result.codes[UInt16(truncatingIfNeeded: type)] = codes(ofType: type)
    }
    for code in result.codes[EV.abs, default: []] {
      guard let info = libevdev_get_abs_info(device, UInt32(code)) else { continue }
      result.axes[code] = AxisInfo(
        value: info.pointee.value, minimum: info.pointee.minimum, maximum: info.pointee.maximum,
        fuzz: info.pointee.fuzz, flat: info.pointee.flat, resolution: info.pointee.resolution)
    }
    var delay: Int32 = 0
    var period: Int32 = 0
    if libevdev_get_repeat(device, &delay, &period) == 0 {
      result.repeatDelay = delay
      result.repeatPeriod = period
    }
    return result
  }

  private func codes(ofType type: UInt32) -> Set<UInt16> {
    let last = libevdev_event_type_get_max(type)
    guard last >= 0 else { return [] }
    return Set(
      (0...UInt32(last)).filter { libevdev_has_event_code(device, type, $0) == 1 }
        .map { UInt16(truncatingIfNeeded: $0) })
  }

  func state() -> DeviceState {
    var result = DeviceState()
    for code in codes(ofType: UInt32(EV.key))
    where libevdev_get_event_value(device, UInt32(EV.key), UInt32(code)) != 0 {
      result.keys[code] = true
    }
    for code in codes(ofType: UInt32(EV.abs)) {
      result.axes[code] = libevdev_get_event_value(device, UInt32(EV.abs), UInt32(code))
    }
    let slots = libevdev_get_num_slots(device)
    guard slots > 0 else { return result }
    result.currentSlot = Int(libevdev_get_current_slot(device))
    result.slots = (0..<UInt32(slots)).map { slot in
      var axes = SIMD16<Int32>.zero
      for code in ABS.perSlot {
        axes[Int(code - ABS.mtTouchMajor)] = libevdev_get_slot_value(device, slot, UInt32(code))
      }
      return DeviceState.Slot(
        trackingID: libevdev_get_slot_value(device, slot, UInt32(ABS.mtTrackingID)), axes: axes)
    }
    return result
  }

  private static func text(_ string: UnsafePointer<CChar>?) -> String {
    string.map { String(cString: $0) } ?? ""
  }
}
