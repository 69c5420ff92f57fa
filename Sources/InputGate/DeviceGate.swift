/// The gate of one device: frames of the hardware in, frames of the mirror out.
///
/// Pure: it knows what is down, the plan, and nothing else. Every call appends
/// whole frames to `out` and never more than `outputCapacity` events. Used by
/// one thread at a time; nothing here allocates after `init`.
///
/// Rules: docs/gate.md.
public final class DeviceGate {
  private var plan = GatePlan.closed
  private var touch: TouchGate?
  private var keys: KeyGate
  private var axes: AxisGate
  private let isSingleTouch: Bool
  /// Type A is not mirrored yet: all of it is dropped.
  private let isTypeA: Bool
  private let scratch: FrameBuffer
  /// Of the last frame that was seen whole.
  private var lastTime = Timestamp.zero

  /// The longest frame that a device may send, in events. The kernel's own
  /// packets are bounded by the driver's hint, well below this.
  public static let frameCapacity = 2048

  /// Enough for what any call appends: both halves of a cut, every key, and a
  /// frame with all axes of all slots.
  public static let outputCapacity = 2 * frameCapacity + 2 * KEY.count + 100 * 40

  public init(_ description: DeviceDescription, settings: GateSettings) {
    let surface = description.touch
    isSingleTouch = surface == .single
    isTypeA = surface == .typeA
    touch =
      surface == .typeB || surface == .single ? TouchGate(description, settings: settings) : nil
    keys = KeyGate(system: settings.systemKeys)
    axes = AxisGate(description)
    scratch = FrameBuffer(capacity: isSingleTouch ? 2 * DeviceGate.frameCapacity : 1)
  }

  /// Starts from a device that was just grabbed: what is down stays silent
  /// until its own release.
  ///
  /// - Parameters:
  ///   - state: what is down after the grab.
  ///   - lifted: what focusd itself lifted on the device before the grab, so
  ///     that other readers are not left with it. The finger is still there and
  ///     its driver will report it as a new contact: the first contact of such
  ///     a slot is swallowed if it lands where the old one was.
  public func adopt(_ state: DeviceState, lifted: DeviceState, at time: Timestamp) {
    lastTime = time
    var state = state
    var lifted = lifted
    if isSingleTouch {
      state = SingleTouch.translate(state)
      lifted = SingleTouch.translate(lifted)
    }
    if touch != nil { state.keys = state.keys.subtracting(PointerEmulation.allButtons) }
    keys.adopt(state.keys)
    touch?.adopt(state, lifted: lifted.slots)
  }

  /// Gates one frame, given without its `SYN_REPORT`.
  public func process(
    _ frame: UnsafeBufferPointer<InputEvent>, at time: Timestamp, into out: FrameBuffer
  ) {
    lastTime = time
    guard !isTypeA else { return }
    guard touch != nil else {
      forward(frame, at: time, into: out)
      return
    }
    if isSingleTouch {
      SingleTouch.translate(frame, into: scratch)
      touch?.begin(scratch.events, at: time, plan: plan, into: out)
      forward(scratch.events, at: time, into: out)
    } else {
      touch?.begin(frame, at: time, plan: plan, into: out)
      forward(frame, at: time, into: out)
    }
  }

  private func forward(
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
    touch?.finish(into: out)
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
  private func pass(_ event: InputEvent, at time: Timestamp, into out: FrameBuffer) {
    switch event.type {
    case EV.key:
      if touch?.derives(event) == true {
        touch?.walk(event, into: out)
      } else if keys.passes(event, at: time, plan: plan) {
        out.append(event)
      }
    case EV.abs:
      if touch != nil {
        touch?.walk(event, into: out)
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
    guard touch == nil, let leave = plan.keys else { return false }
    return leave.since <= time
  }

  /// Takes over a new plan: releases and cancels, at once, what it takes away.
  public func apply(_ plan: GatePlan, into out: FrameBuffer) {
    let old = self.plan
    self.plan = plan
    touch?.apply(plan, into: out)
    keys.apply(plan, after: old, into: out)
    if touch == nil { axes.apply(plan, after: old, into: out) }
  }

  /// Leaves nothing down on the mirror: before it goes, or when its device went.
  public func releaseAll(into out: FrameBuffer) {
    apply(.closed, into: out)
    keys.releaseAll(into: out)
  }

  /// After lost events: brings the mirror to what is down now, by legal steps.
  public func resynchronise(_ state: DeviceState, into out: FrameBuffer) {
    guard !isTypeA else { return }
    var state = isSingleTouch ? SingleTouch.translate(state) : state
    if touch != nil {
      touch?.resynchronise(state, gapStart: lastTime, plan: plan, into: out)
      state.keys = state.keys.subtracting(PointerEmulation.allButtons)
    }
    keys.resynchronise(state.keys, gapStart: lastTime, plan: plan, into: out)
    if touch == nil { axes.resynchronise(state, gapStart: lastTime, plan: plan, into: out) }
    out.endFrame()
  }
}
