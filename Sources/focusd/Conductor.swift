import BoardProfile
import ControlAPI
import EvdevIO
import FocusModel
import InputGate
import LinuxIO
import ShellAdapter

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
  /// What watchers have been told of.
  private var toldDevices: [ControlStatus.Device] = []
  private let deadline: TimerFD
  private let profile: ProfileInForce
  /// Told of what has changed and what has ended.
  weak var server: ControlServer?
  /// nil where no output's geometry comes from one.
  var shell: ShellAdapter?

  /// - Parameter deadline: fires when `timePassed` is due; nobody else sets it.
  init(
    _ model: FocusModel, _ channel: InputChannel, _ manager: DeviceManager, deadline: TimerFD,
    profile: ProfileInForce
  ) {
    self.model = model
    self.channel = channel
    self.manager = manager
    self.deadline = deadline
    self.profile = profile
    post()
  }

  var appliedSerial: UInt64 { channel.appliedSerial }

  var shellStatus: ControlStatus.Shell? { shell.map(ControlStatus.Shell.init) }

  var devices: [ControlStatus.Device] { manager.devices.map(ControlStatus.Device.init) }

  func apply(_ event: FocusModel.Event, reply: PendingReply?) throws(FocusModel.Refusal) {
    let before = model
    let effects = try model.handle(event)
    post()
    if let reply { waiting.append((plan.serial, reply)) }
    if model.nextDeadline != before.nextDeadline { armDeadline() }
    server?.tellChange(from: before, to: model, effects)
    for effect in effects {
      switch effect {
      case .ended(let token, let reason): server?.end(token, reason)
      case .willResignActive(let owner): Log.info("scene \(owner.rawValue) will resign active")
      case .didBecomeActive(let owner): Log.info("scene \(owner.rawValue) did become active")
      case .interruptionBegan, .interruptionEnded: break
      case .watchKeyboard(let isOn): shell?.watch(isOn)
      case .focusWindow(let window): shell?.focus(window)
      }
    }
  }

  /// A deadline may have come.
  func timePassed() {
    deadline.drain()
    let now = Timestamp(microseconds: Clock.monotonicMicroseconds())
    // The model refuses no time.
    try? apply(.timePassed(now), reply: nil)
    armDeadline()
  }

  /// While the board sleeps nobody can come back: the clock is one that stands still then.
  private func armDeadline() {
    let wait = model.nextDeadline.map { $0.microseconds - Clock.monotonicMicroseconds() }
    do throws(SystemError) {
      // Rounded up, so that it has come when the timer fires; 0 stops it.
      try deadline.set(milliseconds: wait.map { Int(max(0, $0) / 1000) + 1 } ?? 0)
    } catch {
      Log.error("an overlay without a client may stay longer than it should: \(error)")
    }
  }

  /// Tells watchers what has become of the devices.
  func tellDevices() {
    let now = devices
    guard now != toldDevices else { return }
    server?.tellChange(from: toldDevices, to: now)
    toldDevices = now
  }

  func take(_ report: ShellReport?) {
    // No report is refused.
    try? apply(.shell(report), reply: nil)
  }

  // MARK: The profile

  /// Reads the profile again. All of it is put in force, or nothing.
  func reload() throws(ReloadFailure) -> ReloadReport {
    let reload: ProfileReload
    do throws(ProfileFailure) {
      reload = try profile.reload()
    } catch {
      ProfileLog.tell(error)
      Log.error("the profile was not reloaded: the old one stays in force")
      throw ReloadFailure(error.errors.map(\.description).joined(separator: "\n"))
    }
    // Told when it is true.
    defer { ProfileLog.tell(reload) }
    switch reload {
    case .apply(let loaded, let changes):
      putInForce(loaded.profile)
      server?.tellReload()
      return ReloadReport(applied: changes.map(\.description), needsRestart: [])
    case .restart(let changes):
      return ReloadReport(applied: [], needsRestart: changes.map(\.description))
    }
  }

  private func putInForce(_ profile: BoardProfile) {
    model.ranks = profile.ranks
    server?.roles = profile.roles
    do throws(SystemError) {
      try manager.update { profile.settings(for: $0) }
    } catch {
      Log.error("devices that were left alone so far are not looked for: \(error)")
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

extension ControlStatus.Shell {
  init(_ shell: ShellAdapter) {
    let status = shell.status
    self.init(
      socket: shell.path, state: status.state.rawValue,
      staleMilliseconds: status.staleMilliseconds, error: status.error)
  }
}
