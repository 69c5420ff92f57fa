import InputGate
import ScenarioKit

/// The hardware of the property test: legal frames at random, and overflows.
extension GateFuzz {
  /// One frame. `isLost`: it changes the kernel's tables and nobody reads it.
  func input(isLost: Bool) {
    // The reader may be late, but a device's stamps never go back.
    let time = chance.chance(25) ? max(lastStamp, now - Int64(chance.pick(0..<9000))) : now
    var events: [InputEvent] = []
    if driver != nil, kind.keys.isEmpty || chance.chance(80) {
      events = touchFrame(at: time, isLost: isLost)
    } else if kind.hasMotion, chance.chance(50) {
      events = [InputEvent(EV.rel, 0, Int32(chance.pick(1..<9))), InputEvent(EV.rel, 8, 1)]
      if !isLost { expectMotion(events, at: time) }
    } else if !kind.padAxes.isEmpty, chance.chance(60) {
      events = padFrame(at: time, isLost: isLost)
    } else {
      events = keyFrame(at: time, isLost: isLost)
    }
    note("\(isLost ? "lost" : "frame") @\(time) \(events.map(\.text))")
    var seen: [InputEvent] = []
    for event in events + [.report] { source.write(event, at: stamp(time), into: &seen) }
    guard !isLost else { return }
    // The kernel keeps frames without a change to itself.
    if !seen.isEmpty { lastStamp = time }
    feed(seen, stamp: time)
    if let motion = expectedMotion, watch.relative != motion { fail("motion \(watch.relative)") }
    expectedMotion = nil
  }

  private func expectMotion(_ events: [InputEvent], at time: Int64) {
    expectedMotion = reference.mayPoint(at: time) ? events : []
  }

  // MARK: Touch

  private func touchFrame(at time: Int64, isLost: Bool) -> [InputEvent] {
    guard let slots = driver?.slotCount else { return [] }
    var used: Set<Int> = []
    for _ in 0..<chance.pick(1..<4) {
      let slot = chance.pick(0..<slots)
      guard used.insert(slot).inserted else { continue }
      let x = Int32(chance.pick(0..<Int(GateFuzz.width)))
      let y = Int32(chance.pick(0..<Int(GateFuzz.height)))
      if driver?.isDown(slot) == true {
        if chance.chance(35) {
          lift(slot)
          // The slot may be taken again at once.
          if chance.chance(20), driver?.slotCount != 1 { land(slot, x, y, at: time, isLost) }
        } else {
          move(slot, x, y, at: time, isLost)
        }
      } else {
        land(slot, x, y, at: time, isLost)
      }
    }
    return driver?.frame() ?? []
  }

  private func land(
    _ slot: Int, _ x: Int32, _ y: Int32, at time: Int64, _ isLost: Bool
  ) {
    // Often where the last one was: the kernel says nothing of its place then.
    var (x, y) = (x, y)
    if source.slots.indices.contains(slot), chance.chance(30) {
      x = source.slots[slot].axes[Int(ABS.mtPositionX - ABS.mtTouchMajor)]
      y = source.slots[slot].axes[Int(ABS.mtPositionY - ABS.mtTouchMajor)]
    }
    driver?.land(slot, x: x, y: y)
    if kind.description.has(EV.abs, ABS.mtPressure), chance.chance(60) {
      driver?.set(slot, ABS.mtPressure, Int32(chance.pick(1..<200)))
    }
    unknownFingers.remove(slot)
    if isLost {
      lostLandings = lostLandings.filter { $0 != slot } + [slot]
      reference.fingers[slot] = .init(x: x, y: y, who: nil, since: 0, age: 0)
    } else {
      reference.land(slot, x, y, at: time)
    }
  }

  private func move(
    _ slot: Int, _ x: Int32, _ y: Int32, at time: Int64, _ isLost: Bool
  ) {
    var (x, y) = (x, y)
    if chance.chance(50), let finger = reference.fingers[slot] {
      // A small step, or along one axis only.
      x = min(GateFuzz.width - 1, finger.x + 2)
      y = finger.y
    }
    driver?.move(slot, x: x, y: y)
    if unknownFingers.remove(slot) != nil {
      if isLost {
        lostLandings = lostLandings.filter { $0 != slot } + [slot]
        reference.move(slot, x, y)
      } else if driver?.slotCount == 1, kind.description.touch == .single {
        reference.land(slot, x, y, at: time)
      } else {
        reference.land(slot, x, y, at: time)
      }
    } else {
      reference.move(slot, x, y)
    }
  }

  private func lift(_ slot: Int) {
    driver?.lift(slot)
    unknownFingers.remove(slot)
    reference.lift(slot)
  }

  // MARK: Keys and axes

  private func keyFrame(at time: Int64, isLost: Bool) -> [InputEvent] {
    guard !kind.keys.isEmpty else { return [] }
    var events: [InputEvent] = []
    var used: Set<UInt16> = []
    for _ in 0..<chance.pick(1..<3) {
      let code = chance.pick(kind.keys)
      guard used.insert(code).inserted else { continue }
      if kind.description.has(EV.msc, 4) { events.append(InputEvent(EV.msc, 4, Int32(code))) }
      if heldKeys.remove(code) != nil {
        events.append(InputEvent(EV.key, code, 0))
        if isLost { lostKeys.insert(code) }
        reference.release(code)
      } else {
        heldKeys.insert(code)
        events.append(InputEvent(EV.key, code, 1))
        if isLost {
          lostKeys.insert(code)
          reference.keys[code] = .init()
        } else {
          reference.press(code, at: time)
        }
      }
    }
    // A key that focusd lifted in the kernel lifts without a change: its scan
    // code is all that is left of it.
    return events
  }

  private func padFrame(at time: Int64, isLost: Bool) -> [InputEvent] {
    let code = chance.pick(kind.padAxes)
    guard let info = kind.description.axes[code] else { return [] }
    let value =
      chance.chance(30)
      ? 0 : Int32(chance.pick(Int(info.minimum)..<Int(info.maximum) + 1))
    guard value != source.axis(code) else { return [] }
    if !isLost, reference.mayPoint(at: time) { axes[code] = value }
    return [InputEvent(EV.abs, code, value)]
  }

  // MARK: Overflow

  /// Frames are lost; the gate gets the device's state.
  func overflow() {
    lostLandings = []
    lostKeys = []
    let before = reference
    let keysBefore = source.keys
    for _ in 0..<chance.pick(1..<4) { input(isLost: true) }
    note("resynchronised")
    gate.resynchronise(source.state, into: out)
    resynchroniseReference(before, keysBefore)
    flush()
  }

  private func resynchroniseReference(_ before: GateReference, _ keysBefore: KeySet) {
    for slot in lostLandings {
      guard let finger = reference.fingers[slot] else { continue }
      // A panel without ids cannot say that the finger is another one.
      if kind.description.touch == .single, let old = before.fingers[slot],
        source.keys[BTN.touch], !unknownBefore(old, before)
      {
        reference.fingers[slot]?.who = old.who
        reference.fingers[slot]?.since = old.since
        reference.fingers[slot]?.age = old.age
        continue
      }
      reference.land(slot, finger.x, finger.y, at: lastStamp)
    }
    for code in lostKeys {
      if let old = before.keys[code], keysBefore[code], heldKeys.contains(code) {
        reference.keys[code] = old
      } else if heldKeys.contains(code) {
        reference.press(code, at: lastStamp)
      }
    }
    if reference.mayPoint(at: lastStamp) {
      for code in kind.padAxes { axes[code] = source.axis(code) }
    }
  }

  private func unknownBefore(
    _ finger: GateReference.Finger, _ before: GateReference
  ) -> Bool {
    // Held at the start and lifted in the kernel: to the gate nothing was down.
    before.heldPlaces[0] != nil
  }
}
