/// One slot: what the device says of it, and what the mirror was told.
struct Contact {
  enum Fate: UInt8 {
    /// Nothing is down.
    case none
    /// Down on the device and on the mirror.
    case delivered
    /// Down on the device only, until its own lift.
    case swallowed
  }

  var fate = Fate.none
  /// The device's tracking id, −1 when up.
  var physicalID: Int32 = -1
  /// The mirror's tracking id; meaningful while delivered.
  var mirrorID: Int32 = -1
  var owner = OwnerID(rawValue: 0)
  /// When it landed.
  var since = Timestamp.zero
  /// Rises with every contact: the smallest live one leads the pointer emulation.
  var age: UInt64 = 0

  /// The device's values of `ABS.perSlot`. The kernel sends a value only when
  /// it changes, so a contact can land without saying where.
  var physical: SIMD16<Int32> = .zero
  /// The mirror's values of the same.
  var mirror: SIMD16<Int32> = .zero

  /// Where a contact was that focusd lifted on the device when it started,
  /// until the next contact of the slot: see `DeviceGate.adopt`.
  var heldAtStart: SIMD2<Int32>?

  // What the frame in hand does to the slot.
  var begins = false
  var ends = false

  @inline(__always)
  static func index(_ code: UInt16) -> Int { Int(code &- ABS.mtTouchMajor) }
  static let x = index(ABS.mtPositionX)
  static let y = index(ABS.mtPositionY)
  static let tool = index(ABS.mtToolType)
  static let pressure = index(ABS.mtPressure)
}
