import InputGate

/// The stand-in for hardware: makes frames of a scenario's movements.
public struct PhysicalDevice: Sendable {
  public let description: DeviceDescription
  private var driver: TouchDriver?

  public init(_ description: DeviceDescription) {
    self.description = description
    driver = TouchDriver(description)
  }

  /// The events of one frame and its `SYN_REPORT`, as a driver reports them;
  /// the kernel drops what is no change.
  public mutating func frame(_ movements: [Movement]) throws(Complaint) -> [InputEvent] {
    var events: [InputEvent] = []
    var touches = false
    for movement in movements {
      if case .event(let event) = movement {
        events.append(event)
      } else {
        try touch(movement)
        touches = true
      }
    }
    if touches, let touched = driver?.frame() { events += touched }
    return events + [.report]
  }

  private mutating func touch(_ movement: Movement) throws(Complaint) {
    guard driver != nil else { throw Complaint("the device is no touch surface") }
    switch movement {
    case .event:
      break
    case .land(let slot, let x, let y, let id, let extra):
      try require(slot, down: false)
      driver?.land(slot, x: x, y: y, id: id)
      for event in extra { driver?.set(slot, event.code, event.value) }
    case .move(let slot, let x, let y, let extra):
      try require(slot, down: true)
      driver?.move(slot, x: x, y: y)
      for event in extra { driver?.set(slot, event.code, event.value) }
    case .lift(let slot):
      try require(slot, down: true)
      driver?.lift(slot)
    }
  }

  private func require(_ slot: Int, down: Bool) throws(Complaint) {
    guard let driver else { return }
    guard (0..<driver.slotCount).contains(slot) else {
      throw Complaint("the surface has no slot \(slot)")
    }
    guard driver.isDown(slot) == down else {
      throw Complaint("slot \(slot) is \(down ? "not" : "already") down")
    }
  }

  /// focusd lifted what was down in the kernel's tables; the fingers are still there.
  public mutating func liftedByOthers() { driver?.forgetKernel() }
}
