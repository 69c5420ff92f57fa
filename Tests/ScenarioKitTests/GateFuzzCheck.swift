import InputGate
import ScenarioKit

/// The invariants of the property test, looked at after every step.
extension GateFuzz {
  func check() {
    if let wrong = watch.complaint { fail(wrong) }
    if watch.loneScans > 0, !reference.leaves.contains(where: { $0.place == .keys }) {
      fail("a lone scan code while nobody has the keyboard")
    }
    checkKeys()
    checkContacts()
    checkAxes()
  }

  private func checkKeys() {
    let emulated = emulatedButtons
    let down = Set(mirror.keys.codes).subtracting(emulated)
    if down != reference.deliveredKeys {
      fail("keys on the mirror \(down.sorted()), expected \(reference.deliveredKeys.sorted())")
    }
  }

  private var emulatedButtons: Set<UInt16> {
    driver == nil
      ? []
      : [
        BTN.touch, BTN.toolFinger, BTN.toolDoubletap, BTN.toolTripletap, BTN.toolQuadtap,
        BTN.toolQuinttap,
      ]
  }

  private func checkContacts() {
    guard driver != nil else { return }
    let delivered = reference.delivered
    for slot in mirror.slots.indices {
      let wanted = delivered.first { $0.slot == slot }?.finger
      let contact = mirror.slots[slot]
      guard (contact.trackingID >= 0) == (wanted != nil) else {
        fail(
          "slot \(slot) has id \(contact.trackingID), expected \(wanted == nil ? "none" : "one")")
        continue
      }
      guard let wanted else { continue }
      let x = contact.axes[Int(ABS.mtPositionX - ABS.mtTouchMajor)]
      let y = contact.axes[Int(ABS.mtPositionY - ABS.mtTouchMajor)]
      if x != wanted.x || y != wanted.y {
        fail("slot \(slot) is at \(x) \(y), expected \(wanted.x) \(wanted.y)")
      }
      guard source.slots.indices.contains(slot) else { continue }
      for code in [ABS.mtPressure, ABS.mtToolType] where kind.description.has(EV.abs, code) {
        let index = Int(code - ABS.mtTouchMajor)
        if contact.axes[index] != source.slots[slot].axes[index] {
          fail("slot \(slot): \(EventNames.name(EV.abs, code)) is \(contact.axes[index])")
        }
      }
    }
    checkEmulation(delivered)
  }

  private func checkEmulation(
    _ delivered: [(slot: Int, finger: GateReference.Finger)]
  ) {
    let count = delivered.count
    let wanted: [(UInt16, Bool)] = [
      (BTN.touch, count > 0), (BTN.toolFinger, count == 1), (BTN.toolDoubletap, count == 2),
      (BTN.toolTripletap, count == 3), (BTN.toolQuadtap, count == 4),
      (BTN.toolQuinttap, count == 5),
    ]
    for (button, isDown) in wanted where kind.description.has(EV.key, button) {
      if mirror.keys[button] != isDown {
        fail("\(EventNames.name(EV.key, button)) is \(mirror.keys[button]) with \(count) contacts")
      }
    }
    guard let oldest = delivered.first?.finger else { return }
    if mirror.axis(ABS.x) != oldest.x || mirror.axis(ABS.y) != oldest.y {
      fail(
        "ABS_X, ABS_Y are \(mirror.axis(ABS.x)) \(mirror.axis(ABS.y)), "
          + "expected \(oldest.x) \(oldest.y)")
    }
  }

  private func checkAxes() {
    for (code, value) in axes where mirror.axis(code) != value {
      fail("\(EventNames.name(EV.abs, code)) is \(mirror.axis(code)), expected \(value)")
    }
  }

  /// What the gate took away ended by the consumer's policy, and nothing else lifted.
  func checkCancels() {
    guard driver != nil else { return }
    if Set(watch.lifted) != reference.cut || watch.lifted.count != reference.cut.count {
      fail("slots \(watch.lifted) lifted, expected \(reference.cut.sorted())")
    }
    for slot in reference.cut where mirror.slots.indices.contains(slot) {
      let contact = mirror.slots[slot]
      if case .neutral = cancel, kind.description.isDirect {
        let x = contact.axes[Int(ABS.mtPositionX - ABS.mtTouchMajor)]
        let y = contact.axes[Int(ABS.mtPositionY - ABS.mtTouchMajor)]
        if (x, y) != GateFuzz.neutral { fail("slot \(slot) lifted at \(x) \(y)") }
      } else if contact.axes[Int(ABS.mtToolType - ABS.mtTouchMajor)] != MTTool.palm {
        fail("slot \(slot) lifted without being a palm")
      }
    }
  }
}
