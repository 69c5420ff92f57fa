/// What a client of the control API may do. Root may do everything; everybody
/// else only what a role of the profile allows.
public struct Role: Hashable, Sendable {
  /// For people: refusals name the roles that have the right.
  public var name: String
  public var holder: Holder
  public var rights: Set<Right>

  public init(name: String, holder: Holder, rights: Set<Right>) {
    self.name = name
    self.holder = holder
    self.rights = rights
  }

  /// Who has the role; what is nil is not asked for, and one of them is not nil.
  public struct Holder: Hashable, Sendable {
    /// A user's name or number.
    public var user: String?
    /// A group's name or number; primary or supplementary.
    public var group: String?
    /// A systemd unit's name, for example `dialer.service`.
    public var unit: String?

    public init(user: String? = nil, group: String? = nil, unit: String? = nil) {
      self.user = user
      self.group = group
      self.unit = unit
    }
  }

  /// What there is where a profile has no `roles`: the members of group `focus`
  /// may do everything.
  public static let operators = Role(
    name: "operator", holder: Holder(group: "focus"), rights: Set(Right.all))
}

/// One thing that a role can allow.
public enum Right: Hashable, Sendable {
  /// Bring an overlay of this kind in front, and steer it by its token.
  case raise(OverlayKind)
  /// Read the state.
  case inspect
  /// Be told of every change as it happens.
  case watch
  /// Reload the profile, end overlays of others.
  case manage

  public static let all: [Right] =
    OverlayKind.allCases.map(Right.raise) + [.inspect, .watch, .manage]
}

extension Right: CustomStringConvertible {
  /// As a profile writes it: `raise call`, `inspect`.
  public var description: String {
    switch self {
    case .raise(let kind): "raise \(kind.rawValue)"
    case .inspect: "inspect"
    case .watch: "watch"
    case .manage: "manage"
    }
  }
}
