import InputGate

/// What the driver of a touch surface sends for fingers that land, move and
/// lift: contacts by the surface's protocol, then the pointer emulation, as
/// `input_mt_sync_frame` has it.
public struct TouchDriver: Sendable {
  private struct Finger {
    var id: Int32
    var x: Int32
    var y: Int32
    /// Rises with every finger: the oldest leads the pointer emulation.
    var age: Int
    /// The kernel has lost it by somebody else's hand, so it needs a new id.
    var isUnknown = false
  }

  private let surface: TouchProtocol
  private let description: DeviceDescription
  private var fingers: [Int: Finger] = [:]
  private var nextID: Int32
  private var nextAge = 0
  private var pending: [InputEvent] = []

  /// - Parameter firstID: the tracking id of the first finger. Not 0, so that
  ///   ids that pass through unchanged are seen.
  /// - Returns: nil for what is no touch surface.
  public init?(_ description: DeviceDescription, firstID: Int32 = 40) {
    guard let surface = description.touch else { return nil }
    self.surface = surface
    self.description = description
    nextID = firstID
  }

  /// The slots with a finger.
  public var down: [Int] { fingers.keys.sorted() }
  public func isDown(_ slot: Int) -> Bool { fingers[slot] != nil }
  public var slotCount: Int {
    switch surface {
    case .typeB: description.slotCount
    case .typeA: 10
    case .single: 1
    }
  }

  // MARK: Fingers

  /// - Parameter id: the tracking id, or nil for the next one.
  public mutating func land(_ slot: Int, x: Int32, y: Int32, id: Int32? = nil) {
    let id = id ?? nextID
    nextID = id == 65535 ? 0 : id + 1
    fingers[slot] = Finger(id: id, x: x, y: y, age: nextAge)
    nextAge += 1
    guard surface == .typeB else { return }
    select(slot)
    pending.append(InputEvent(EV.abs, ABS.mtTrackingID, id))
    position(x, y)
  }

  public mutating func move(_ slot: Int, x: Int32, y: Int32) {
    guard var finger = fingers[slot] else { return }
    finger.x = x
    finger.y = y
    if surface == .typeB {
      select(slot)
      if finger.isUnknown {
        finger.id = nextID
        finger.age = nextAge
        nextID += 1
        nextAge += 1
        pending.append(InputEvent(EV.abs, ABS.mtTrackingID, finger.id))
      }
      position(x, y)
    }
    finger.isUnknown = false
    fingers[slot] = finger
  }

  public mutating func lift(_ slot: Int) {
    fingers[slot] = nil
    guard surface == .typeB else { return }
    select(slot)
    pending.append(InputEvent(EV.abs, ABS.mtTrackingID, -1))
  }

  /// Another value of a finger's slot, for example its pressure.
  public mutating func set(_ slot: Int, _ code: UInt16, _ value: Int32) {
    guard surface == .typeB else { return }
    select(slot)
    pending.append(InputEvent(EV.abs, code, value))
  }

  /// Somebody lifted every finger in the kernel's tables; on the glass they are still down.
  public mutating func forgetKernel() {
    for slot in fingers.keys { fingers[slot]?.isUnknown = true }
  }

  private mutating func select(_ slot: Int) {
    pending.append(InputEvent(EV.abs, ABS.mtSlot, Int32(truncatingIfNeeded: slot)))
  }

  private mutating func position(_ x: Int32, _ y: Int32) {
    pending.append(InputEvent(EV.abs, ABS.mtPositionX, x))
    pending.append(InputEvent(EV.abs, ABS.mtPositionY, y))
  }

  // MARK: The frame

  /// Takes the events of one frame, without `SYN_REPORT`. The kernel drops
  /// what is no change.
  public mutating func frame() -> [InputEvent] {
    if surface == .typeA { reportTypeA() }
    emulate()
    defer { pending.removeAll(keepingCapacity: true) }
    return pending
  }

  private mutating func reportTypeA() {
    for slot in down {
      guard let finger = fingers[slot] else { continue }
      position(finger.x, finger.y)
      pending.append(InputEvent(EV.syn, SYN.mtReport, 0))
    }
    if fingers.isEmpty { pending.append(InputEvent(EV.syn, SYN.mtReport, 0)) }
  }

  private mutating func emulate() {
    // As the kernel's own emulation: of the contacts that it knows.
    let known = fingers.values.filter { !$0.isUnknown }
    let count = known.count
    button(BTN.touch, count > 0)
    button(BTN.toolFinger, count == 1)
    button(BTN.toolQuinttap, count == 5)
    button(BTN.toolQuadtap, count == 4)
    button(BTN.toolTripletap, count == 3)
    button(BTN.toolDoubletap, count == 2)
    guard let oldest = known.min(by: { $0.age < $1.age }) else { return }
    if description.has(EV.abs, ABS.x) {
      pending.append(InputEvent(EV.abs, ABS.x, oldest.x))
    }
    if description.has(EV.abs, ABS.y) {
      pending.append(InputEvent(EV.abs, ABS.y, oldest.y))
    }
  }

  private mutating func button(_ code: UInt16, _ down: Bool) {
    guard description.has(EV.key, code) else { return }
    pending.append(InputEvent(EV.key, code, down ? 1 : 0))
  }
}
