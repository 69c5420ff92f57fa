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
  private var twinTokens: [UInt64?]
  /// What came of the step in hand so far.
  private var seen: [UInt64: [InputEvent]] = [:]
  private var isStopped = false

  /// - Parameter turn: tells its devices from those of the scenarios before, which
  ///   udev may still be taking down.
  init(_ scenario: Scenario, _ options: PlayOptions, turn: Int) throws(Trouble) {
    self.scenario = scenario
    self.options = options
    clients = OverlayClients(path: options.socket)
    reader = try MirrorReader()
    mirrorTokens = Array(repeating: nil, count: scenario.devices.count)
    sourceTokens = mirrorTokens
    twinTokens = mirrorTokens
    if scenario.startsLate {
      try ShellCommand.run(options.stop)
    } else {
      // Before anything is made: without focusd there is nothing to wait for.
      let status = try clients.status()
      guard status.overlays.isEmpty else {
        throw Trouble("an overlay is up already: dismiss it, see 'focusctl overlay list'")
      }
    }
    for (index, device) in scenario.devices.enumerated() {
      let name = "\(turn)-\(index)"
      devices.append(try LiveDevice(device, name: name, withTwin: scenario.countsRepeats))
    }
    for index in devices.indices {
      if let source = devices[index].source { sourceTokens[index] = try reader.add(source) }
      if let twin = devices[index].twin { twinTokens[index] = try reader.add(twin) }
    }
    if !scenario.startsLate { try waitForMirrors() }
  }

  func play(_ step: Step, until next: Timestamp, cancel: CancelPolicy) throws(Trouble) -> StepOutput
  {
    let start = Clock.monotonicMicroseconds()
    seen = [:]
    let expected = counts(step.expectations, cancel)
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
    try read(
      expected, until: start + next.microseconds - step.time.microseconds)
    func output(_ tokens: [UInt64?]) -> [[InputEvent]] {
      tokens.map { token in token.flatMap { seen[$0] } ?? [] }
    }
    let asksForClear = step.expectations.contains { $0.kind == .clear }
    return StepOutput(
      mirror: output(mirrorTokens), source: output(sourceTokens),
      twin: scenario.countsRepeats ? output(twinTokens) : nil,
      isClear: !asksForClear || devices.allSatisfy { $0.isClear() }, isRefused: isRefused)
  }

  /// Leaves the machine as it was.
  func end() throws(Trouble) {
    if isStopped { try ShellCommand.run(options.start) } else { try clients.endAll() }
  }

  /// Adds what comes to `seen`, until what is expected is there, silence, and `deadline`.
  private func read(_ expected: [UInt64: Int], until deadline: Int64) throws(Trouble) {
    var missing = expected
    for (token, events) in seen { missing[token]? -= events.count }
    let news = try reader.read(
      expecting: missing, until: deadline,
      gone: { token in
        for index in devices.indices where mirrorTokens[index] == token {
          devices[index].mirrorIsGone()
        }
      })
    seen.merge(news) { $0 + $1 }
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

  /// Reads while focusd starts: queues are short.
  private func startFocusd() throws(Trouble) {
    guard let line = options.start else { return }
    let command = try ShellCommand(line)
    while !(try command.hasEnded()) { try read([:], until: 0) }
    isStopped = false
    for device in devices { device.wasTakenOver() }
    try waitForMirrors()
  }

  /// Reads while focusd stops: with a mirror goes what was not read of it.
  private func stopFocusd() throws(Trouble) {
    guard let line = options.stop else { return }
    let command = try ShellCommand(line)
    while !(try command.hasEnded()) { try read([:], until: 0) }
    isStopped = true
    clients.forget()
  }

  /// Waits until focusd mirrors every device, and says so: what a device sends
  /// before that is nobody's.
  private func waitForMirrors() throws(Trouble) {
    let deadline = Clock.monotonicMicroseconds() + 10_000_000
    for index in devices.indices {
      while true {
        devices[index].findMirror()
        if devices[index].mirror != nil, try isMirrored(devices[index]) { break }
        guard Clock.monotonicMicroseconds() < deadline else {
          throw Trouble(try reasonForNoMirror(devices[index]))
        }
        usleep(20_000)
      }
      if let mirror = devices[index].mirror { mirrorTokens[index] = try reader.add(mirror) }
    }
  }

  private func isMirrored(_ device: LiveDevice) throws(Trouble) -> Bool {
    guard let node = device.source?.node else { return false }
    return try clients.status().devices.contains { $0.node == node && $0.mirror != nil }
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

extension Scenario {
  /// Whether autorepeats are counted in it.
  fileprivate var countsRepeats: Bool {
    steps.contains { step in
      step.expectations.contains {
        if case .repeats(_, _, let count) = $0.kind { return count > 0 }
        return false
      }
    }
  }
}
