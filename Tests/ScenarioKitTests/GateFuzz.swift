import FocusModel
import InputGate
import ScenarioKit

/// One random life of one device under one model: hardware, kernel, gate,
/// mirror, and the reference beside them.
final class GateFuzz {
  static let width: Int32 = 100
  static let height: Int32 = 80
  static let grace: Int64 = 20_000
  static let neutral = (x: Int32(99), y: Int32(79))

  var chance: SplitMix64
  let kind: FuzzDevice
  let cancel: CancelPolicy
  let gate: DeviceGate
  var assembler = FrameAssembler(capacity: DeviceGate.frameCapacity)
  let out: FrameBuffer
  var source: KernelDevice
  var mirror: KernelDevice
  var driver: TouchDriver?
  var model: FocusModel
  var plan = GatePlan.closed
  var reference: GateReference
  var watch = MirrorWatch()

  var now: Int64 = 1_000_000
  /// Of the last frame that the gate saw whole.
  var lastStamp: Int64 = 0
  /// Keys that are down in the user's hand.
  var heldKeys: Set<UInt16> = []
  /// Fingers that focusd lifted in the kernel at its start and that have not moved since.
  var unknownFingers: Set<Int> = []
  /// What a pad's axes must be on the mirror.
  var axes: [UInt16: Int32] = [:]
  var nextName = 0
  /// What happened in an overflow, until the resynchronisation.
  var lostLandings: [Int] = []
  var lostKeys: Set<UInt16> = []
  /// Motion that the frame at hand must bring to the mirror.
  var expectedMotion: [InputEvent]?
  var log: [String]?
  var complaint: String?

  init(seed: UInt64, out: FrameBuffer, logs: Bool) {
    chance = SplitMix64(seed: seed)
    kind = chance.pick(FuzzDevice.all)
    cancel = chance.chance(50) ? .palm : .neutral(x: GateFuzz.neutral.x, y: GateFuzz.neutral.y)
    let system = SystemKeys(pass: KeySet([116]), take: KeySet([115]))
    let place = Placement(
      output: OutputID(rawValue: 0), width: GateFuzz.width, height: GateFuzz.height)
    gate = DeviceGate(
      kind.description,
      settings: GateSettings(placement: place, cancel: cancel, systemKeys: system))
    self.out = out
    source = KernelDevice(kind.description)
    mirror = KernelDevice(kind.description.mirror)
    driver = TouchDriver(kind.description)
    model = FocusModel(
      outputs: [
        .init(name: "X", width: GateFuzz.width, height: GateFuzz.height, singleScene: true)
      ], grace: GateFuzz.grace)
    reference = GateReference(
      width: GateFuzz.width, height: GateFuzz.height, isDirect: kind.description.isDirect,
      system: system)
    if logs { log = ["\(kind.name) \(cancel)"] }
  }

  // MARK: The play

  /// - Returns: what is wrong, or nil.
  func run() -> String? {
    adopt()
    for _ in 0..<chance.pick(8..<32) where complaint == nil {
      now += Int64(chance.pick(0..<8000))
      watch.beginStep()
      expire()
      step()
      check()
    }
    guard complaint == nil else { return complaint }
    finish()
    return complaint
  }

  func note(_ text: @autoclosure () -> String) {
    if log != nil { log?.append("\(now): \(text())") }
  }

  func fail(_ text: String) { if complaint == nil { complaint = text } }

  private func step() {
    switch chance.pick(0..<100) {
    case ..<62: input(isLost: false)
    case ..<90: overlay()
    case ..<97: overflow()
    default: note("nothing")
    }
  }

  /// Something may be down when focusd starts; it may or may not be able to lift it.
  private func adopt() {
    for _ in 0..<chance.pick(0..<3) { input(isLost: true) }
    var lifted = DeviceState()
    let mayLift = chance.chance(50)
    if mayLift, !source.isClear {
      lifted = source.state
      var ignored: [InputEvent] = []
      for (slot, contact) in lifted.slots.enumerated() where contact.trackingID >= 0 {
        source.write(
          InputEvent(EV.abs, ABS.mtSlot, Int32(slot)), at: stamp(now), into: &ignored)
        source.write(InputEvent(EV.abs, ABS.mtTrackingID, -1), at: stamp(now), into: &ignored)
      }
      for code in lifted.keys.codes {
        source.write(InputEvent(EV.key, code, 0), at: stamp(now), into: &ignored)
      }
      source.write(.report, at: stamp(now), into: &ignored)
      driver?.forgetKernel()
      unknownFingers = Set(reference.fingers.keys)
      for (slot, finger) in reference.fingers {
        reference.heldPlaces[slot] = (finger.x, finger.y)
      }
    }
    note("adopted, \(mayLift ? "lifted" : "not lifted")")
    lastStamp = now
    gate.adopt(source.state, lifted: lifted, at: stamp(now))
    for slot in reference.fingers.keys { reference.fingers[slot]?.who = nil }
    for code in reference.keys.keys { reference.keys[code] = .init() }
    axes = [:]
    flush()
    plan = model.plan(after: plan, at: stamp(now))
    reference.settle(at: now)
    restAxes()
    gate.apply(plan, into: out)
    flush()
    check()
  }

  private func finish() {
    note("released")
    watch.beginStep()
    if chance.chance(50) {
      var released: [InputEvent] = []
      source.unregister(at: stamp(now), into: &released)
      note("unplugged")
      feed(released, stamp: now)
      // The kernel lifts no contact; its BTN_TOUCH alone would be a tap to some.
      // (On a single-touch panel BTN_TOUCH is the contact.)
      let isScreen = kind.description.isDirect && kind.description.touch == .typeB
      let lost = isScreen && !reference.delivered.isEmpty
      if lost, !mirror.keys[BTN.touch] { fail("BTN_TOUCH lifts before its contacts") }
    }
    gate.releaseAll(into: out)
    flush()
    if let wrong = watch.complaint { fail(wrong) }
    if !mirror.isClear { fail("something is down at the end") }
  }

  // MARK: Frames

  func stamp(_ time: Int64) -> Timestamp { Timestamp(microseconds: time) }

  /// Whether the frame has pointer motion, given to the gate at `stamp`.
  func feed(_ events: [InputEvent], stamp time: Int64) {
    for event in events where assembler.take(event) == .frame {
      gate.process(assembler.frame, at: stamp(time), into: out)
    }
    flush()
  }

  func flush() {
    if out.overflowed || out.count > DeviceGate.outputCapacity { fail("the output overflowed") }
    if let last = out.events.last, last != .report { fail("the output ends without SYN") }
    var seen: [InputEvent] = []
    for event in out.events { mirror.write(event, at: stamp(now), into: &seen) }
    out.removeAll()
    for event in seen {
      if log != nil { log?.append("      > " + event.text) }
      watch.take(event)
    }
  }

  // MARK: Overlays

  private static let kinds: [OverlayKind] = [
    .lock, .call, .controlPanel, .notification, .onScreenKeyboard,
  ]

  private func overlay() {
    let names = reference.layers.map(\.name)
    if names.isEmpty || (names.count < 3 && chance.chance(25)) { return raise() }
    let name = chance.pick(names)
    let token = OverlayToken(name)
    if reference.layers.contains(where: { $0.name == name && $0.abandoned != nil }) {
      if chance.chance(50) { return reclaim(name) }
      note("dismiss \(name)")
      tell(.dismiss(token))
      reference.remove(name)
      return takePlan()
    }
    switch chance.pick(0..<100) {
    case ..<35:
      let rects = (0..<chance.pick(1..<3)).map { _ in rectangle() }
      note("present \(name) \(rects.map { "\($0.x) \($0.y) \($0.width) \($0.height)" })")
      tell(.present(token, regions: rects.map { Region(output: OutputID(rawValue: 0), rect: $0) }))
      reference.change(name) { $0.regions = rects }
    case ..<55:
      let entered = chance.chance(70)
      guard reference.layers.contains(where: { $0.name == name && $0.wantsKeyboard }) else {
        return
      }
      note("\(entered ? "confirm" : "leave") \(name)")
      tell(.confirmKeyboard(token, entered: entered))
      reference.change(name) { $0.isConfirmed = entered }
    case ..<85:
      note("dismiss \(name)")
      tell(.dismiss(token))
      reference.remove(name)
    default:
      note("kill \(name)")
      tell(.clientGone(token, at: stamp(now)))
      reference.change(name) {
        $0.regions = []
        $0.isConfirmed = false
        $0.abandoned = now
      }
    }
    takePlan()
  }

  private func reclaim(_ name: String) {
    note("reclaim \(name)")
    tell(.reclaim(OverlayToken(name)))
    reference.change(name) { $0.abandoned = nil }
    takePlan()
  }

  /// What nobody came back for ends when its time has come.
  private func expire() {
    tell(.timePassed(stamp(now)))
    guard reference.expire(grace: GateFuzz.grace, at: now) else { return }
    note("abandoned overlays end")
    takePlan()
  }

  private func raise() {
    let name = "o\(nextName)"
    nextName += 1
    let kind = chance.pick(GateFuzz.kinds)
    let keyboard = chance.chance(60)
    let pointer = chance.chance(60)
    note("raise \(kind) as \(name)\(keyboard ? " keyboard" : "")\(pointer ? " pointer" : "")")
    tell(
      .raise(
        OverlayRequest(kind: kind, wantsKeyboard: keyboard, wantsPointer: pointer),
        token: OverlayToken(name)))
    reference.raise(name, kind, keyboard: keyboard, pointer: pointer)
    takePlan()
  }

  private func rectangle() -> Rect {
    if chance.chance(40) { return Rect(x: 0, y: 0, width: GateFuzz.width, height: GateFuzz.height) }
    let x = chance.pick(0..<60)
    let y = chance.pick(0..<50)
    return Rect(
      x: Int32(x), y: Int32(y), width: Int32(chance.pick(1..<41)),
      height: Int32(chance.pick(1..<31)))
  }

  private func tell(_ event: FocusModel.Event) {
    do { _ = try model.handle(event) } catch { fail("refused \(event): \(error)") }
  }

  private func takePlan() {
    plan = model.plan(after: plan, at: stamp(now))
    let pointer = reference.leaves.first { $0.place == .pointer }
    reference.settle(at: now)
    if reference.leaves.first(where: { $0.place == .pointer }) != pointer { restAxes() }
    gate.apply(plan, into: out)
    flush()
    checkCancels()
  }

  /// Everything of a pad is let go.
  private func restAxes() { axes = axes.mapValues { _ in 0 } }
}
