import FocusModel
import InputGate
import ScenarioKit

/// A device, its gate and its mirror, for recordings.
struct CorpusStage {
  private var source: KernelDevice
  private(set) var mirror: KernelDevice
  private(set) var watch = MirrorWatch()
  private let gate: DeviceGate
  private let out = FrameBuffer(capacity: DeviceGate.outputCapacity)
  private var model: FocusModel
  private var plan = GatePlan.closed
  private var now: Int64 = 1
  private var lastID: Int32 = -1
  private let token = OverlayToken("c")

  init(_ description: DeviceDescription, cancel: CancelPolicy) {
    source = KernelDevice(description)
    mirror = KernelDevice(description.mirror)
    let place = Placement(output: OutputID(rawValue: 0), width: 1024, height: 768)
    gate = DeviceGate(description, settings: GateSettings(placement: place, cancel: cancel))
    model = FocusModel(outputs: [.init(name: "X", width: 1024, height: 768, singleScene: true)])
    gate.adopt(source.state, lifted: DeviceState(), at: Timestamp(microseconds: now))
    take()
  }

  /// A frame of the recording: what readers of the device and of the mirror see.
  mutating func feed(
    _ frame: EvemuFile.Frame
  ) -> (source: [InputEvent], mirror: [InputEvent]) {
    now += 1000
    let time = Timestamp(microseconds: now)
    var seen: [InputEvent] = []
    for event in frame.events + [.report] { source.write(event, at: time, into: &seen) }
    guard seen.count > 1 else { return ([], []) }
    Array(seen.dropLast()).withUnsafeBufferPointer { gate.process($0, at: time, into: out) }
    return (seen, flush())
  }

  /// What the mirror is to say of this: no autorepeat, ids of its own.
  mutating func documented(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    for event in events {
      if event.type == EV.key, event.value == 2 { continue }
      if event.type == EV.syn {
        if let last = result.last, last != .report { result.append(.report) }
      } else if event.type == EV.abs, event.code == ABS.mtTrackingID, event.value >= 0 {
        lastID += 1
        result.append(InputEvent(EV.abs, ABS.mtTrackingID, lastID))
      } else {
        result.append(event)
      }
    }
    return result
  }

  mutating func shut() {
    now += 1
    _ = try? model.handle(.raise(OverlayRequest(kind: .call), token: token))
    take()
  }

  mutating func open() {
    now += 1
    _ = try? model.handle(.dismiss(token))
    take()
  }

  mutating func end() {
    gate.releaseAll(into: out)
    _ = flush()
  }

  private mutating func take() {
    plan = model.plan(after: plan, at: Timestamp(microseconds: now))
    gate.apply(plan, into: out)
    _ = flush()
  }

  private mutating func flush() -> [InputEvent] {
    var seen: [InputEvent] = []
    let time = Timestamp(microseconds: now)
    for event in out.events { mirror.write(event, at: time, into: &seen) }
    out.removeAll()
    for event in seen { watch.take(event) }
    return seen
  }
}
