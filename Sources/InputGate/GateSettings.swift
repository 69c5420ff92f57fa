/// How a contact that the gate takes away ends, so that it does not act.
///
/// Policy of the consumer, not of the device: a table in docs/gate.md says
/// which consumer needs which.
public enum CancelPolicy: Hashable, Sendable {
  /// `ABS_MT_TOOL_TYPE` palm, then tracking id −1: libinput says
  /// `TOUCH_CANCEL`, for compositors that pass it on.
  case palm
  /// Move to this pixel, inside the output and harmless there, then lift.
  case neutral(x: Int32, y: Int32)
}

/// Which screen a direct device lies on.
public struct Placement: Hashable, Sendable {
  public var output: OutputID
  /// Size of the output's mode in pixels, as the user sees it.
  public var width: Int32
  public var height: Int32

  public init(output: OutputID, width: Int32, height: Int32) {
    self.output = output
    self.width = width
    self.height = height
  }
}

/// Keys that follow the board's policy in every state of the gate.
public struct SystemKeys: Hashable, Sendable {
  /// Delivered to the consumer always, gated or not.
  public var pass: KeySet
  /// Never delivered; their lift is taken too.
  public var take: KeySet

  public init(pass: KeySet = KeySet(), take: KeySet = KeySet()) {
    self.pass = pass
    self.take = take
  }
}

/// What the profile says about one device.
public struct GateSettings: Hashable, Sendable {
  /// nil for a direct device that no output is known of: its contacts are dropped.
  public var placement: Placement?
  public var cancel: CancelPolicy
  public var systemKeys: SystemKeys

  public init(
    placement: Placement? = nil, cancel: CancelPolicy = .palm, systemKeys: SystemKeys = .init()
  ) {
    self.placement = placement
    self.cancel = cancel
    self.systemKeys = systemKeys
  }
}
