/// Range of an absolute axis (`struct input_absinfo`), in the device's units.
public struct AxisInfo: Hashable, Sendable {
  public var value: Int32
  public var minimum: Int32
  public var maximum: Int32
  public var fuzz: Int32
  public var flat: Int32
  /// Units a millimetre (a radian for rotation), 0 where unknown.
  public var resolution: Int32

  public init(
    value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
    resolution: Int32 = 0
  ) {
    self.value = value
    self.minimum = minimum
    self.maximum = maximum
    self.fuzz = fuzz
    self.flat = flat
    self.resolution = resolution
  }
}

/// Identity of a device (`struct input_id`).
public struct DeviceIdentity: Hashable, Sendable {
  public var bus: UInt16
  public var vendor: UInt16
  public var product: UInt16
  public var version: UInt16

  public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
    self.bus = bus
    self.vendor = vendor
    self.product = product
    self.version = version
  }
}

/// How a touch surface reports contacts (Documentation/input/multi-touch-protocol.rst).
public enum TouchProtocol: Sendable {
  /// Slots with tracking ids.
  case typeB
  /// `SYN_MT_REPORT` between contacts.
  case typeA
  /// `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
  case single
}

/// What a device is and can send: what its mirror is made from.
public struct DeviceDescription: Hashable, Sendable {
  public var name: String
  public var phys: String
  public var uniq: String
  public var identity: DeviceIdentity
  /// `INPUT_PROP_*` numbers.
  public var properties: Set<UInt8>
  /// The codes of each event type; a type that is there without codes is an empty set.
  public var codes: [UInt16: Set<UInt16>]
  /// One for every code of `EV.abs`.
  public var axes: [UInt16: AxisInfo]
  /// Autorepeat delay and period in milliseconds, where the device repeats.
  public var repeatDelay: Int32?
  public var repeatPeriod: Int32?

  public init(
    name: String, phys: String = "", uniq: String = "", identity: DeviceIdentity = .init(),
    properties: Set<UInt8> = [], codes: [UInt16: Set<UInt16>] = [:],
    axes: [UInt16: AxisInfo] = [:], repeatDelay: Int32? = nil, repeatPeriod: Int32? = nil
  ) {
    self.name = name
    self.phys = phys
    self.uniq = uniq
    self.identity = identity
    self.properties = properties
    self.codes = codes
    self.axes = axes
    self.repeatDelay = repeatDelay
    self.repeatPeriod = repeatPeriod
  }

  public func has(_ type: UInt16, _ code: UInt16) -> Bool {
    codes[type]?.contains(code) ?? false
  }

  /// Whether contacts land where the user sees them.
  public var isDirect: Bool { properties.contains(InputProperty.direct) }

  /// The touch protocol, or nil for what is not a touch surface. Pens are not:
  /// they hover and have tools.
  public var touch: TouchProtocol? {
    if has(EV.abs, ABS.mtSlot), has(EV.abs, ABS.mtTrackingID), has(EV.abs, ABS.mtPositionX),
      has(EV.abs, ABS.mtPositionY)
    {
      return .typeB
    }
    if has(EV.abs, ABS.mtPositionX), has(EV.abs, ABS.mtPositionY) { return .typeA }
    if has(EV.key, BTN.touch), has(EV.abs, ABS.x), has(EV.abs, ABS.y),
      !has(EV.key, BTN.toolPen), !has(EV.key, BTN.stylus), isDirect || !has(EV.key, BTN.toolFinger)
    {
      return .single
    }
    return nil
  }

  /// What people call such a device.
  public var className: String { deviceClass.name }

  /// Slots of a type B surface, 0 elsewhere. uinput takes no more than 100
  /// (drivers/input/misc/uinput.c), and no panel has more fingers.
  public var slotCount: Int {
    guard touch == .typeB, let slot = axes[ABS.mtSlot] else { return 0 }
    return min(100, max(1, Int(slot.maximum) + 1))
  }

  /// The device that stands for this one.
  ///
  /// The same but for: `ABS_MT_TOOL_TYPE` (a cancelled contact is told by it),
  /// fuzz 0 (the kernel has filtered once already), single-touch surfaces as
  /// type B, tracking ids 0...65535, no force feedback yet, and the marker in
  /// `phys`.
  public var mirror: DeviceDescription {
    var mirror = self
    mirror.phys = DeviceDescription.mirrorMarker + phys
    mirror.codes[EV.ff] = nil
    for code in axes.keys { mirror.axes[code]?.fuzz = 0 }
    func add(_ code: UInt16, _ info: AxisInfo) {
      mirror.codes[EV.abs, default: []].insert(code)
      mirror.axes[code] = info
    }
    switch touch {
    case .single:
      guard let x = mirror.axes[ABS.x], let y = mirror.axes[ABS.y] else { return mirror }
      add(ABS.mtSlot, AxisInfo(minimum: 0, maximum: 0))
      add(ABS.mtPositionX, x)
      add(ABS.mtPositionY, y)
      if let pressure = mirror.axes[ABS.pressure] { add(ABS.mtPressure, pressure) }
      fallthrough
    case .typeB:
      add(ABS.mtTrackingID, AxisInfo(minimum: 0, maximum: 65535))
      var tool = axes[ABS.mtToolType] ?? AxisInfo(minimum: 0, maximum: 2)
      tool.maximum = max(tool.maximum, MTTool.palm)
      add(ABS.mtToolType, tool)
      if let slot = mirror.axes[ABS.mtSlot] {
        mirror.axes[ABS.mtSlot]?.maximum = min(99, slot.maximum)
      }
    case .typeA, nil:
      break
    }
    return mirror
  }

  /// What the `phys` of every mirror begins with.
  public static let mirrorMarker = "focusd/"
  /// Whether this is a mirror of focusd's: never to be grabbed.
  public var isMirror: Bool { phys.hasPrefix(DeviceDescription.mirrorMarker) }
}

/// What is down, and where, on a device at one moment.
public struct DeviceState: Sendable {
  /// One slot of a type B surface.
  public struct Slot: Hashable, Sendable {
    /// −1 where there is no contact.
    public var trackingID: Int32
    /// The values of `ABS.perSlot`, by distance from its first code.
    public var axes: SIMD16<Int32>

    public init(trackingID: Int32 = -1, axes: SIMD16<Int32> = .zero) {
      self.trackingID = trackingID
      self.axes = axes
    }
  }

  public var keys: KeySet
  /// By `EV.abs` code; only the device's own axes count.
  public var axes: [UInt16: Int32]
  /// The slot that the next event without `ABS_MT_SLOT` belongs to.
  public var currentSlot: Int
  public var slots: [Slot]

  public init(
    keys: KeySet = KeySet(), axes: [UInt16: Int32] = [:], currentSlot: Int = 0, slots: [Slot] = []
  ) {
    self.keys = keys
    self.axes = axes
    self.currentSlot = currentSlot
    self.slots = slots
  }
}
