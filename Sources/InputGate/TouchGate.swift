/// The gate of one touch surface: who owns each contact, and what the mirror
/// is told of it.
///
/// Speaks type B on both sides; `SingleTouch` translates older panels first.
/// A frame is walked more than once, because a contact's owner depends on a
/// position that stands behind its tracking id.
struct TouchGate {
  private(set) var contacts: [Contact]
  private var emulation: PointerEmulation
  private let axes: SurfaceAxes
  var settings: GateSettings
  private let isDirect: Bool

  /// The device's slot; −1 for one that it does not have.
  private var currentSlot = 0
  private var mirrorSlot = 0
  private var lastID: Int32 = -1
  private var lastAge: UInt64 = 0
  private var delivered = 0
  private var swallowed = 0

  // The frame in hand.
  private var walkSlot = 0
  private var landed = false
  private var emulationPasses = false

  init(_ description: DeviceDescription, settings: GateSettings) {
    contacts = Array(repeating: Contact(), count: max(1, description.slotCount))
    axes = SurfaceAxes(description)
    emulation = PointerEmulation(description)
    isDirect = description.isDirect || description.touch == .single
    self.settings = settings
  }

  // MARK: A frame

  /// Takes in what the device says, decides who owns what landed, and sends
  /// the lifts that must stand in a frame of their own.
  mutating func begin(
    _ frame: UnsafeBufferPointer<InputEvent>, at time: Timestamp, plan: GatePlan,
    into out: FrameBuffer
  ) {
    // What is lifted here was derived: the device's own buttons, which did not
    // change, would leave the mirror without them.
    let liftsFirst = liftReplaced(frame, into: out)
    walkSlot = currentSlot
    landed = false
    let wasMixed = swallowed > 0 || liftsFirst
    let had = delivered
    for event in frame where event.type == EV.abs { digest(event) }
    if landed {
      for slot in contacts.indices where contacts[slot].begins {
        decide(slot, at: time, plan: plan)
      }
    }
    emulationPasses = !wasMixed && swallowed == 0 && had + delivered > 0
  }

  /// A slot that goes from one contact to the next without a frame between:
  /// consumers see −1 and a `SYN_REPORT` first.
  ///
  /// - Returns: whether there was one.
  private mutating func liftReplaced(
    _ frame: UnsafeBufferPointer<InputEvent>, into out: FrameBuffer
  ) -> Bool {
    var slot = currentSlot
    var found = false
    for event in frame where event.type == EV.abs {
      if event.code == ABS.mtSlot { slot = existing(event.value) }
      guard event.code == ABS.mtTrackingID, slot >= 0, contacts[slot].physicalID >= 0 else {
        continue
      }
      if event.value < 0 {
        contacts[slot].ends = true
      } else if contacts[slot].ends || event.value != contacts[slot].physicalID {
        lift(slot, into: out)
        derive(into: out)
        out.endFrame()
        found = true
      }
    }
    for slot in contacts.indices where contacts[slot].ends { contacts[slot].ends = false }
    return found
  }

  @inline(__always)
  private mutating func digest(_ event: InputEvent) {
    switch event.code {
    case ABS.mtSlot:
      currentSlot = existing(event.value)
    case ABS.mtTrackingID:
      guard currentSlot >= 0, contacts[currentSlot].physicalID != event.value else { return }
      if event.value >= 0 {
        contacts[currentSlot].begins = true
        grow(currentSlot)
        landed = true
      } else {
        contacts[currentSlot].ends = !contacts[currentSlot].begins
        contacts[currentSlot].begins = false
      }
      contacts[currentSlot].physicalID = max(-1, event.value)
    case ABS.perSlot:
      guard currentSlot >= 0 else { return }
      contacts[currentSlot].physical[Contact.index(event.code)] = event.value
    default:
      emulation.digest(event)
    }
  }

  /// The youngest contact so far, in the order of the frame.
  private mutating func grow(_ slot: Int) {
    lastAge += 1
    contacts[slot].age = lastAge
  }

  private mutating func decide(_ slot: Int, at time: Timestamp, plan: GatePlan) {
    contacts[slot].since = time
    let held = isHeldOver(slot)
    contacts[slot].heldAtStart = nil
    if !held, let owner = owner(of: contacts[slot], at: time, plan: plan) {
      contacts[slot].owner = owner
      contacts[slot].fate = .delivered
      delivered += 1
    } else {
      contacts[slot].fate = .swallowed
      swallowed += 1
    }
  }

  private func isHeldOver(_ slot: Int) -> Bool {
    guard let place = contacts[slot].heldAtStart else { return false }
    let here = SIMD2(contacts[slot].physical[Contact.x], contacts[slot].physical[Contact.y])
    return axes.areClose(place, here)
  }

  private func owner(of contact: Contact, at time: Timestamp, plan: GatePlan) -> OwnerID? {
    guard isDirect else {
      guard let pointer = plan.pointer, pointer.since <= time else { return nil }
      return pointer.owner
    }
    guard let place = settings.placement else { return nil }
    let pixel = axes.pixel(contact, on: place)
    guard let zone = plan.zone(at: pixel.x, pixel.y, on: place.output), zone.down.delivers,
      zone.permission.since <= time
    else { return nil }
    return zone.permission.owner
  }

  @inline(__always)
  func derives(_ event: InputEvent) -> Bool { emulation.derives(event) }

  /// Passes one derived or `EV.abs` event of the frame, if the mirror is to have it.
  @inline(__always)
  mutating func walk(_ event: InputEvent, into out: FrameBuffer) {
    if emulation.derives(event) {
      if emulationPasses { emulation.pass(event, hasContacts: delivered > 0, into: out) }
      return
    }
    switch event.code {
    case ABS.mtSlot:
      walkSlot = existing(event.value)
    case ABS.mtTrackingID:
      guard walkSlot >= 0 else { return }
      if event.value < 0 {
        if contacts[walkSlot].ends { lift(walkSlot, into: out) }
      } else if contacts[walkSlot].begins {
        land(walkSlot, into: out)
      }
    case ABS.perSlot:
      guard walkSlot >= 0, contacts[walkSlot].fate == .delivered, !contacts[walkSlot].begins
      else { return }
      send(walkSlot, Contact.index(event.code), event.value, into: out)
    default:
      break
    }
  }

  /// Sends what the mirror still lacks of the frame.
  mutating func finish(into out: FrameBuffer) {
    if landed {
      // A contact whose tracking id came without a lift before is not walked
      // to an end above: nothing is left marked.
      for slot in contacts.indices where contacts[slot].fate == .delivered {
        if contacts[slot].begins { land(slot, into: out) }
        for axis in axes.perSlot { send(slot, axis, contacts[slot].physical[axis], into: out) }
      }
      for slot in contacts.indices { contacts[slot].begins = false }
    }
    if !emulationPasses || emulation.contradicts(delivered > 0) {
      derive(into: out)
    } else if delivered > 0 {
      emulation.catchUp(into: out)
    }
  }

  // MARK: Taking contacts away

  /// Cancels every contact that `plan` does not leave with its owner.
  mutating func apply(_ plan: GatePlan, into out: FrameBuffer) {
    guard delivered > 0 else { return }
    let mustGo = { [isDirect, settings] (contact: Contact) -> Bool in
      guard contact.fate == .delivered else { return false }
      guard isDirect else {
        guard let pointer = plan.pointer else { return true }
        return pointer.owner != contact.owner || pointer.since > contact.since
      }
      guard let place = settings.placement else { return true }
      return !plan.keeps(contactOf: contact.owner, since: contact.since, on: place.output)
    }
    guard contacts.contains(where: mustGo) else { return }
    // libinput's touchpads have no place to move to: a cancel is always a palm there.
    switch isDirect ? settings.cancel : .palm {
    case .palm:
      for slot in contacts.indices where mustGo(contacts[slot]) {
        send(slot, Contact.tool, MTTool.palm, into: out)
        swallow(slot, into: out)
      }
    case .neutral(let px, let py):
      if let place = settings.placement {
        let point = axes.position(ofPixel: px, py, on: place)
        for slot in contacts.indices where mustGo(contacts[slot]) {
          send(slot, Contact.x, point.x, into: out)
          send(slot, Contact.y, point.y, into: out)
        }
        derive(into: out)
        // The move must be a frame of its own: a lift carries no position.
        out.endFrame()
      }
      for slot in contacts.indices where mustGo(contacts[slot]) { swallow(slot, into: out) }
    }
    derive(into: out)
    out.endFrame()
  }

  private mutating func swallow(_ slot: Int, into out: FrameBuffer) {
    let id = contacts[slot].physicalID
    lift(slot, into: out)
    // Still down on the device, until its own lift.
    guard id >= 0 else { return }
    contacts[slot].physicalID = id
    contacts[slot].fate = .swallowed
    swallowed += 1
  }

  // MARK: The device's truth

  /// What is down now belongs to nobody; what was lifted on the device by
  /// focusd is remembered by where it was.
  mutating func adopt(_ state: DeviceState, lifted: [DeviceState.Slot]) {
    emulation.learn(state)
    currentSlot = existing(Int32(clamping: state.currentSlot))
    for slot in contacts.indices {
      if slot < state.slots.count {
        contacts[slot].physical = state.slots[slot].axes
        contacts[slot].physicalID = max(-1, state.slots[slot].trackingID)
      }
      if contacts[slot].physicalID >= 0 {
        contacts[slot].fate = .swallowed
        swallowed += 1
      }
      if slot < lifted.count, lifted[slot].trackingID >= 0 {
        contacts[slot].heldAtStart = SIMD2(
          lifted[slot].axes[Contact.x], lifted[slot].axes[Contact.y])
      }
    }
  }

  /// Brings the mirror to the device's truth after a loss: lifts in a frame of
  /// their own, then moves and what landed. `gapStart` is the time of the last
  /// frame that was seen whole: what landed in the gap is delivered only if
  /// its owner had leave during all of it.
  mutating func resynchronise(
    _ state: DeviceState, gapStart: Timestamp, plan: GatePlan, into out: FrameBuffer
  ) {
    emulation.learn(state)
    for slot in contacts.indices {
      let now = slot < state.slots.count ? state.slots[slot] : DeviceState.Slot()
      if contacts[slot].physicalID >= 0, contacts[slot].physicalID != now.trackingID {
        lift(slot, into: out)
      }
      contacts[slot].physical = now.axes
    }
    derive(into: out)
    out.endFrame()
    currentSlot = existing(Int32(clamping: state.currentSlot))
    markNew(state)
    for slot in contacts.indices {
      if contacts[slot].begins {
        decide(slot, at: gapStart, plan: plan)
        if contacts[slot].fate == .delivered { land(slot, into: out) }
        contacts[slot].begins = false
      }
      guard contacts[slot].fate == .delivered else { continue }
      for axis in axes.perSlot { send(slot, axis, contacts[slot].physical[axis], into: out) }
    }
    derive(into: out)
  }

  /// Finds what landed in the gap; ids rise, so they tell in which order.
  private mutating func markNew(_ state: DeviceState) {
    var last: Int32 = -1
    while true {
      var next: Int?
      for slot in contacts.indices where slot < state.slots.count && contacts[slot].fate == .none {
        let id = state.slots[slot].trackingID
        guard id > last else { continue }
        if let best = next, state.slots[best].trackingID <= id { continue }
        next = slot
      }
      guard let next else { return }
      last = state.slots[next].trackingID
      contacts[next].physicalID = last
      contacts[next].begins = true
      grow(next)
    }
  }

  // MARK: What the mirror is told

  private mutating func select(_ slot: Int, into out: FrameBuffer) {
    guard mirrorSlot != slot else { return }
    mirrorSlot = slot
    out.append(EV.abs, ABS.mtSlot, Int32(truncatingIfNeeded: slot))
  }

  /// Sends one axis of a slot if the mirror has another value.
  @inline(__always)
  private mutating func send(_ slot: Int, _ axis: Int, _ value: Int32, into out: FrameBuffer) {
    guard contacts[slot].mirror[axis] != value else { return }
    select(slot, into: out)
    contacts[slot].mirror[axis] = value
    out.append(EV.abs, ABS.mtTouchMajor + UInt16(truncatingIfNeeded: axis), value)
  }

  /// A delivered contact lands. Its tool stands before its id, else libinput
  /// takes the contact after a palm for a palm.
  private mutating func land(_ slot: Int, into out: FrameBuffer) {
    contacts[slot].begins = false
    guard contacts[slot].fate == .delivered else { return }
    send(slot, Contact.tool, contacts[slot].physical[Contact.tool], into: out)
    repeat { lastID = (lastID &+ 1) & 0xffff } while isLive(lastID)
    contacts[slot].mirrorID = lastID
    select(slot, into: out)
    out.append(EV.abs, ABS.mtTrackingID, lastID)
  }

  private func isLive(_ id: Int32) -> Bool {
    contacts.contains { $0.fate == .delivered && $0.mirrorID == id }
  }

  /// A contact is gone, on the mirror too if it had it.
  private mutating func lift(_ slot: Int, into out: FrameBuffer) {
    switch contacts[slot].fate {
    case .none: break
    case .swallowed: swallowed -= 1
    case .delivered:
      delivered -= 1
      select(slot, into: out)
      out.append(EV.abs, ABS.mtTrackingID, -1)
    }
    contacts[slot].fate = .none
    contacts[slot].mirrorID = -1
    contacts[slot].physicalID = -1
    contacts[slot].ends = false
  }

  private mutating func derive(into out: FrameBuffer) {
    emulation.derive(from: contacts, into: out)
  }

  @inline(__always)
  private func existing(_ slot: Int32) -> Int {
    contacts.indices.contains(Int(slot)) ? Int(slot) : -1
  }
}
