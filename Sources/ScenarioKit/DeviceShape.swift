import InputGate

/// The devices that scenarios name without a file.
public enum DeviceShape: Hashable, Sendable {
  case keyboard
  case mouse
  case gamepad
  /// A receiver: keyboard and mouse in one node.
  case combined
  /// Slots with tracking ids.
  case touchB(slots: Int, width: Int32, height: Int32)
  /// `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
  case touchSingle(width: Int32, height: Int32)
  /// `SYN_MT_REPORT` between contacts.
  case touchA(width: Int32, height: Int32)
  /// Indirect: it moves a cursor.
  case touchpad(slots: Int, width: Int32, height: Int32)

  /// What a device of this shape is, under a name that profiles can match.
  public func description(label: String) -> DeviceDescription {
    var result = DeviceDescription(
      name: "scenario " + label, phys: "scenario/" + label,
      identity: DeviceIdentity(bus: 0x06, vendor: 0xf0c5, product: productID, version: 1))
    switch self {
    case .keyboard:
      DeviceShape.addKeyboard(to: &result)
    case .mouse:
      DeviceShape.addMouse(to: &result)
    case .combined:
      DeviceShape.addKeyboard(to: &result)
      DeviceShape.addMouse(to: &result)
    case .gamepad:
      DeviceShape.addGamepad(to: &result)
    case .touchB(let slots, let width, let height):
      DeviceShape.addSurface(width, height, to: &result)
      DeviceShape.addSlots(slots, width, height, to: &result)
    case .touchSingle(let width, let height):
      DeviceShape.addSurface(width, height, to: &result)
    case .touchA(let width, let height):
      DeviceShape.addSurface(width, height, to: &result)
      DeviceShape.addAxis(ABS.mtPositionX, 0, width - 1, to: &result)
      DeviceShape.addAxis(ABS.mtPositionY, 0, height - 1, to: &result)
    case .touchpad(let slots, let width, let height):
      DeviceShape.addSurface(width, height, to: &result)
      DeviceShape.addSlots(slots, width, height, to: &result)
      result.properties = [InputProperty.pointer]
      result.codes[EV.key, default: []].formUnion([
        BTN.left, BTN.toolFinger, BTN.toolDoubletap, BTN.toolTripletap, BTN.toolQuadtap,
        BTN.toolQuinttap,
      ])
    }
    return result
  }

  private var productID: UInt16 {
    switch self {
    case .keyboard: 1
    case .mouse: 2
    case .gamepad: 3
    case .combined: 4
    case .touchB: 5
    case .touchSingle: 6
    case .touchA: 7
    case .touchpad: 8
    }
  }

  private static func addAxis(
    _ code: UInt16, _ minimum: Int32, _ maximum: Int32, to result: inout DeviceDescription
  ) {
    result.codes[EV.abs, default: []].insert(code)
    result.axes[code] = AxisInfo(minimum: minimum, maximum: maximum)
  }

  private static func addKeyboard(to result: inout DeviceDescription) {
    // KEY_ESC to KEY_MENU and a little more: what udev takes for a keyboard.
    result.codes[EV.key, default: []].formUnion(1...139)
    result.codes[EV.msc, default: []].insert(4)
    result.codes[EV.led, default: []].formUnion([0, 1, 2])
    result.codes[EV.rep] = [0, 1]
    result.repeatDelay = 250
    result.repeatPeriod = 33
  }

  private static func addMouse(to result: inout DeviceDescription) {
    result.codes[EV.key, default: []].formUnion(BTN.left...BTN.left + 4)
    // X, Y, wheels and their high resolution.
    result.codes[EV.rel] = [0, 1, 6, 8, 11, 12]
    result.codes[EV.msc, default: []].insert(4)
  }

  private static func addGamepad(to result: inout DeviceDescription) {
    result.codes[EV.key, default: []].formUnion([
      0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
    ])
    for stick in [ABS.x, ABS.y, 0x03, 0x04] as [UInt16] {
      addAxis(stick, -32768, 32767, to: &result)
    }
    for trigger in [ABS.z, ABS.rz] { addAxis(trigger, 0, 255, to: &result) }
    for hat in [0x10, 0x11] as [UInt16] { addAxis(hat, -1, 1, to: &result) }
  }

  private static func addSurface(
    _ width: Int32, _ height: Int32, to result: inout DeviceDescription
  ) {
    result.properties = [InputProperty.direct]
    result.codes[EV.key, default: []].insert(BTN.touch)
    addAxis(ABS.x, 0, width - 1, to: &result)
    addAxis(ABS.y, 0, height - 1, to: &result)
  }

  private static func addSlots(
    _ slots: Int, _ width: Int32, _ height: Int32, to result: inout DeviceDescription
  ) {
    addAxis(ABS.mtSlot, 0, Int32(clamping: slots) - 1, to: &result)
    addAxis(ABS.mtTrackingID, 0, 65535, to: &result)
    addAxis(ABS.mtPositionX, 0, width - 1, to: &result)
    addAxis(ABS.mtPositionY, 0, height - 1, to: &result)
  }
}
