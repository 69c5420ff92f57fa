import InputGate
import LinuxIO

/// A grabbed device, its gate and its mirror.
///
/// One thread at a time: the control thread makes it, the input thread owns it
/// from `InputCommand.add` until `InputReport.gone`. That hand-over, and not a
/// lock, is what the `@unchecked` below stands for.
public final class GatedDevice: @unchecked Sendable {
  public let description: DeviceDescription
  public let source: EventSource
  public let mirror: UinputDevice
  private var way: Way
  private let out = FrameBuffer(capacity: DeviceGate.outputCapacity)

  /// What a frame goes through: together, so that a frame costs one access check.
  private struct Way: ~Copyable {
    var gate: DeviceGate
    var assembler = FrameAssembler(capacity: DeviceGate.frameCapacity)

    @inline(__always)
    mutating func pass(_ source: EventSource, into out: FrameBuffer) -> FrameAssembler.Step {
      while !source.isEmpty {
        let time = source.nextTime
        switch assembler.take(source.next()) {
        case .more:
          continue
        case .frame:
          gate.process(assembler.frame, at: time, into: out)
          return .frame
        case .lost:
          return .lost
        }
      }
      return .more
    }
  }

  /// Makes the mirror of a device that is grabbed. Where that fails the source
  /// stays grabbed, so that nothing goes round the gate.
  public init(
    _ source: EventSource, _ description: DeviceDescription, settings: GateSettings
  ) throws(SystemError) {
    self.source = source
    self.description = description
    mirror = try UinputDevice(description.mirror)
    let takeover = try source.settle()
    way = Way(gate: DeviceGate(description, settings: settings))
    way.gate.adopt(
      takeover.state, lifted: takeover.lifted,
      at: Timestamp(microseconds: Clock.monotonicMicroseconds()))
  }

  /// Gates and writes the next whole frame of what was read, if there is one.
  @inline(__always)
  func forwardFrame() throws(SystemError) {
    switch way.pass(source, into: out) {
    case .more: break
    case .frame: try flush()
    case .lost: try resynchronise()
    }
  }

  private func resynchronise() throws(SystemError) {
    try source.discardQueue()
    way.assembler.reset()
    way.gate.resynchronise(try source.state(), into: out)
    try flush()
  }

  func apply(_ plan: GatePlan) throws(SystemError) {
    way.gate.apply(plan, into: out)
    try flush()
  }

  func change(_ settings: GateSettings) throws(SystemError) {
    way.gate.change(settings, into: out)
    try flush()
  }

  func releaseAll() throws(SystemError) {
    way.gate.releaseAll(into: out)
    try flush()
  }

  @inline(__always)
  private func flush() throws(SystemError) {
    guard out.count > 0 else { return }
    defer { out.removeAll() }
    try mirror.write(out.events)
  }
}
