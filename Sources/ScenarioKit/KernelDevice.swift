import InputGate

/// What the kernel makes of events that are written to a device: a model of
/// `drivers/input/input.c`, for tests without one.
///
/// Events that change nothing are dropped, `ABS_MT_SLOT` comes only before a
/// value of another slot, `fuzz` filters, empty frames vanish, and a key that
/// is held repeats.
public struct KernelDevice: Sendable {
  public let description: DeviceDescription
  public private(set) var keys = KeySet()
  private var switches: [UInt16: Int32] = [:]
  private var values: [UInt16: Int32] = [:]
  public private(set) var slots: [DeviceState.Slot]
  /// The slot that was written last, and the one that readers know of.
  private var stagedSlot = 0
  private var tellsSlot: Int
  private var open: [InputEvent] = []
  private var autorepeat: Autorepeat

  public init(_ description: DeviceDescription) {
    self.description = description
    values = description.axes.mapValues(\.value)
    let isTypeB = description.touch == .typeB || description.has(EV.abs, ABS.mtSlot)
    let maximum = description.axes[ABS.mtSlot]?.maximum ?? -1
    slots = Array(repeating: .init(), count: isTypeB ? min(100, max(1, Int(maximum) + 1)) : 0)
    tellsSlot = Int(description.axes[ABS.mtSlot]?.value ?? 0)
    autorepeat = Autorepeat(description)
  }

  /// Writes one event and appends to `out` the frame that it ends, if any.
  public mutating func write(
    _ event: InputEvent, at time: Timestamp, into out: inout [InputEvent]
  ) {
    switch event.type {
    case EV.syn:
      if event.code == SYN.mtReport { open.append(event) }
      guard event.code == SYN.report else { return }
      guard !open.isEmpty else { return }
      out += open
      out.append(event)
      open.removeAll(keepingCapacity: true)
    case EV.key:
      guard description.has(EV.key, event.code) else { return }
      if event.value != 2 {
        guard keys[event.code] != (event.value != 0) else { return }
        keys[event.code] = event.value != 0
        autorepeat.key(event, at: time)
      }
      open.append(event)
    case EV.abs:
      axis(event)
    case EV.rel:
      if event.value != 0, description.has(EV.rel, event.code) { open.append(event) }
    case EV.sw:
      guard description.has(EV.sw, event.code), switches[event.code, default: 0] != event.value
      else { return }
      switches[event.code] = event.value
      open.append(event)
    case EV.msc:
      if description.has(EV.msc, event.code) { open.append(event) }
    default:
      break
    }
  }

  private mutating func axis(_ event: InputEvent) {
    guard let info = description.axes[event.code] else { return }
    if event.code == ABS.mtSlot {
      if slots.indices.contains(Int(event.value)) { stagedSlot = Int(event.value) }
      return
    }
    var value = event.value
    guard ABS.perSlot.contains(event.code) else {
      let old = values[event.code, default: 0]
      value = KernelDevice.defuzz(value, old, info.fuzz)
      guard value != old else { return }
      values[event.code] = value
      open.append(InputEvent(EV.abs, event.code, value))
      return
    }
    if !slots.isEmpty {
      let old = slotValue(stagedSlot, event.code)
      value = KernelDevice.defuzz(value, old, info.fuzz)
      guard value != old else { return }
      setSlotValue(stagedSlot, event.code, value)
      if tellsSlot != stagedSlot {
        tellsSlot = stagedSlot
        open.append(InputEvent(EV.abs, ABS.mtSlot, Int32(truncatingIfNeeded: stagedSlot)))
      }
    }
    open.append(InputEvent(EV.abs, event.code, value))
  }

  private func slotValue(_ slot: Int, _ code: UInt16) -> Int32 {
    code == ABS.mtTrackingID
      ? slots[slot].trackingID : slots[slot].axes[Int(code - ABS.mtTouchMajor)]
  }

  private mutating func setSlotValue(_ slot: Int, _ code: UInt16, _ value: Int32) {
    if code == ABS.mtTrackingID {
      slots[slot].trackingID = value
    } else {
      slots[slot].axes[Int(code - ABS.mtTouchMajor)] = value
    }
  }

  private static func defuzz(_ value: Int32, _ old: Int32, _ fuzz: Int32) -> Int32 {
    guard fuzz > 0 else { return value }
    let new = Int64(value)
    let old64 = Int64(old)
    let distance = abs(new - old64)
    if distance < Int64(fuzz) / 2 { return old }
    if distance < Int64(fuzz) { return Int32(clamping: (old64 * 3 + new) / 4) }
    if distance < Int64(fuzz) * 2 { return Int32(clamping: (old64 + new) / 2) }
    return value
  }

  /// Lets time pass: appends the autorepeats before `time`, each a frame.
  public mutating func advance(to time: Timestamp, into out: inout [InputEvent]) {
    while let code = autorepeat.next(before: time) {
      out.append(InputEvent(EV.key, code, 2))
      out.append(InputEvent(EV.syn, SYN.report, 1))
    }
  }

  /// The device goes: the kernel releases its keys and no contact
  /// (`input_dev_release_keys`).
  public mutating func unregister(at time: Timestamp, into out: inout [InputEvent]) {
    for code in keys.codes { write(InputEvent(EV.key, code, 0), at: time, into: &out) }
    write(.report, at: time, into: &out)
  }

  /// What `EVIOCGABS` tells beside the ranges: a mirror that is made now starts there.
  public var currentDescription: DeviceDescription {
    var result = description
    for (code, value) in values where !ABS.perSlot.contains(code) {
      result.axes[code]?.value = value
    }
    if !slots.isEmpty { result.axes[ABS.mtSlot]?.value = Int32(clamping: tellsSlot) }
    return result
  }

  /// What `EVIOCGKEY`, `EVIOCGABS` and `EVIOCGMTSLOTS` tell.
  public var state: DeviceState {
    DeviceState(keys: keys, axes: values, currentSlot: tellsSlot, slots: slots)
  }

  public func axis(_ code: UInt16) -> Int32 { values[code, default: 0] }

  /// Whether no key and no contact is down.
  public var isClear: Bool { keys.isEmpty && !slots.contains { $0.trackingID >= 0 } }
}

extension DeviceState {
  /// Whether no key and no contact is down.
  public var isClear: Bool { keys.isEmpty && !slots.contains { $0.trackingID >= 0 } }
}
