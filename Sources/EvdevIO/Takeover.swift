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

  /// Grabs the device so that no other reader is left with a key or contact down.
  ///
  /// A grab silences the others, the later lift included. So what is down is
  /// released *into the device* first: that goes to every reader, and the
  /// hardware's own release is then no change to the kernel (docs/facts.md).
  /// A key that goes down in between is found after the grab, and the grab is
  /// given up for another turn.
  ///
  /// - Throws: `EBUSY` when another program holds the grab.
  public func takeOver() throws(SystemError) -> Takeover {
    var lifted = DeviceState()
    for _ in 0..<8 {
      try setGrab(true)
      try discardQueue()
      let state = try state()
      let releases = EventSource.releases(of: state)
      guard !releases.isEmpty else { return Takeover(state: state, lifted: lifted) }
      lifted.add(state)
      try setGrab(false)
      do throws(SystemError) {
        try inject(releases)
      } catch {
        // Not open for writing: the others keep what is down, we stay silent about it.
        break
      }
    }
    try setGrab(true)
    return Takeover(state: try state(), lifted: lifted)
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
