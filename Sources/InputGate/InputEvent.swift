/// One evdev event without its time stamp: frames carry the time.
///
/// `type`, `code` and `value` mean what `struct input_event` of
/// `linux/input.h` means by them.
public struct InputEvent: Hashable, Sendable {
  public var type: UInt16
  public var code: UInt16
  public var value: Int32

  @inlinable
  public init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// The end of a frame (`SYN_REPORT`).
  public static let report = InputEvent(EV.syn, SYN.report, 0)
}

/// A moment on `CLOCK_MONOTONIC`, the clock that readers ask evdev to stamp
/// events with (`EVIOCSCLOCKID`).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since boot, the unit of `struct input_event`.
  public var microseconds: Int64

  @inlinable
  public init(microseconds: Int64) { self.microseconds = microseconds }

  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }

  /// Before everything.
  public static let zero = Timestamp(microseconds: 0)
}

// The part of `linux/input-event-codes.h` that the gate has rules for. The
// gate knows no kernel header, so that it is tested with plain values; a test
// of EvdevIO compares these numbers with the header's.

/// Event types.
public enum EV {
  public static let syn: UInt16 = 0x00
  public static let key: UInt16 = 0x01
  public static let rel: UInt16 = 0x02
  public static let abs: UInt16 = 0x03
  public static let msc: UInt16 = 0x04
  public static let sw: UInt16 = 0x05
  public static let led: UInt16 = 0x11
  public static let snd: UInt16 = 0x12
  public static let rep: UInt16 = 0x14
  public static let ff: UInt16 = 0x15
  /// One more than the largest type.
  public static let count = 0x20
}

/// Codes of `EV.syn`.
public enum SYN {
  public static let report: UInt16 = 0
  public static let mtReport: UInt16 = 2
  public static let dropped: UInt16 = 3
}

/// Codes of `EV.msc`.
public enum MSC {
  public static let scan: UInt16 = 4
}

/// Codes of `EV.abs`.
public enum ABS {
  public static let x: UInt16 = 0x00
  public static let y: UInt16 = 0x01
  public static let z: UInt16 = 0x02
  public static let rz: UInt16 = 0x05
  public static let throttle: UInt16 = 0x06
  public static let gas: UInt16 = 0x09
  public static let brake: UInt16 = 0x0a
  public static let pressure: UInt16 = 0x18
  public static let mtSlot: UInt16 = 0x2f
  public static let mtTouchMajor: UInt16 = 0x30
  public static let mtPositionX: UInt16 = 0x35
  public static let mtPositionY: UInt16 = 0x36
  public static let mtToolType: UInt16 = 0x37
  public static let mtTrackingID: UInt16 = 0x39
  public static let mtPressure: UInt16 = 0x3a
  public static let mtDistance: UInt16 = 0x3b
  public static let mtToolY: UInt16 = 0x3d
  /// One more than the largest code.
  public static let count = 0x40

  /// The axes that each slot has a value of: `ABS_MT_TOUCH_MAJOR` to `ABS_MT_TOOL_Y`.
  public static let perSlot = mtTouchMajor...mtToolY
}

/// Buttons, in the number space of `EV.key`.
public enum BTN {
  public static let misc: UInt16 = 0x100
  public static let left: UInt16 = 0x110
  public static let joystick: UInt16 = 0x120
  public static let gamepad: UInt16 = 0x130
  public static let toolPen: UInt16 = 0x140
  public static let toolFinger: UInt16 = 0x145
  public static let toolQuinttap: UInt16 = 0x148
  public static let touch: UInt16 = 0x14a
  public static let stylus: UInt16 = 0x14b
  public static let toolDoubletap: UInt16 = 0x14d
  public static let toolTripletap: UInt16 = 0x14e
  public static let toolQuadtap: UInt16 = 0x14f

  /// Whether a code of `EV.key` belongs to a pointing device or a pad and so
  /// follows the pointer; every other code is typed and follows the keyboard.
  @inlinable
  public static func isButton(_ code: UInt16) -> Bool {
    (0x100...0x15f).contains(code) || (0x220...0x223).contains(code)
      || (0x2c0...0x2e7).contains(code)
  }
}

/// Keys, in the number space of `EV.key`.
public enum KEY {
  /// One more than the largest code.
  public static let count = 0x300
}

/// Values of `ABS.mtToolType`.
public enum MTTool {
  public static let finger: Int32 = 0
  public static let pen: Int32 = 1
  public static let palm: Int32 = 2
}

/// `INPUT_PROP_*`.
public enum InputProperty {
  public static let pointer: UInt8 = 0x00
  public static let direct: UInt8 = 0x01
  public static let buttonPad: UInt8 = 0x02
  /// One more than the largest property.
  public static let count = 0x20
}
