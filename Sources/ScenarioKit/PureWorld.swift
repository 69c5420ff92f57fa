import FocusModel
import InputGate

/// What came of a step, in whichever world it was played.
public struct StepOutput: Hashable, Sendable {
  /// What a reader of each mirror saw, by device.
  public var mirror: [[InputEvent]]
  /// What another reader of each physical device saw.
  public var source: [[InputEvent]]
  /// What a twin of each device that nobody grabs gave for the same input,
  /// where there was one: its autorepeats are the measure.
  public var twin: [[InputEvent]]?
  /// Whether nothing is down on any mirror.
  public var isClear: Bool
  /// Whether focusd refused the gate action.
  public var isRefused: Bool

  public init(
    mirror: [[InputEvent]], source: [[InputEvent]], twin: [[InputEvent]]? = nil,
    isClear: Bool, isRefused: Bool = false
  ) {
    self.mirror = mirror
    self.source = source
    self.twin = twin
    self.isClear = isClear
    self.isRefused = isRefused
  }
}

/// Model and gates without kernel, clock or daemon: plays a scenario in no time.
public struct PureWorld {
  private let devices: [PureDevice]
  private var model: FocusModel
  private var plan = GatePlan.closed
  private var isStarted = false
  /// Scenarios count from 0; nothing happens at the clock's own 0.
  private static let epoch: Int64 = 1_000_000

  public init(_ scenario: Scenario, cancel: CancelPolicy) {
    let settings = scenario.settings
    let gateSettings = GateSettings(
      placement: Placement(
        output: OutputID(rawValue: 0), width: settings.width, height: settings.height),
      cancel: cancel, systemKeys: settings.systemKeys)
    devices = scenario.devices.map { PureDevice($0.description, settings: gateSettings) }
    model = FocusModel(outputs: [
      .init(
        name: settings.output, width: settings.width, height: settings.height,
        singleScene: settings.isSingleScene)
    ])
    if !scenario.startsLate {
      start(readOnly: false, at: Timestamp(microseconds: PureWorld.epoch))
    }
  }

  /// Plays a step and lets time pass until just before `next`.
  public mutating func play(_ step: Step, until next: Timestamp?) throws(Complaint) -> StepOutput {
    let now = PureWorld.moment(step.time)
    var isRefused = false
    switch step.action {
    case .input(let device, let movements, let stamped):
      let stamp = stamped.map(PureWorld.moment) ?? now
      try devices[device].input(movements, at: now, stamped: stamp)
    case .drop(let device, let frames): try devices[device].drop(frames, at: now)
    case .gate(let action): isRefused = !tell(PureWorld.event(action, at: now), at: now)
    case .start(let readOnly): start(readOnly: readOnly, at: now)
    case .stop: for device in devices { device.end(at: now, unplugged: false) }
    case .unplug(let device): devices[device].end(at: now, unplugged: true)
    case .wait: break
    }
    if let next { advance(to: PureWorld.moment(next)) }
    let seen = devices.map { $0.takeOutput() }
    return StepOutput(
      mirror: seen.map(\.mirror), source: seen.map(\.source),
      isClear: devices.allSatisfy(\.mirror.isClear), isRefused: isRefused)
  }

  private static func moment(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: time.microseconds + epoch)
  }

  /// Lets time pass, and with it what the model waits for.
  private mutating func advance(to next: Timestamp) {
    while let deadline = model.nextDeadline, deadline.microseconds < next.microseconds {
      for device in devices { device.advance(to: deadline) }
      _ = tell(.timePassed(deadline), at: deadline)
    }
    for device in devices { device.advance(to: next) }
  }

  private mutating func start(readOnly: Bool, at now: Timestamp) {
    plan = model.plan(after: plan, at: now)
    for device in devices { device.start(plan, readOnly: readOnly, at: now) }
    isStarted = true
  }

  /// - Returns: whether the model took it.
  private mutating func tell(_ event: FocusModel.Event, at now: Timestamp) -> Bool {
    do throws(FocusModel.Refusal) {
      _ = try model.handle(event)
    } catch {
      return false
    }
    plan = model.plan(after: plan, at: now)
    if isStarted { for device in devices { device.apply(plan, at: now) } }
    return true
  }

  private static func event(_ action: GateAction, at now: Timestamp) -> FocusModel.Event {
    switch action {
    case .raise(let kind, let name, let keyboard, let pointer):
      .raise(
        OverlayRequest(kind: kind, wantsKeyboard: keyboard, wantsPointer: pointer),
        token: OverlayToken(name))
    case .present(let name, let rects):
      .present(
        OverlayToken(name),
        regions: rects.map { Region(output: OutputID(rawValue: 0), rect: $0) })
    case .confirm(let name, let entered): .confirmKeyboard(OverlayToken(name), entered: entered)
    case .dismiss(let name): .dismiss(OverlayToken(name))
    case .kill(let name): .clientGone(OverlayToken(name), at: now)
    }
  }
}

extension Scenario {
  /// Plays it without a kernel under one cancel policy.
  ///
  /// - Returns: every mismatch; after the first, later ones may follow from it.
  public func playPurely(cancel: CancelPolicy) throws(TextError) -> [Mismatch] {
    var world = PureWorld(self, cancel: cancel)
    var judge = Judge(self, cancel: cancel)
    var mismatches: [Mismatch] = []
    for (index, step) in steps.enumerated() {
      do throws(Complaint) {
        let next = index + 1 < steps.count ? steps[index + 1].time : nil
        mismatches += judge.judge(step, try world.play(step, until: next))
      } catch {
        throw error.at(file, step.line)
      }
    }
    return mismatches
  }
}
