import Glibc
import InputGate
import LinuxIO
import ScenarioKit

/// Plays a scenario on a real kernel: the counterpart of `PureWorld`.
final class LivePlayer {
  private let scenario: Scenario
  private let options: PlayOptions
  private var devices: [LiveDevice] = []
  private let clients: OverlayClients
  private var reader: MirrorReader
  /// Tokens of the reader, by device.
  private var mirrorTokens: [UInt64?]
  private var sourceTokens: [UInt64?]
  private var isStopped = false

  nonisolated(unsafe) private static var serial = 0

  init(_ scenario: Scenario, _ options: PlayOptions) throws(Trouble) {
    self.scenario = scenario
    self.options = options
    clients = OverlayClients(path: options.socket)
    reader = try MirrorReader()
    mirrorTokens = Array(repeating: nil, count: scenario.devices.count)
    sourceTokens = mirrorTokens
    if scenario.startsLate {
      try command(options.stop)
    } else {
      // Before anything is made: without focusd there is nothing to wait for.
      let status = try clients.status()
      guard status.overlays.isEmpty else {
        throw Trouble("an overlay is up already: dismiss it, see 'focusctl overlay list'")
      }
    }
    for device in scenario.devices {
      LivePlayer.serial += 1
      devices.append(try LiveDevice(device, serial: LivePlayer.serial))
    }
    for index in devices.indices {
      if let source = devices[index].source { sourceTokens[index] = try reader.add(source) }
    }
    if !scenario.startsLate { try waitForMirrors() }
  }

  func play(_ step: Step, until next: Timestamp, cancel: CancelPolicy) throws(Trouble) -> StepOutput
  {
    let start = Clock.monotonicMicroseconds()
    var isRefused = false
    switch step.action {
    case .input(let device, let movements, _): try devices[device].send(movements)
    case .drop(let device, let frames): try drop(devices[device], frames)
    case .gate(let action): isRefused = !(try clients.act(action, output: scenario.settings.output))
    case .start: try startFocusd()
    case .stop: try stopFocusd()
    case .unplug(let device):
      if let token = sourceTokens[device] { reader.remove(token) }
      devices[device].unplug()
    case .wait: break
    }
    let deadline = start + next.microseconds - step.time.microseconds
    let seen = try reader.read(
      expecting: counts(step.expectations, cancel), until: deadline,
      gone: { token in
        for index in devices.indices where mirrorTokens[index] == token {
          devices[index].mirrorIsGone()
        }
      })
    func output(_ tokens: [UInt64?]) -> [[InputEvent]] {
      tokens.map { token in token.flatMap { seen[$0] } ?? [] }
    }
    let asksForClear = step.expectations.contains { $0.kind == .clear }
    return StepOutput(
      mirror: output(mirrorTokens), source: output(sourceTokens),
      isClear: !asksForClear || devices.allSatisfy { $0.isClear() }, isRefused: isRefused)
  }

  /// Leaves the machine as it was.
  func end() throws(Trouble) {
    if isStopped { try command(options.start) } else { try clients.endAll() }
  }

  /// How many events each mirror is to give.
  private func counts(
    _ expectations: [Expectation], _ cancel: CancelPolicy
  ) -> [UInt64: Int] {
    var result: [UInt64: Int] = [:]
    for expectation in expectations where expectation.isFor(cancel) {
      switch expectation.kind {
      case .mirror(let device, let events):
        if let token = mirrorTokens[device] { result[token, default: 0] += events.count }
      case .source(let device, let events):
        if let token = sourceTokens[device] { result[token, default: 0] += events.count }
      default: break
      }
    }
    return result
  }

  // MARK: Actions

  private func drop(_ device: LiveDevice, _ frames: [[Movement]]) throws(Trouble) {
    try FocusdProcess.paused(socket: options.socket) { () throws(Trouble) in
      for frame in frames { try device.send(frame) }
      try device.flood()
    }
  }

  private func startFocusd() throws(Trouble) {
    try command(options.start)
    isStopped = false
    for device in devices { device.wasTakenOver() }
    try waitForMirrors()
  }

  private func stopFocusd() throws(Trouble) {
    try command(options.stop)
    isStopped = true
    clients.forget()
  }

  private func command(_ line: String?) throws(Trouble) {
    guard let line else { return }
    let status = system(line)
    guard status == 0 else { throw Trouble("'\(line)' failed with status \(status)") }
  }

  /// Waits until focusd mirrors every device.
  private func waitForMirrors() throws(Trouble) {
    let deadline = Clock.monotonicMicroseconds() + 10_000_000
    for index in devices.indices {
      while devices[index].mirror == nil {
        devices[index].findMirror()
        guard devices[index].mirror == nil else { break }
        guard Clock.monotonicMicroseconds() < deadline else {
          throw Trouble(try reasonForNoMirror(devices[index]))
        }
        usleep(20_000)
      }
      if let mirror = devices[index].mirror { mirrorTokens[index] = try reader.add(mirror) }
    }
  }

  private func reasonForNoMirror(_ device: LiveDevice) throws(Trouble) -> String {
    let node = device.source?.node ?? ""
    let known = try clients.status().devices.first { $0.node == node }
    let what = "no mirror of '\(device.label)' (\(node)) within 10 s"
    guard let known else {
      return "\(what): focusd does not know the device; does its profile leave it alone?"
    }
    return "\(what): focusd says \(known.reason ?? known.state.rawValue)"
  }
}
