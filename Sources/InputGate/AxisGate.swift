/// The gate of absolute axes without contacts: sticks, triggers, dials.
struct AxisGate {
  private var values: [Int32]
  private var rest: [Int32?]

  init(_ description: DeviceDescription) {
    values = Array(repeating: 0, count: ABS.count)
    rest = Array(repeating: nil, count: ABS.count)
    let isPad = description.codes[EV.key, default: []].contains {
      (BTN.joystick..<BTN.toolPen).contains($0)
    }
    for (code, info) in description.axes where Int(code) < ABS.count {
      values[Int(code)] = info.value
      // Only a pad's axes return to rest: a pen's or a dial's position is where it is.
      if isPad { rest[Int(code)] = AxisGate.rest(code, info) }
    }
  }

  /// Where an axis of a pad is when nobody touches it: a trigger at its
  /// minimum, a stick or a hat in the middle.
  private static func rest(_ code: UInt16, _ info: AxisInfo) -> Int32 {
    let isTrigger =
      [ABS.z, ABS.rz, ABS.throttle, ABS.gas, ABS.brake].contains(code) && info.minimum >= 0
    if isTrigger { return info.minimum }
    return Int32(clamping: (Int64(info.minimum) + Int64(info.maximum)) / 2)
  }

  /// Whether the mirror is to have this `EV.abs` event.
  @inline(__always)
  mutating func passes(_ event: InputEvent, at time: Timestamp, plan: GatePlan) -> Bool {
    guard let leave = plan.pointer, leave.since <= time else { return false }
    if Int(event.code) < ABS.count { values[Int(event.code)] = event.value }
    return true
  }

  /// Returns the axes to rest if the pointer was taken away.
  mutating func apply(_ plan: GatePlan, after old: GatePlan, into out: FrameBuffer) {
    guard plan.pointer != old.pointer else { return }
    for code in values.indices {
      guard let rest = rest[code], values[code] != rest else { continue }
      values[code] = rest
      out.append(EV.abs, UInt16(truncatingIfNeeded: code), rest)
    }
    out.endFrame()
  }

  /// Brings the mirror to the device's values after a loss in which nobody was gated.
  mutating func resynchronise(
    _ state: DeviceState, gapStart: Timestamp, plan: GatePlan, into out: FrameBuffer
  ) {
    guard let leave = plan.pointer, leave.since <= gapStart else { return }
    for code in values.indices {
      let code16 = UInt16(truncatingIfNeeded: code)
      guard let value = state.axes[code16], values[code] != value else { continue }
      values[code] = value
      out.append(EV.abs, code16, value)
    }
  }
}
