import InputGate
import ScenarioKit
import Testing

@Suite struct ScenarioParserTests {
  static let head = "A rule.\ndevice keys: keyboard\ndevice screen: touch-b 2 slots 1024x768\n"

  static func parse(_ text: String) throws(TextError) -> Scenario {
    try ScenarioParser.parse(text, file: "x", load: { _ in nil })
  }

  @Test func readsAScenario() throws {
    let scenario = try ScenarioParserTests.parse(
      """
      # A comment.
      A rule that # is short.
      cases: input 20a, lifecycle 3
      output: DSI-1 800x480
      scenes: several
      cancel: palm or neutral 799 479
      system keys pass: POWER, VOLUMEUP
      device keys: keyboard
      device screen: touch-b 5 slots 800x480

      at 0 key A down; MSC_SCAN 7
        expect MSC_SCAN 7,
          KEY_A 1, SYN
      then screen: touch 0 down 1 2 id 7 ABS_MT_POSITION_X 9
        expect (palm) screen: ABS_MT_TRACKING_ID id#1, SYN
      at 100 raise call as c keyboard pointer
        expect nothing
      then present c 0 0 10 10 and 20 20 5 5
      then drop keys
        lost key A up
        expect clear
      """)
    #expect(scenario.title == "A rule that")
    #expect(scenario.cases.map(\.description) == ["input 20a", "lifecycle 3"])
    #expect(scenario.settings.output == "DSI-1")
    #expect(scenario.settings.width == 800)
    #expect(!scenario.settings.isSingleScene)
    #expect(scenario.settings.cancels == [.palm, .neutral(x: 799, y: 479)])
    #expect(scenario.settings.systemKeys.pass.codes == [115, 116])
    #expect(scenario.devices.map(\.label) == ["keys", "screen"])
    #expect(scenario.steps.map(\.time.microseconds) == [0, 20_000, 100_000, 120_000, 140_000])
    #expect(scenario.steps.map(\.line) == [11, 14, 16, 18, 19])
    #expect(
      scenario.steps[0].action
        == .input(
          device: 0, [.event(InputEvent(EV.key, 30, 1)), .event(InputEvent(EV.msc, 4, 7))],
          stamped: nil))
    #expect(
      scenario.steps[0].expectations.map(\.kind) == [
        .mirror(
          device: 0,
          [
            .exact(InputEvent(EV.msc, 4, 7)), .exact(InputEvent(EV.key, 30, 1)), .exact(.report),
          ])
      ])
    #expect(
      scenario.steps[1].action
        == .input(
          device: 1, [.land(slot: 0, x: 1, y: 2, id: 7, [InputEvent(EV.abs, 0x35, 9)])],
          stamped: nil))
    #expect(scenario.steps[1].expectations[0].policy == "palm")
    #expect(
      scenario.steps[2].action
        == .gate(.raise(.call, name: "c", wantsKeyboard: true, wantsPointer: true)))
    #expect(
      scenario.steps[3].action
        == .gate(
          .present(
            "c",
            [
              Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 20, y: 20, width: 5, height: 5),
            ])))
    #expect(
      scenario.steps[4].action == .drop(device: 0, [[.event(InputEvent(EV.key, 30, 0))]]))
    #expect(scenario.steps[4].expectations.map(\.kind) == [.clear])
  }

  @Test(
    "errors name the line and what is allowed",
    arguments: [
      ("", 1, "no title"), ("T", 1, "no 'device'"), ("T\ndevice k: keyboard", 2, "no step"),
      ("T\ndevice k: piano", 2, "keyboard"), ("T\ndevice k: file nowhere.desc", 2, "nowhere.desc"),
      ("T\nfoo: bar", 2, "known are"), ("T\nfoo", 2, "expected a setting"),
      ("T\ncases: 9", 2, "input 20a"), ("T\noutput: X", 2, "1024x768"),
      ("T\noutput: X 0x5", 2, "1024x768"), ("T\ncancel: maybe", 2, "palm"),
      ("T\ncancel: neutral 5000 0", 2, "pixel of the output"),
      ("T\nsystem keys pass: WARP", 2, "WARP"), ("T\ndevice palm: mouse", 2, "another label"),
      ("T\ndevice k: mouse\ndevice k: mouse", 3, "already"),
      ("T\ndevice k: touch-b 0 slots 5x5", 2, "1 to 100"),
    ])
  func settingErrors(_ text: String, _ line: Int, _ part: String) {
    do {
      _ = try ScenarioParserTests.parse(text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.reason.contains(part), "\(error)")
    }
  }

  @Test(
    "errors of steps",
    arguments: [
      ("at", "milliseconds"), ("at x key A down", "milliseconds"), ("at 0", "nothing happens"),
      ("at 0 key WARP down", "WARP"), ("at 0 key A sideways", "sideways"),
      ("at 0 key A", "down' or"), ("at 0 what is this", "cannot read"),
      ("at 0 REL_X 5", "no device can send"), ("at 0 touch 0 down 1", "touch SLOT"),
      ("at 0 touch x up", "slot"), ("at 0 nobody: key A down", "keys, screen"),
      ("at 0 raise sun as s", "call"), ("at 0 raise call", "raise KIND"),
      ("at 0 raise call as c wings", "wings"), ("at 0 present c 1 2 3", "X Y WIDTH HEIGHT"),
      ("at 0 confirm", "name of an overlay"), ("at 0 drop", "label"),
      ("at 0 drop nobody", "nobody"),
      ("lost key A up", "drop"), ("expect nothing", "no step"),
      ("at 0 wait\nexpect KEY_A", "no event"),
      ("at 0 wait\nexpect KEY_A 1,", "goes on"), ("at 0 wait\nexpect nobody: KEY_A 1", "nobody"),
      ("at 0 wait\nexpect SYN", "several"), ("at 0 wait\nexpect KEY_A repeats x", "number"),
      ("at 0 wait\nexpect ABS_MT_TRACKING_ID id#x, SYN", "id#"), ("at 9 wait\nat 8 wait", "back"),
      ("at 0 wait\ngarbage", "begins no step"), ("at 0 stamped x key A down", "stamped"),
      ("at 0 E 3 zz 0", "hex"),
    ])
  func stepErrors(_ text: String, _ part: String) {
    do {
      _ = try ScenarioParserTests.parse(ScenarioParserTests.head + text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.line >= 4)
      #expect(error.reason.contains(part), "\(error)")
    }
  }

  @Test(
    "what cannot be played names its line",
    arguments: [
      "at 0 touch 0 up", "at 0 touch 0 move 1 1", "at 0 touch 5 down 1 1",
      "at 0 touch 0 down 1 1; touch 0 down 2 2", "at 0 unplug keys\nat 1 key A down",
    ])
  func unplayable(_ text: String) throws {
    let scenario = try ScenarioParserTests.parse(ScenarioParserTests.head + text)
    #expect(throws: TextError.self) { try scenario.playPurely(cancel: .palm) }
  }

  @Test("damaged scenarios are refused, or played without a crash")
  func damaged() throws {
    var chance = SplitMix64(seed: 4)
    let texts = ScenarioTests.files.compactMap { Clone.read($0) }
    let words = texts.flatMap { $0.split { $0 == " " || $0 == "\n" } }.map(String.init)
    for _ in 0..<1500 {
      var lines = chance.pick(texts).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      for _ in 0..<chance.pick(1..<4) {
        let line = chance.pick(0..<lines.count)
        switch chance.pick(0..<4) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(chance.pick(lines), at: line)
        case 2: lines[line] += " " + chance.pick(words)
        default:
          var parts = lines[line].split(separator: " ").map(String.init)
          if !parts.isEmpty { parts[chance.pick(0..<parts.count)] = chance.pick(words) }
          lines[line] = parts.joined(separator: " ")
        }
        if lines.isEmpty { lines = [""] }
      }
      let text = lines.joined(separator: "\n")
      guard let scenario = try? ScenarioParser.parse(text, file: "x", load: Clone.read) else {
        continue
      }
      for cancel in scenario.settings.cancels { _ = try? scenario.playPurely(cancel: cancel) }
    }
  }

  @Test("no bytes crash it")
  func randomBytes() {
    var chance = SplitMix64(seed: 5)
    for _ in 0..<1500 {
      let bytes = (0..<chance.pick(0..<200)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      _ = try? ScenarioParserTests.parse(String(decoding: bytes, as: UTF8.self))
      _ = try? ScenarioParserTests.parse(
        ScenarioParserTests.head + "at 0 " + String(decoding: bytes, as: UTF8.self))
    }
  }
}
