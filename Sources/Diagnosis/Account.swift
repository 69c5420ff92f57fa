/// Whom a process acts as.
public struct Account: Hashable, Sendable {
  public var user: String
  /// The group that is its own; the udev rules give physical nodes to it.
  public var group: String
  /// All groups, `group` among them.
  public var groups: Set<String>

  public init(user: String, group: String, groups: Set<String> = []) {
    self.user = user
    self.group = group
    self.groups = groups.union([group])
  }
}

/// Who may open a file: mode, owner and access control list.
public struct FileAccess: Hashable, Sendable {
  public enum Right: UInt16, Sendable {
    case write = 2
    case read = 4
  }

  /// An entry of an access control list (acl(5)) that names somebody.
  public struct Entry: Hashable, Sendable {
    public enum Holder: Hashable, Sendable {
      case user(String)
      case group(String)
    }

    public var holder: Holder
    public var rights: UInt16

    public init(_ holder: Holder, rights: UInt16) {
      self.holder = holder
      self.rights = rights
    }
  }

  public var path: String
  public var owner: String
  public var group: String
  /// The lower nine bits; with a list, the middle three are its mask.
  public var mode: UInt16
  /// What the owning group has where there is a list; the mode does not tell then.
  public var groupRights: UInt16?
  public var entries: [Entry]

  public init(
    path: String, owner: String = "root", group: String = "root", mode: UInt16,
    groupRights: UInt16? = nil, entries: [Entry] = []
  ) {
    self.path = path
    self.owner = owner
    self.group = group
    self.mode = mode
    self.groupRights = groupRights
    self.entries = entries
  }

  private var mask: UInt16 { mode >> 3 & 7 }
  private var ofGroup: UInt16 { groupRights.map { $0 & mask } ?? mask }

  /// Whether an account may do something with the file.
  public func lets(_ account: Account, _ right: Right) -> Bool {
    if account.user == "root" { return true }
    if account.user == owner { return mode >> 6 & right.rawValue != 0 }
    for entry in entries where entry.holder == .user(account.user) {
      return entry.rights & mask & right.rawValue != 0
    }
    var isMember = account.groups.contains(group)
    if isMember, ofGroup & right.rawValue != 0 { return true }
    for entry in entries {
      guard case .group(let name) = entry.holder, account.groups.contains(name) else { continue }
      isMember = true
      if entry.rights & mask & right.rawValue != 0 { return true }
    }
    return !isMember && mode & right.rawValue != 0
  }

  /// Who may do something with the file beside root and an account, in words.
  ///
  /// A group counts as soon as it is named: who its members are may change.
  public func others(than account: Account, _ right: Right) -> [String] {
    if mode & right.rawValue != 0 { return ["everybody"] }
    var others: [String] = []
    if owner != "root", owner != account.user, mode >> 6 & right.rawValue != 0 {
      others.append("user \(owner)")
    }
    if isForeign(group: group, to: account), ofGroup & right.rawValue != 0 {
      others.append("group \(group)")
    }
    for entry in entries where entry.rights & mask & right.rawValue != 0 {
      switch entry.holder {
      case .user(let name) where name != "root" && name != account.user:
        others.append("user \(name) (by its access control list)")
      case .group(let name) where isForeign(group: name, to: account):
        others.append("group \(name) (by its access control list)")
      default: break
      }
    }
    return others
  }

  private func isForeign(group: String, to account: Account) -> Bool {
    group != "root" && group != account.group
  }

  /// `root:input 0660`.
  public var words: String {
    let digits = String(mode, radix: 8)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(owner):\(group) \(padded)\(entries.isEmpty ? "" : " and a list")"
  }
}
