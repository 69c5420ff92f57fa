import InputGate
import ScenarioKit
import Testing

/// The judge must be able to say no: each of these is a planted difference.
@Suite struct JudgeTests {
  static let head = "A rule.\ndevice screen: touch-b 2 slots 1024x768\ndevice keys: keyboard\n"

  private func mismatches(_ steps: String) throws -> [Mismatch] {
    let scenario = try ScenarioParser.parse(JudgeTests.head + steps, file: "x", load: { _ in nil })
    return try scenario.playPurely(cancel: .palm)
  }

  static let down =
    "expect ABS_MT_TRACKING_ID id#1, ABS_MT_POSITION_X 1, ABS_MT_POSITION_Y 2, BTN_TOUCH 1, "
    + "ABS_X 1, ABS_Y 2, SYN\n"

  @Test func agrees() throws {
    #expect(try mismatches("at 0 touch 0 down 1 2\n" + JudgeTests.down).isEmpty)
  }

  @Test(
    "catches",
    arguments: [
      // More than was to come, less, another value, another order, a missing SYN.
      "at 0 key A down\n", "at 0 raise call as c\nexpect keys: KEY_A 1, SYN\n",
      "at 0 key A down\nexpect KEY_B 1, SYN\n",
      "at 0 key A down; key B down\nexpect KEY_B 1, KEY_A 1, SYN\n",
      "at 0 key A down\nexpect keys: KEY_A 1\n",
      "at 0 key A down\nexpect KEY_A 1, SYN\nexpect KEY_A repeats 9\n",
      "at 0 key A down\nexpect KEY_A 1, SYN\nat 1000 wait\nexpect KEY_A repeats 10\nat 3000 wait\n",
      "at 0 key A down\nexpect KEY_A 1, SYN\nexpect clear\n",
      "at 0 dismiss nobody\n", "at 0 raise call as c\nexpect refused\n",
    ])
  func catches(_ steps: String) throws { #expect(!(try mismatches(steps).isEmpty)) }

  @Test("two live contacts are two ids")
  func idsDiffer() throws {
    let same = """
      at 0 touch 0 down 1 2
      \(JudgeTests.down)
      then touch 1 down 3 4
      expect ABS_MT_SLOT 1, ABS_MT_TRACKING_ID id#1, ABS_MT_POSITION_X 3, ABS_MT_POSITION_Y 4, SYN
      """
    #expect(try mismatches(same).count == 1)
  }

  @Test("says what is missing and what came instead")
  func diff() throws {
    let found = try mismatches("at 0 key A down; key C down\nexpect KEY_A 1, KEY_B 1, SYN\n")
    #expect(found.count == 1)
    #expect(
      found.first?.description == """
        x:4: at 0 key A down; key C down [palm]: the mirror of 'keys' gave
            KEY_A 1
          - KEY_B 1
          + KEY_C 1
            SYN
        """)
  }
}
