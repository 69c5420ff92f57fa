import InputGate
import Testing

@Suite struct DeviceDescriptionTests {
  @Test("a mirror differs as documented and in nothing else")
  func mirror() {
    var device = DeviceDescription.panel()
    device.phys = "usb-1/input0"
    device.uniq = "serial"
    device.codes[EV.ff] = [0x50]
    device.axes[ABS.mtPositionX]?.fuzz = 4
    let mirror = device.mirror
    #expect(mirror.phys == "focusd/usb-1/input0")
    #expect(mirror.has(EV.abs, ABS.mtToolType))
    #expect(mirror.axes[ABS.mtToolType]?.maximum == MTTool.palm)
    var expected = device
    expected.phys = mirror.phys
    expected.codes[EV.ff] = nil
    expected.codes[EV.abs]?.insert(ABS.mtToolType)
    expected.axes[ABS.mtToolType] = AxisInfo(minimum: 0, maximum: 2)
    expected.axes[ABS.mtPositionX]?.fuzz = 0
    #expect(mirror == expected)
  }

  @Test("input 6: a mirror is known as one, so that none is made of it")
  func isMirror() {
    #expect(!DeviceDescription.panel().isMirror)
    #expect(DeviceDescription.panel().mirror.isMirror)
    #expect(DeviceDescription.keyboard.mirror.isMirror)
  }

  @Test func touchProtocols() {
    let direct: Set<UInt8> = [InputProperty.direct]
    let single = DeviceDescription(
      name: "s", properties: direct, codes: [EV.key: [BTN.touch], EV.abs: [ABS.x, ABS.y]],
      axes: [ABS.x: AxisInfo(minimum: 0, maximum: 9), ABS.y: AxisInfo(minimum: 0, maximum: 9)])
    #expect(DeviceDescription.panel().touch == .typeB)
    #expect(single.touch == .single)
    #expect(single.mirror.touch == .typeB)
    #expect(single.mirror.slotCount == 1)
    var pen = single
    pen.codes[EV.key]?.insert(BTN.toolPen)
    #expect(pen.touch == nil)
    var typeA = DeviceDescription.panel()
    typeA.codes[EV.abs]?.remove(ABS.mtSlot)
    #expect(typeA.touch == .typeA)
    #expect(DeviceDescription.keyboard.touch == nil)
  }

  @Test("uinput takes no more than 100 slots")
  func slots() {
    #expect(DeviceDescription.panel(slots: 10).slotCount == 10)
    #expect(DeviceDescription.panel(slots: 300).slotCount == 100)
    #expect(DeviceDescription.panel(slots: 300).mirror.axes[ABS.mtSlot]?.maximum == 99)
    #expect(DeviceDescription.panel(slots: -5).slotCount == 1)
  }
}
