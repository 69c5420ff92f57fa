import BoardProfile
import ControlAPI
import EvdevIO
import FocusModel
import Glibc
import InputGate
import LinuxIO
import Service
import ShellAdapter

/// The control thread: API, hot-plug, and the input thread's reports.
final class Daemon {
  private enum Token {
    static let signals: UInt64 = 0
    static let input: UInt64 = 1
    static let devices: UInt64 = 2
    static let retry: UInt64 = 3
    static let deadline: UInt64 = 4
    /// The server's own, from here on.
    static let clients: UInt64 = 16
    /// The shell adapter's own, from here on.
    static let shell: UInt64 = 1 << 48
  }

  /// nil where systemd holds the socket: it runs one focusd only.
  private let lock: InstanceLock?
  private let signals: Signals
  private let poller: Poller
  private let channel: InputChannel
  private let manager: DeviceManager
  private let conductor: Conductor
  private let server: ControlServer
  private let retryTimer: TimerFD
  private let deadline: TimerFD
  private var isRetrying = false
  private var isReady = false
  /// The exit status, once the end has come.
  private var ending: Int32?

  private static let retryMilliseconds = 300

  /// Everything but the devices: they are taken by `run`.
  ///
  /// - Parameter passed: a socket that listens already, used instead of `socket`.
  init(
    _ profile: ProfileInForce, socket: String, passed: consuming OwnedFD? = nil
  ) throws(SystemError) {
    lock = passed == nil ? try InstanceLock.take(beside: socket) : nil
    // Before any thread starts: every one inherits the mask.
    signals = try Signals([SIGTERM, SIGINT, SIGHUP])
    signal(SIGPIPE, SIG_IGN)
    poller = try Poller()
    channel = try InputChannel()
    manager = try DeviceManager(channel) { profile.current.settings(for: $0) }
    deadline = try TimerFD()
    conductor = Conductor(
      FocusModel(outputs: profile.current.outputs, ranks: profile.current.ranks), channel,
      manager, deadline: deadline, profile: profile)
    server = try ControlServer(
      path: socket, passed: passed, roles: profile.current.roles, poller: poller,
      firstToken: Token.clients)
    server.handler = conductor
    conductor.server = server
    retryTimer = try TimerFD()
    try poller.add(signals.raw, token: Token.signals)
    try poller.add(channel.toControl.raw, token: Token.input)
    try poller.add(manager.raw, token: Token.devices)
    try poller.add(retryTimer.raw, token: Token.retry)
    try poller.add(deadline.raw, token: Token.deadline)
    server.rehearse()
    try startShell(profile.current)
  }

  private func startShell(_ profile: BoardProfile) throws(SystemError) {
    guard let shell = profile.shell,
      profile.outputs.contains(where: { $0.geometry == .compositor })
    else { return }
    let adapter = try ShellAdapter(
      path: shell.socket, outputs: profile.outputs.map(\.name), poller: poller,
      firstToken: Token.shell)
    adapter.onReport = { [unowned conductor] in conductor.take($0) }
    conductor.shell = adapter
    adapter.start()
  }

  /// Runs until a signal or a fault.
  ///
  /// - Returns: the exit status.
  func run() throws(SystemError) -> Int32 {
    let watchdog = Service.watchdogInterval
    try InputThread.start(channel, idleMilliseconds: watchdog ?? -1) {
      if watchdog != nil { Service.pingWatchdog() }
    }
    try manager.start()
    conductor.tellDevices()
    while ending == nil {
      try settle()
      let count = try poller.wait()
      for index in 0..<count { try serve(poller.ready(index)) }
    }
    return ending ?? 0
  }

  private func serve(_ ready: Poller.Ready) throws(SystemError) {
    switch ready.token {
    case Token.signals:
      while let signal = signals.next() { signal == SIGHUP ? reload() : stop() }
    case Token.input:
      channel.toControl.drain()
      let reports = channel.reports.takeAll()
      for report in reports { take(report) }
      if !reports.isEmpty { conductor.tellDevices() }
      conductor.answerApplied()
    case Token.devices:
      manager.handleMonitor()
      conductor.tellDevices()
    case Token.retry:
      retryTimer.drain()
      isRetrying = false
      manager.retry()
      conductor.tellDevices()
    case Token.deadline:
      conductor.timePassed()
    default:
      if conductor.shell?.handle(ready) != true { _ = server.handle(ready) }
    }
  }

  private func take(_ report: InputReport) {
    switch report {
    case .gone(let device, let error):
      manager.handle(device, error)
    case .released(let device):
      manager.handle(released: device)
    case .stopped:
      ending = 0
    case .failed(let error):
      Log.error("the input thread failed: \(error)")
      ending = 1
    }
  }

  /// Says what has become true, and asks for a retry where one is due.
  private func settle() throws(SystemError) {
    if !isReady, manager.areMirrorsOpen {
      isReady = true
      Log.notice("ready: \(manager.devices.count) devices, control socket \(server.path)")
      Service.ready()
    }
    if manager.needsRetry, !isRetrying {
      isRetrying = true
      try retryTimer.set(milliseconds: isReady ? Daemon.retryMilliseconds : 20)
    }
  }

  private func reload() {
    // Whoever asks by a signal reads the log.
    _ = try? conductor.reload()
  }

  private func stop() {
    Log.notice("stopping")
    Service.stopping()
    conductor.endAll()
    channel.send(.stop)
  }
}
