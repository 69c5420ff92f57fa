import ControlAPI
import EvdevIO
import FocusModel
import InputGate
import LinuxIO

/// Holds the model and the plan in force, and answers only what is true: a
/// reply waits until the input thread has applied the plan that it speaks of.
///
/// Control thread only.
final class Conductor: ControlHandler {
  private(set) var model: FocusModel
  private let channel: InputChannel
  private let manager: DeviceManager
  private var plan = GatePlan.closed
  /// Who hears once a plan is in force, in the order of the serials.
  private var waiting: [(serial: UInt64, reply: PendingReply)] = []
  /// Told of what has ended.
  weak var server: ControlServer?

  init(_ model: FocusModel, _ channel: InputChannel, _ manager: DeviceManager) {
    self.model = model
    self.channel = channel
    self.manager = manager
    post()
  }

  var appliedSerial: UInt64 { channel.appliedSerial }

  var devices: [ControlStatus.Device] { manager.devices.map(ControlStatus.Device.init) }

  func apply(_ event: FocusModel.Event, reply: PendingReply?) throws(FocusModel.Refusal) {
    let effects = try model.handle(event)
    post()
    if let reply { waiting.append((plan.serial, reply)) }
    for effect in effects {
      switch effect {
      case .ended(let token, let reason): server?.end(token, reason)
      case .willResignActive(let owner): Log.info("scene \(owner.rawValue) will resign active")
      case .didBecomeActive(let owner): Log.info("scene \(owner.rawValue) did become active")
      case .interruptionBegan, .interruptionEnded: break
      }
    }
  }

  private func post() {
    plan = model.plan(
      after: plan, at: Timestamp(microseconds: Clock.monotonicMicroseconds()))
    channel.post(plan)
  }

  /// Gives the answers that have become true.
  func answerApplied() {
    let applied = channel.appliedSerial
    let ready = waiting.prefix { $0.serial <= applied }
    waiting.removeFirst(ready.count)
    for item in ready { item.reply.complete() }
  }

  /// Tells every client that holds an overlay that focusd goes.
  func endAll() {
    for overlay in model.overlays { server?.end(overlay.token, .stopping) }
  }
}

extension ControlStatus.Device {
  init(_ status: DeviceManager.Status) {
    switch status.condition {
    case .gated:
      self.init(
        name: status.name, node: status.node, mirror: status.mirrorNode,
        deviceClass: status.deviceClass, state: .ok)
    case .degraded(let reason):
      self.init(
        name: status.name, node: status.node, mirror: status.mirrorNode,
        deviceClass: status.deviceClass, state: .degraded, reason: reason)
    }
  }
}
