/// What people call a device, and by what it is told.
public struct DeviceClass: Hashable, Sendable {
  public var name: String
  /// What of its description decided, for people.
  public var because: String
}

extension DeviceDescription {
  public var deviceClass: DeviceClass {
    if let touch {
      let axes =
        switch touch {
        case .typeB: "ABS_MT_SLOT and ABS_MT_TRACKING_ID: touch protocol B"
        case .typeA: "ABS_MT_POSITION_X and _Y without slots: touch protocol A"
        case .single: "ABS_X, ABS_Y and BTN_TOUCH: one contact"
        }
      if isDirect { return DeviceClass(name: "touchscreen", because: "INPUT_PROP_DIRECT, \(axes)") }
      return DeviceClass(
        name: touch == .single ? "touchscreen" : "touchpad",
        because: "\(axes), without INPUT_PROP_DIRECT")
    }
    if has(EV.key, BTN.toolPen) { return DeviceClass(name: "pen", because: "BTN_TOOL_PEN") }
    let keys = codes[EV.key, default: []]
    if let button = keys.filter({ (BTN.joystick..<BTN.toolPen).contains($0) }).min() {
      return DeviceClass(name: "gamepad", because: EventNames.name(EV.key, button))
    }
    if has(EV.key, BTN.left) { return DeviceClass(name: "mouse", because: "BTN_LEFT") }
    return keys.isEmpty
      ? DeviceClass(name: "other", because: "no key, no button, no contact")
      : DeviceClass(name: "keyboard", because: "keys, and nothing that points")
  }

  /// Whether the gate has anything to do with the device.
  ///
  /// Switch-only nodes and nodes with only power keys are left to logind.
  public var isGateable: Bool {
    let hasMotion = codes[EV.rel]?.isEmpty == false || codes[EV.abs]?.isEmpty == false
    // KEY_POWER, KEY_SLEEP, KEY_WAKEUP, KEY_SUSPEND
    let powerKeys: Set<UInt16> = [116, 142, 143, 205]
    let keys = codes[EV.key, default: []]
    return hasMotion || !keys.subtracting(powerKeys).isEmpty
  }
}
