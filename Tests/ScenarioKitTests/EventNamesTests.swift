import InputGate
import ScenarioKit
import Testing

@Suite struct EventNamesTests {
  @Test func findsBothWays() {
    #expect(EventNames.name(EV.key, 30) == "KEY_A")
    #expect(EventNames.name(EV.key, 0x130) == "BTN_SOUTH")
    #expect(EventNames.name(EV.key, 0x2ff) == "1:2ff")
    #expect(EventNames.find("1:2ff").map { [$0.type, $0.code] } == [1, 0x2ff])
    #expect(EventNames.find("ABS_MT_TOOL_TYPE").map { [$0.type, $0.code] } == [3, 0x37])
    #expect(EventNames.find("KEY_WARP") == nil)
    #expect(EventNames.key("1") == 2)
    #expect(EventNames.key("LEFT") == 105)
    #expect(EventNames.key("BTN_LEFT") == 0x110)
    #expect(EventNames.key("SOUTH") == 0x130)
    #expect(InputEvent.report.text == "SYN")
    #expect(InputEvent(EV.abs, ABS.mtTrackingID, -1).text == "ABS_MT_TRACKING_ID -1")
  }

  @Test("agrees with the kernel's header where there is one")
  func header() throws {
    guard let header = Clone.readAbsolute("/usr/include/linux/input-event-codes.h") else { return }
    var compared = 0
    for line in header.split(separator: "\n") where line.hasPrefix("#define ") {
      let words = line.split { $0 == " " || $0 == "\t" }
      guard words.count >= 3, let found = EventNames.find(words[1]) else { continue }
      let text = words[2]
      let value = text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
      guard let value else { continue }
      #expect(found.code == value, "\(words[1])")
      compared += 1
    }
    #expect(compared > 600)
  }
}
