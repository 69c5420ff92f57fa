import InputGate

/// The kernel's timer for a key that is held: the newest press repeats, any
/// release ends it.
struct Autorepeat: Hashable, Sendable {
  private let isOn: Bool
  private let delay: Int64
  private let period: Int64
  private var code: UInt16?
  private var next: Int64 = 0

  init(_ description: DeviceDescription) {
    isOn = description.codes[EV.rep] != nil
    // The kernel's own figures for a device that names none (input_register_device).
    delay = Int64(max(1, description.repeatDelay ?? 250)) * 1000
    period = Int64(max(1, description.repeatPeriod ?? 33)) * 1000
  }

  /// Takes note of a press or release.
  mutating func key(_ event: InputEvent, at time: Timestamp) {
    guard isOn else { return }
    code = event.value != 0 ? event.code : nil
    next = time.microseconds + delay
  }

  /// The key that repeats next before `time`, or nil when there is none.
  mutating func next(before time: Timestamp) -> UInt16? {
    guard let code, next < time.microseconds else { return nil }
    next += period
    return code
  }
}
