/// The rules of one device and their state, as a value: `DeviceGate` owns it
/// and hands it each call once, so that nothing inside is checked for
/// exclusivity at run time.
struct GateRules {
  private var plan = GatePlan.closed
  /// Without contacts where the device is no touch surface.
  private var touch: TouchGate
  private var keys: KeyGate
  private var axes: AxisGate
  private let hasTouch: Bool
  private let isSingleTouch: Bool
  /// Type A is not mirrored yet: all of it is dropped.
  private let isTypeA: Bool
  private let scratch: FrameBuffer
  /// Of the last frame that was seen whole.
  private var lastTime = Timestamp.zero

  init(_ description: DeviceDescription, settings: GateSettings) {
    let surface = description.touch
    isSingleTouch = surface == .single
    isTypeA = surface == .typeA
    hasTouch = surface == .typeB || surface == .single
    touch = TouchGate(description, settings: settings)
    keys = KeyGate(system: settings.systemKeys)
    axes = AxisGate(description)
    scratch = FrameBuffer(capacity: isSingleTouch ? 2 * DeviceGate.frameCapacity : 1)
  }

  mutating func adopt(_ state: DeviceState, lifted: DeviceState, at time: Timestamp) {
    lastTime = time
    var state = state
    var lifted = lifted
    if isSingleTouch {
      state = SingleTouch.translate(state)
      lifted = SingleTouch.translate(lifted)
    }
    if hasTouch {
      state.keys = state.keys.subtracting(PointerEmulation.allButtons)
      touch.adopt(state, lifted: lifted.slots)
    }
    keys.adopt(state.keys)
  }

  mutating func process(
    _ frame: UnsafeBufferPointer<InputEvent>, at time: Timestamp, into out: FrameBuffer
  ) {
    lastTime = time
    guard !isTypeA else { return }
    guard hasTouch else {
      forward(frame, at: time, into: out)
      return
    }
    var frame = frame
    if isSingleTouch {
      SingleTouch.translate(frame, into: scratch)
      frame = scratch.events
    }
    touch.begin(frame, at: time, plan: plan, into: out)
    forward(frame, at: time, into: out)
  }

  private mutating func forward(
    _ frame: UnsafeBufferPointer<InputEvent>, at time: Timestamp, into out: FrameBuffer
  ) {
    // A scan code stands before its key and goes where the key goes.
    var waiting = 0
    var dropped = false
    for index in frame.indices {
      let event = frame[index]
      if event.type == EV.msc {
        waiting += 1
        continue
      }
      let before = out.count
      for misc in (index - waiting)..<index { out.append(frame[misc]) }
      let unpassed = out.count
      pass(event, at: time, into: out)
      if out.count == unpassed {
        out.truncate(to: before)
        dropped = true
      }
      waiting = 0
    }
    if hasTouch { touch.finish(into: out) }
    if out.hasOpenFrame || (!dropped && mayPassAlone(at: time)) {
      // A scan code without its key is typed all the same: it goes where keys go.
      let mayType = plan.keys.map { $0.since <= time } ?? false
      for misc in (frame.count - waiting)..<frame.count
      where mayType || frame[misc].code != MSC.scan {
        out.append(frame[misc])
      }
    }
    out.endFrame()
  }

  @inline(__always)
  private mutating func pass(_ event: InputEvent, at time: Timestamp, into out: FrameBuffer) {
    switch event.type {
    case EV.key:
      if hasTouch, touch.derives(event) {
        touch.walk(event, into: out)
      } else if keys.passes(event, at: time, plan: plan) {
        out.append(event)
      }
    case EV.abs:
      if hasTouch {
        touch.walk(event, into: out)
      } else if axes.passes(event, at: time, plan: plan) {
        out.append(event)
      }
    case EV.rel, EV.sw:
      if let leave = plan.pointer, leave.since <= time { out.append(event) }
    default:
      // LEDs, sounds and repeat settings are told to the device, not by it.
      break
    }
  }

  /// Whether a frame of scan codes or time stamps alone may pass.
  private func mayPassAlone(at time: Timestamp) -> Bool {
    guard !hasTouch, let leave = plan.keys else { return false }
    return leave.since <= time
  }

  mutating func apply(_ plan: GatePlan, into out: FrameBuffer) {
    let old = self.plan
    self.plan = plan
    if hasTouch { touch.apply(plan, into: out) }
    keys.apply(plan, after: old, into: out)
    if !hasTouch { axes.apply(plan, after: old, into: out) }
  }

  mutating func releaseAll(into out: FrameBuffer) {
    apply(.closed, into: out)
    keys.releaseAll(into: out)
  }

  mutating func change(_ settings: GateSettings, into out: FrameBuffer) {
    let plan = plan
    // By the old settings, which what is down was delivered by.
    releaseAll(into: out)
    touch.settings = settings
    keys.system = settings.systemKeys
    apply(plan, into: out)
  }

  mutating func resynchronise(_ state: DeviceState, into out: FrameBuffer) {
    guard !isTypeA else { return }
    var state = isSingleTouch ? SingleTouch.translate(state) : state
    if hasTouch {
      touch.resynchronise(state, gapStart: lastTime, plan: plan, into: out)
      state.keys = state.keys.subtracting(PointerEmulation.allButtons)
    }
    keys.resynchronise(state.keys, gapStart: lastTime, plan: plan, into: out)
    if !hasTouch { axes.resynchronise(state, gapStart: lastTime, plan: plan, into: out) }
    out.endFrame()
  }
}
