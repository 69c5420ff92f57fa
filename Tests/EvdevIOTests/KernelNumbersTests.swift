import CLinux
import InputGate
import Testing

@testable import EvdevIO

/// The gate knows no kernel header: here its numbers are held against the header's.
@Suite struct KernelNumbersTests {
  @Test(arguments: [
    (EV.syn, EV_SYN), (EV.key, EV_KEY), (EV.rel, EV_REL), (EV.abs, EV_ABS), (EV.msc, EV_MSC),
    (EV.sw, EV_SW), (EV.led, EV_LED), (EV.snd, EV_SND), (EV.rep, EV_REP), (EV.ff, EV_FF),
    (SYN.report, SYN_REPORT), (SYN.mtReport, SYN_MT_REPORT), (SYN.dropped, SYN_DROPPED),
    (MSC.scan, MSC_SCAN),
  ])
  func types(_ pair: (UInt16, Int32)) { #expect(Int32(pair.0) == pair.1) }

  @Test(arguments: [
    (ABS.x, ABS_X), (ABS.y, ABS_Y), (ABS.z, ABS_Z), (ABS.rz, ABS_RZ),
    (ABS.throttle, ABS_THROTTLE), (ABS.gas, ABS_GAS), (ABS.brake, ABS_BRAKE),
    (ABS.pressure, ABS_PRESSURE), (ABS.mtSlot, ABS_MT_SLOT),
    (ABS.mtTouchMajor, ABS_MT_TOUCH_MAJOR), (ABS.mtPositionX, ABS_MT_POSITION_X),
    (ABS.mtPositionY, ABS_MT_POSITION_Y), (ABS.mtToolType, ABS_MT_TOOL_TYPE),
    (ABS.mtTrackingID, ABS_MT_TRACKING_ID), (ABS.mtPressure, ABS_MT_PRESSURE),
    (ABS.mtToolY, ABS_MT_TOOL_Y),
  ])
  func axes(_ pair: (UInt16, Int32)) { #expect(Int32(pair.0) == pair.1) }

  @Test(arguments: [
    (BTN.misc, BTN_MISC), (BTN.left, BTN_LEFT), (BTN.joystick, BTN_JOYSTICK),
    (BTN.gamepad, BTN_GAMEPAD), (BTN.toolPen, BTN_TOOL_PEN), (BTN.toolFinger, BTN_TOOL_FINGER),
    (BTN.toolQuinttap, BTN_TOOL_QUINTTAP), (BTN.touch, BTN_TOUCH), (BTN.stylus, BTN_STYLUS),
    (BTN.toolDoubletap, BTN_TOOL_DOUBLETAP), (BTN.toolTripletap, BTN_TOOL_TRIPLETAP),
    (BTN.toolQuadtap, BTN_TOOL_QUADTAP),
  ])
  func buttons(_ pair: (UInt16, Int32)) { #expect(Int32(pair.0) == pair.1) }

  @Test func counts() {
    #expect(Int32(KEY.count) == KEY_MAX + 1)
    #expect(Int32(ABS.count) == ABS_MAX + 1)
    #expect(Int32(EV.count) == EV_MAX + 1)
    #expect(Int32(InputProperty.count) == INPUT_PROP_MAX + 1)
    #expect(Int32(InputProperty.direct) == INPUT_PROP_DIRECT)
  }
}

@Suite struct GateableTests {
  private func device(keys: Set<UInt16> = [], axes: Set<UInt16> = [], switches: Set<UInt16> = [])
    -> DeviceDescription
  {
    var codes: [UInt16: Set<UInt16>] = [:]
    if !keys.isEmpty { codes[EV.key] = keys }
    if !axes.isEmpty { codes[EV.abs] = axes }
    if !switches.isEmpty { codes[EV.sw] = switches }
    return DeviceDescription(name: "device", codes: codes)
  }

  @Test func powerAndLidAreLeftToLogind() {
    #expect(!device(keys: [116]).isGateable)
    #expect(!device(keys: [116, 142, 143], switches: [0]).isGateable)
    #expect(!device(switches: [0, 5]).isGateable)
  }

  @Test func everythingElseIsTaken() {
    #expect(device(keys: [30]).isGateable)
    #expect(device(keys: [116, 30]).isGateable)
    #expect(device(axes: [ABS.x]).isGateable)
  }
}
