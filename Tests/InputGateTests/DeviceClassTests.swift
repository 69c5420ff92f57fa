import InputGate
import Testing

@Suite struct DeviceClassTests {
  private func device(
    _ codes: [UInt16: Set<UInt16>], _ properties: Set<UInt8> = []
  ) -> DeviceDescription {
    DeviceDescription(name: "d", properties: properties, codes: codes)
  }

  @Test func saysWhatDecided() {
    let pad = device([EV.key: [0x130, 0x131], EV.abs: [ABS.x, ABS.y]])
    #expect(pad.deviceClass.name == "gamepad")
    #expect(pad.deviceClass.because.hasPrefix("BTN_"))
    let mouse = device([EV.key: [BTN.left], EV.rel: [0, 1]])
    #expect(mouse.className == "mouse" && mouse.deviceClass.because == "BTN_LEFT")
    #expect(DeviceDescription.panel().deviceClass.because.contains("touch protocol B"))
    #expect(device([EV.sw: [0]]).deviceClass.name == "other")
  }

  @Test("every kind of a device's events has one rule")
  func summary() {
    let keyboard = DeviceDescription.keyboard.gateSummary
    #expect(keyboard.first?.rule.contains("owner of the keyboard") == true)
    var surface = DeviceDescription.panel()
    surface.codes[EV.key] = [BTN.touch]
    let panel = surface.gateSummary
    #expect(panel.first?.rule.contains("hit-tested") == true)
    #expect(panel.contains { $0.events == "BTN_TOUCH" && $0.rule.contains("derived") })
    let combined = device([EV.key: [30, BTN.left], EV.rel: [0, 1], EV.led: [0], EV.ff: [80]])
    #expect(
      combined.gateSummary.map(\.events) == [
        "KEY_A", "BTN_LEFT", "REL_X, REL_Y", "LED_NUML", "force feedback",
      ])
    let lid = device([EV.sw: [0]])
    #expect(lid.gateSummary.map(\.events) == ["everything"])
  }
}
