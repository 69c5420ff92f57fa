import Glibc
import InputGate
import ScenarioKit
import Testing

/// Random lives of random devices. A failure prints its seed;
/// `FOCUSD_SEQUENCES=N` plays more, `FOCUSD_SEED=N swift test --filter GatePropertyTests` that
/// one again.
@Suite struct GatePropertyTests {
  static let sequences = Int(environment("FOCUSD_SEQUENCES") ?? 10_200)
  static let parts = 12

  static func environment(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }

  @Test("the gate's invariants hold", arguments: 0..<parts)
  func invariantsHold(_ part: Int) {
    let out = FrameBuffer(capacity: DeviceGate.outputCapacity)
    if let seed = GatePropertyTests.environment("FOCUSD_SEED") {
      if part == 0 { _ = GatePropertyTests.holds(seed, out, always: true) }
      return
    }
    let each = GatePropertyTests.sequences / GatePropertyTests.parts
    for number in 0..<each {
      guard GatePropertyTests.holds(UInt64(part * each + number), out) else { return }
    }
  }

  /// Plays one seed; when it fails, again with a log.
  static func holds(_ seed: UInt64, _ out: FrameBuffer, always: Bool = false) -> Bool {
    let fuzz = GateFuzz(seed: seed, out: out, logs: always)
    let complaint = fuzz.run()
    if always, let log = fuzz.log { print(log.joined(separator: "\n")) }
    guard let complaint else { return true }
    out.removeAll()
    let again = GateFuzz(seed: seed, out: out, logs: true)
    _ = again.run()
    let log = (again.log ?? []).joined(separator: "\n  ")
    Issue.record("FOCUSD_SEED=\(seed): \(complaint)\n  \(log)")
    return false
  }
}
