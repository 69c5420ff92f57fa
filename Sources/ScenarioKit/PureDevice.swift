import InputGate

/// A physical device, its gate and its mirror, without a kernel.
final class PureDevice {
  private var hardware: PhysicalDevice
  private var source: KernelDevice
  private(set) var mirror: KernelDevice
  private var gate: DeviceGate
  private let settings: GateSettings
  private var assembler = FrameAssembler(capacity: DeviceGate.frameCapacity)
  private let out = FrameBuffer(capacity: DeviceGate.outputCapacity)
  /// Whether focusd has it: others see nothing then.
  private var isGrabbed = false
  private var isGone = false

  /// What a reader of the mirror has seen since the last `takeOutput`.
  private var mirrorOutput: [InputEvent] = []
  /// The same of another reader of the physical device.
  private var sourceOutput: [InputEvent] = []

  init(_ description: DeviceDescription, settings: GateSettings) {
    hardware = PhysicalDevice(description)
    source = KernelDevice(description)
    mirror = KernelDevice(description.mirror)
    gate = DeviceGate(description, settings: settings)
    self.settings = settings
  }

  func takeOutput() -> (mirror: [InputEvent], source: [InputEvent]) {
    defer {
      mirrorOutput = []
      sourceOutput = []
    }
    return (mirrorOutput, sourceOutput)
  }

  // MARK: What happens

  func input(_ movements: [Movement], at time: Timestamp, stamped: Timestamp) throws(Complaint) {
    read(try report(movements, at: time), at: time, stamped: stamped)
  }

  /// The frames reach the kernel, but its queue overflows: the reader finds
  /// `SYN_DROPPED`, the newest frame, and the device's state.
  func drop(_ frames: [[Movement]], at time: Timestamp) throws(Complaint) {
    var newest: [InputEvent] = []
    for movements in frames { newest = try report(movements, at: time) }
    guard isGrabbed else { return }
    if newest.isEmpty { newest = [.report] }
    for event in [InputEvent(EV.syn, SYN.dropped, 0)] + newest {
      switch assembler.take(event) {
      case .more: continue
      case .frame: gate.process(assembler.frame, at: time, into: out)
      case .lost: gate.resynchronise(source.state, into: out)
      }
    }
    flush(at: time)
  }

  /// focusd takes the device over, as `EventSource.settle` does.
  func start(_ plan: GatePlan, readOnly: Bool, at time: Timestamp) {
    let description = source.currentDescription
    gate = DeviceGate(description, settings: settings)
    mirror = KernelDevice(description.mirror)
    var lifted = DeviceState()
    if !readOnly, !source.isClear {
      lifted = source.state
      for event in PureDevice.releases(of: lifted) {
        source.write(event, at: time, into: &sourceOutput)
      }
      hardware.liftedByOthers()
    }
    isGrabbed = true
    gate.adopt(source.state, lifted: lifted, at: time)
    apply(plan, at: time)
  }

  func apply(_ plan: GatePlan, at time: Timestamp) {
    gate.apply(plan, into: out)
    flush(at: time)
  }

  /// focusd lets the device go, or it is unplugged.
  func end(at time: Timestamp, unplugged: Bool) {
    if unplugged {
      var released: [InputEvent] = []
      source.unregister(at: time, into: &released)
      read(released, at: time, stamped: time)
    }
    gate.releaseAll(into: out)
    flush(at: time)
    isGrabbed = false
    if unplugged { isGone = true }
  }

  /// Keys that are held repeat.
  func advance(to time: Timestamp) {
    guard !isGone else { return }
    var repeats: [InputEvent] = []
    source.advance(to: time, into: &repeats)
    read(repeats, at: time, stamped: time)
    mirror.advance(to: time, into: &mirrorOutput)
  }

  // MARK: Ways of events

  private func report(
    _ movements: [Movement], at time: Timestamp
  ) throws(Complaint) -> [InputEvent] {
    guard !isGone else { throw Complaint("the device is unplugged") }
    var seen: [InputEvent] = []
    for event in try hardware.frame(movements) { source.write(event, at: time, into: &seen) }
    return seen
  }

  private func read(_ events: [InputEvent], at time: Timestamp, stamped: Timestamp) {
    guard isGrabbed else {
      sourceOutput += events
      return
    }
    for event in events where assembler.take(event) == .frame {
      gate.process(assembler.frame, at: stamped, into: out)
    }
    flush(at: time)
  }

  private func flush(at time: Timestamp) {
    for event in out.events { mirror.write(event, at: time, into: &mirrorOutput) }
    out.removeAll()
  }

  private static func releases(of state: DeviceState) -> [InputEvent] {
    var events: [InputEvent] = []
    for (slot, contact) in state.slots.enumerated() where contact.trackingID >= 0 {
      events.append(InputEvent(EV.abs, ABS.mtSlot, Int32(clamping: slot)))
      events.append(InputEvent(EV.abs, ABS.mtTrackingID, -1))
    }
    for code in state.keys.codes { events.append(InputEvent(EV.key, code, 0)) }
    return events + [.report]
  }
}
