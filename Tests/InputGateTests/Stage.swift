import InputGate

/// A gate and what it wrote, for tests of one rule.
struct Stage {
  let gate: DeviceGate
  let out = FrameBuffer(capacity: DeviceGate.outputCapacity)
  private var now: Int64 = 100

  init(_ description: DeviceDescription, cancel: CancelPolicy = .palm, placed: Bool = true) {
    let place = Placement(output: OutputID(rawValue: 0), width: 100, height: 100)
    gate = DeviceGate(
      description, settings: GateSettings(placement: placed ? place : nil, cancel: cancel))
  }

  /// What the gate makes of a frame.
  mutating func frame(_ events: [InputEvent]) -> [InputEvent] {
    now += 1
    events.withUnsafeBufferPointer {
      gate.process($0, at: Timestamp(microseconds: now), into: out)
    }
    return take()
  }

  mutating func apply(_ zones: [Zone] = [], keys: Bool = false, pointer: Bool = false)
    -> [InputEvent]
  {
    now += 1
    let since = Timestamp(microseconds: now)
    let leave = Permission(owner: Stage.app, since: since)
    gate.apply(
      GatePlan(
        serial: UInt64(now), zones: zones, keys: keys ? leave : nil, pointer: pointer ? leave : nil),
      into: out)
    return take()
  }

  /// Everything is the app's.
  mutating func open() -> [InputEvent] { apply([Stage.zone()], keys: true, pointer: true) }

  mutating func resynchronise(_ state: DeviceState) -> [InputEvent] {
    gate.resynchronise(state, into: out)
    return take()
  }

  mutating func change(_ settings: GateSettings) -> [InputEvent] {
    gate.change(settings, into: out)
    return take()
  }

  mutating func releaseAll() -> [InputEvent] {
    gate.releaseAll(into: out)
    return take()
  }

  private func take() -> [InputEvent] {
    defer { out.removeAll() }
    return Array(out.events)
  }

  static let app = OwnerID(rawValue: 1)

  static func zone(
    _ rect: Rect = Rect(x: 0, y: 0, width: 100, height: 100), down: DownAction = .deliver,
    owner: OwnerID = app
  ) -> Zone {
    Zone(
      output: OutputID(rawValue: 0), rect: rect, down: down,
      permission: Permission(owner: owner, since: .zero))
  }
}

extension DeviceDescription {
  /// A type B panel of 100 by 100 units, without pointer emulation.
  static func panel(slots: Int32 = 5) -> DeviceDescription {
    DeviceDescription(
      name: "panel", properties: [InputProperty.direct],
      codes: [
        EV.abs: [ABS.mtSlot, ABS.mtTrackingID, ABS.mtPositionX, ABS.mtPositionY],
        EV.key: [],
      ],
      axes: [
        ABS.mtSlot: AxisInfo(minimum: 0, maximum: slots - 1),
        ABS.mtTrackingID: AxisInfo(minimum: 0, maximum: 65535),
        ABS.mtPositionX: AxisInfo(minimum: 0, maximum: 99),
        ABS.mtPositionY: AxisInfo(minimum: 0, maximum: 99),
      ])
  }

  static let keyboard = DeviceDescription(
    name: "keyboard", codes: [EV.key: Set(1...0x2ff), EV.msc: [MSC.scan], EV.rep: []])
}

extension InputEvent {
  static func key(_ code: UInt16, _ value: Int32) -> InputEvent { InputEvent(EV.key, code, value) }
  static func abs(_ code: UInt16, _ value: Int32) -> InputEvent { InputEvent(EV.abs, code, value) }
  static func scan(_ value: Int32) -> InputEvent { InputEvent(EV.msc, MSC.scan, value) }
  static func land(_ slot: Int32, _ id: Int32, _ x: Int32, _ y: Int32) -> [InputEvent] {
    [
      .abs(ABS.mtSlot, slot), .abs(ABS.mtTrackingID, id), .abs(ABS.mtPositionX, x),
      .abs(ABS.mtPositionY, y),
    ]
  }
}
