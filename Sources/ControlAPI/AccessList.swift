import FocusModel
import Glibc
import LinuxIO

/// Who may do what: the profile's roles, with the names of users and groups looked up.
struct AccessList {
  private struct Entry {
    let role: Role
    let uid: uid_t?
    let gid: gid_t?

    /// Whether a client has the role, but for its unit.
    func fits(_ peer: Peer) -> Bool {
      (uid == nil || uid == peer.uid) && gid.map(peer.groups.contains) ?? true
    }
  }

  private let entries: [Entry]
  /// The units that roles name.
  let units: Set<String>

  init(_ roles: [Role]) {
    entries = roles.compactMap { role in
      let uid = role.holder.user.map { AccessList.user($0) }
      let gid = role.holder.group.map { AccessList.group($0) }
      if case .some(.none) = uid {
        Log.warning("control: nobody has the role '\(role.name)': there is no such user")
        return nil
      }
      if case .some(.none) = gid {
        Log.warning("control: nobody has the role '\(role.name)': there is no such group")
        return nil
      }
      return Entry(role: role, uid: uid ?? nil, gid: gid ?? nil)
    }
    units = Set(roles.compactMap(\.holder.unit))
  }

  /// Whether a client has a right: root has every one, anybody else what a role says.
  ///
  /// - Parameter isIn: whether it runs in a unit; asked only where that decides.
  func allows(_ peer: Peer, _ right: (Right) -> Bool, isIn: (String) -> Bool) -> Bool {
    peer.uid == 0
      || entries.contains { entry in
        entry.role.rights.contains(where: right) && entry.fits(peer)
          && entry.role.holder.unit.map(isIn) ?? true
      }
  }

  /// The names of the roles that have a right.
  func roles(with right: (Right) -> Bool) -> [String] {
    entries.map(\.role).filter { $0.rights.contains(where: right) }.map(\.name)
  }

  private static func user(_ name: String) -> uid_t? {
    if let number = uid_t(name) { return number }
    return getpwnam(name)?.pointee.pw_uid
  }

  private static func group(_ name: String) -> gid_t? {
    if let number = gid_t(name) { return number }
    return getgrnam(name)?.pointee.gr_gid
  }
}
