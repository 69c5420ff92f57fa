import InputGate

/// Compares what came of each step with what was to come: exactly that, and
/// nothing more.
///
/// The same for the pure world and a real kernel.
public struct Judge: Sendable {
  private let scenario: Scenario
  private let cancel: CancelPolicy
  /// The tracking ids that stand for `id#1` and so on, by device.
  private var ids: [[Int: Int32]]
  /// The keys that readers of each mirror know to be down.
  private var down: [KeySet]

  public init(_ scenario: Scenario, cancel: CancelPolicy) {
    self.scenario = scenario
    self.cancel = cancel
    ids = Array(repeating: [:], count: scenario.devices.count)
    down = Array(repeating: KeySet(), count: scenario.devices.count)
  }

  public mutating func judge(_ step: Step, _ output: StepOutput) -> [Mismatch] {
    let expectations = step.expectations.filter { $0.isFor(cancel) }
    var mismatches: [Mismatch] = []
    func fail(_ heading: String, _ lines: [String] = []) {
      mismatches.append(
        Mismatch(
          file: scenario.file, line: step.line, step: step.text, policy: cancel.name,
          heading: heading, lines: lines))
    }

    for device in scenario.devices.indices {
      let label = scenario.devices[device].label
      var expected: [ExpectedEvent] = []
      var source: [ExpectedEvent]?
      for expectation in expectations {
        switch expectation.kind {
        case .mirror(device, let events): expected += events
        case .source(device, let events): source = (source ?? []) + events
        default: break
        }
      }
      let (events, repeats) = split(output.mirror[device], device)
      let others = Judge.withoutRepeats(output.source[device])
      if !matches(expected, events, device) {
        fail("the mirror of '\(label)' gave", diff(expected, events, device))
      }
      if let source, !matches(source, others, device) {
        fail("other readers of '\(label)' saw", diff(source, others, device))
      }
      for expectation in expectations {
        guard case .repeats(device, let code, let count) = expectation.kind else { continue }
        let seen = repeats[code, default: 0]
        let right = count == 0 ? 0 : twinRepeats(output, device, code) ?? count
        if abs(seen - right) > (count == 0 ? 0 : 1) {
          fail("\(EventNames.name(EV.key, code)) repeated \(seen) times, not \(right)")
        }
      }
    }

    if expectations.contains(where: { $0.kind == .clear }), !output.isClear {
      fail("something is down on a mirror")
    }
    let wantsRefusal = expectations.contains { $0.kind == .refused }
    if wantsRefusal, !output.isRefused { fail("it was not refused") }
    if !wantsRefusal, output.isRefused { fail("it was refused") }
    return mismatches
  }

  /// Takes the autorepeats of keys that are down out of the events and counts
  /// them; each is a frame of its own.
  private mutating func split(
    _ events: [InputEvent], _ device: Int
  ) -> (events: [InputEvent], repeats: [UInt16: Int]) {
    var rest: [InputEvent] = []
    var repeats: [UInt16: Int] = [:]
    var start = events.startIndex
    while start < events.endIndex {
      let end = events[start...].firstIndex { $0.type == EV.syn && $0.code == SYN.report }
      let frame = events[start...(end ?? events.endIndex - 1)]
      let repeated = frame.filter { $0.type == EV.key && $0.value == 2 && down[device][$0.code] }
      if !repeated.isEmpty, repeated.count == frame.count - 1 {
        for event in repeated { repeats[event.code, default: 0] += 1 }
      } else {
        rest += frame
        for event in frame where event.type == EV.key {
          down[device][event.code] = event.value != 0
        }
      }
      start = frame.endIndex
    }
    return (rest, repeats)
  }

  /// How often the key repeated on a device that nobody grabs: a kernel's
  /// timers are coarser than the file's figure.
  private func twinRepeats(_ output: StepOutput, _ device: Int, _ code: UInt16) -> Int? {
    output.twin?[device].filter { $0 == InputEvent(EV.key, code, 2) }.count
  }

  private static func withoutRepeats(_ events: [InputEvent]) -> [InputEvent] {
    var rest: [InputEvent] = []
    for event in events where !(event.type == EV.key && event.value == 2) {
      let isEnd = event.type == EV.syn && event.code == SYN.report
      if isEnd, rest.isEmpty || rest.last == .report { continue }
      rest.append(isEnd ? .report : event)
    }
    return rest
  }

  private mutating func matches(
    _ expected: [ExpectedEvent], _ events: [InputEvent], _ device: Int
  ) -> Bool {
    guard expected.count == events.count else { return false }
    for (want, have) in zip(expected, events) where !accepts(want, have, device) { return false }
    return true
  }

  private mutating func accepts(
    _ want: ExpectedEvent, _ have: InputEvent, _ device: Int
  ) -> Bool {
    switch want {
    case .exact(let event):
      return event == have
    case .contact(let number):
      guard have.type == EV.abs, have.code == ABS.mtTrackingID, have.value >= 0 else {
        return false
      }
      if let bound = ids[device][number] { return bound == have.value }
      guard !ids[device].values.contains(have.value) else { return false }
      ids[device][number] = have.value
      return true
    }
  }

  // MARK: Differences

  /// The longest common part stays; `-` was to come, `+` came instead.
  private mutating func diff(
    _ expected: [ExpectedEvent], _ events: [InputEvent], _ device: Int
  ) -> [String] {
    // Quadratic; what floods is cut.
    let want = Array(expected.prefix(200))
    let have = Array(events.prefix(200))
    var common = Array(repeating: Array(repeating: 0, count: have.count + 1), count: want.count + 1)
    for i in want.indices.reversed() {
      for j in have.indices.reversed() {
        common[i][j] =
          alike(want[i], have[j], device)
          ? common[i + 1][j + 1] + 1 : max(common[i + 1][j], common[i][j + 1])
      }
    }
    var lines: [String] = []
    var (i, j) = (0, 0)
    while i < want.count || j < have.count {
      if i < want.count, j < have.count, alike(want[i], have[j], device) {
        _ = accepts(want[i], have[j], device)
        lines.append("    " + have[j].text)
        i += 1
        j += 1
      } else if j == have.count || (i < want.count && common[i + 1][j] >= common[i][j + 1]) {
        lines.append("  - " + want[i].text)
        i += 1
      } else {
        lines.append("  + " + have[j].text)
        j += 1
      }
    }
    if events.count > have.count { lines.append("  … \(events.count - have.count) more") }
    return lines
  }

  private func alike(_ want: ExpectedEvent, _ have: InputEvent, _ device: Int) -> Bool {
    var copy = self
    return copy.accepts(want, have, device)
  }
}

/// One difference between what was to come and what came.
public struct Mismatch: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var step: String
  public var policy: String
  public var heading: String
  /// A diff, or empty.
  public var lines: [String]

  public var description: String {
    let head = "\(file):\(line): \(step) [\(policy)]: \(heading)"
    return ([head] + lines).joined(separator: "\n")
  }
}
