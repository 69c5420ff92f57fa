import Glibc
import InputGate
import LinuxIO

extension EventSource {
  /// What a takeover found.
  public struct Takeover {
    /// What is down after the grab.
    public var state: DeviceState
    /// What was down and was lifted for the device's other readers.
    public var lifted: DeviceState
  }

  /// Sees to it that no other reader of a grabbed device is left with a key or
  /// contact down.
  ///
  /// A grab silences the others, the later lift included. So what is down is
  /// released *into the device*, with the grab given up for that moment: it goes
  /// to every reader, and the hardware's own release is then no change to the
  /// kernel (docs/facts.md). A key that goes down in between is found after the
  /// grab, and the turn is taken again.
  ///
  /// - Throws: `EBUSY` when another program was quicker to grab it again.
  public func settle() throws(SystemError) -> Takeover {
    var lifted = DeviceState()
    for _ in 0..<8 {
      try discardQueue()
      let state = try state()
      let releases = EventSource.releases(of: state)
      guard !releases.isEmpty, isWritable else { return Takeover(state: state, lifted: lifted) }
      lifted.add(state)
      try setGrab(false)
      // Whatever became of the releases, the device is grabbed again.
      let failure = attempt { () throws(SystemError) in try inject(releases) }
      try setGrab(true)
      if let failure { throw failure }
    }
    return Takeover(state: try state(), lifted: lifted)
  }

  private func attempt(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  static func releases(of state: DeviceState) -> [InputEvent] {
    var events: [InputEvent] = []
    for (slot, contact) in state.slots.enumerated() where contact.trackingID >= 0 {
      events.append(InputEvent(EV.abs, ABS.mtSlot, Int32(clamping: slot)))
      events.append(InputEvent(EV.abs, ABS.mtTrackingID, -1))
    }
    if !events.isEmpty {
      events.append(InputEvent(EV.abs, ABS.mtSlot, Int32(clamping: state.currentSlot)))
    }
    for code in state.keys.codes { events.append(InputEvent(EV.key, code, 0)) }
    if !events.isEmpty { events.append(.report) }
    return events
  }
}

extension DeviceState {
  /// Adds what is down in `other`.
  fileprivate mutating func add(_ other: DeviceState) {
    keys = keys.union(other.keys)
    axes = other.axes
    for slot in other.slots.indices {
      if slot >= slots.count { slots.append(Slot()) }
      if other.slots[slot].trackingID >= 0 { slots[slot] = other.slots[slot] }
    }
  }
}
