import InputGate
import ScenarioKit
import Testing

/// The model of the kernel's input core, by what `drivers/input/input.c` does.
@Suite struct KernelDeviceTests {
  private func play(_ device: inout KernelDevice, _ events: [InputEvent]) -> [String] {
    var seen: [InputEvent] = []
    for event in events { device.write(event, at: .zero, into: &seen) }
    return seen.map(\.text)
  }

  @Test func dropsWhatChangesNothing() {
    var device = KernelDevice(DeviceShape.keyboard.description(label: "k"))
    let down = InputEvent(EV.key, 30, 1)
    #expect(play(&device, [down, .report, down, .report]) == ["KEY_A 1", "SYN"])
    #expect(play(&device, [InputEvent(EV.key, 700, 1), .report]) == [])
    #expect(play(&device, [InputEvent(EV.msc, 4, 1), .report]) == ["MSC_SCAN 1", "SYN"])
    #expect(device.state.keys.codes == [30])
    #expect(!device.isClear)
  }

  @Test func tellsASlotOnlyBeforeAValue() {
    var device = KernelDevice(
      DeviceShape.touchB(slots: 3, width: 10, height: 10).description(label: "t"))
    let events = [
      InputEvent(EV.abs, ABS.mtSlot, 1), InputEvent(EV.abs, ABS.mtSlot, 2),
      InputEvent(EV.abs, ABS.mtPositionX, 0), InputEvent(EV.abs, ABS.mtTrackingID, 7),
      InputEvent(EV.abs, ABS.mtSlot, 9), InputEvent(EV.abs, ABS.mtPositionX, 4), .report,
    ]
    #expect(
      play(&device, events) == [
        "ABS_MT_SLOT 2", "ABS_MT_TRACKING_ID 7", "ABS_MT_POSITION_X 4", "SYN",
      ])
    #expect(device.state.currentSlot == 2)
    #expect(device.state.slots[2].trackingID == 7)
  }

  @Test func fuzzFilters() {
    var description = DeviceShape.gamepad.description(label: "p")
    description.axes[ABS.x]?.fuzz = 16
    var device = KernelDevice(description)
    func value(_ value: Int32) -> [InputEvent] { [InputEvent(EV.abs, ABS.x, value), .report] }
    #expect(play(&device, value(7)) == [])
    #expect(play(&device, value(12)) == ["ABS_X 3", "SYN"])
    #expect(play(&device, value(31)) == ["ABS_X 17", "SYN"])
    #expect(play(&device, value(100)) == ["ABS_X 100", "SYN"])
  }

  @Test func typeAPassesUnfiltered() {
    var device = KernelDevice(DeviceShape.touchA(width: 10, height: 10).description(label: "t"))
    let contact = [InputEvent(EV.abs, ABS.mtPositionX, 0), InputEvent(EV.syn, SYN.mtReport, 0)]
    #expect(
      play(&device, contact + contact + [.report]) == [
        "ABS_MT_POSITION_X 0", "SYN_MT_REPORT 0", "ABS_MT_POSITION_X 0", "SYN_MT_REPORT 0", "SYN",
      ])
  }

  @Test func repeatsUntilAnyRelease() {
    var device = KernelDevice(DeviceShape.keyboard.description(label: "k"))
    _ = play(&device, [InputEvent(EV.key, 30, 1), .report])
    var seen: [InputEvent] = []
    device.advance(to: Timestamp(microseconds: 283_001), into: &seen)
    #expect(seen.map(\.text) == ["KEY_A 2", "SYN_REPORT 1", "KEY_A 2", "SYN_REPORT 1"])
    _ = play(&device, [InputEvent(EV.key, 31, 1), InputEvent(EV.key, 31, 0), .report])
    seen = []
    device.advance(to: Timestamp(microseconds: 9_000_000), into: &seen)
    #expect(seen.isEmpty)
  }
}
