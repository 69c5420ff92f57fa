/// The gate of one device: frames of the hardware in, frames of the mirror out.
///
/// Pure: it knows what is down, the plan, and nothing else. Every call appends
/// whole frames to `out` and never more than `outputCapacity` events. Used by
/// one thread at a time; nothing here allocates after `init`.
///
/// Rules: docs/gate.md.
public final class DeviceGate {
  private var rules: GateRules

  /// The longest frame that a device may send, in events. The kernel's own
  /// packets are bounded by the driver's hint, well below this.
  public static let frameCapacity = 2048

  /// Enough for what any call appends: both halves of a cut, every key, and a
  /// frame with all axes of all slots.
  public static let outputCapacity = 2 * frameCapacity + 2 * KEY.count + 100 * 40

  public init(_ description: DeviceDescription, settings: GateSettings) {
    rules = GateRules(description, settings: settings)
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
    rules.adopt(state, lifted: lifted, at: time)
  }

  /// Gates one frame, given without its `SYN_REPORT`.
  public func process(
    _ frame: UnsafeBufferPointer<InputEvent>, at time: Timestamp, into out: FrameBuffer
  ) {
    rules.process(frame, at: time, into: out)
  }

  /// Takes over a new plan: releases and cancels, at once, what it takes away.
  public func apply(_ plan: GatePlan, into out: FrameBuffer) { rules.apply(plan, into: out) }

  /// Leaves nothing down on the mirror: before it goes, or when its device went.
  public func releaseAll(into out: FrameBuffer) { rules.releaseAll(into: out) }

  /// Goes by other settings from here on. What is down is released first and
  /// stays silent until its own release.
  public func change(_ settings: GateSettings, into out: FrameBuffer) {
    rules.change(settings, into: out)
  }

  /// After lost events: brings the mirror to what is down now, by legal steps.
  public func resynchronise(_ state: DeviceState, into out: FrameBuffer) {
    rules.resynchronise(state, into: out)
  }
}
