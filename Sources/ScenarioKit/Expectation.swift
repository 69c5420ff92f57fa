import InputGate

/// What is to come of a step. A step without one is to bring nothing.
public struct Expectation: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Events that a reader of the mirror sees, in this order, and no others.
    case mirror(device: Int, [ExpectedEvent])
    /// Events that another reader of the physical device sees.
    case source(device: Int, [ExpectedEvent])
    /// Autorepeats of a key on the mirror, one more or less.
    case repeats(device: Int, code: UInt16, count: Int)
    case nothing
    /// No key and no contact is down on any mirror.
    case clear
    /// The gate action is refused.
    case refused
  }

  public var line: Int
  /// The cancel policy that it is for; nil for all.
  public var policy: String?
  public var kind: Kind

  public func isFor(_ cancel: CancelPolicy) -> Bool { policy == nil || policy == cancel.name }
}

/// An event of the mirror; the tracking id of a contact may be left to the gate.
public enum ExpectedEvent: Hashable, Sendable {
  case exact(InputEvent)
  /// `ABS_MT_TRACKING_ID` with any id that no other live contact has.
  case contact(Int)

  public var text: String {
    switch self {
    case .exact(let event): event.text
    case .contact(let number): "ABS_MT_TRACKING_ID id#\(number)"
    }
  }
}
