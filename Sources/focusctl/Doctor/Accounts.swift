import Diagnosis
import Glibc

/// Users and groups by their names; a number that nobody has stays a number.
enum Accounts {
  static func user(_ id: uid_t) -> String {
    getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? "\(id)"
  }

  static func group(_ id: gid_t) -> String {
    getgrgid(id).map { String(cString: $0.pointee.gr_name) } ?? "\(id)"
  }

  /// As who a user's programs run; nil where there is no such user.
  static func account(named name: String) -> Account? {
    guard let entry = getpwnam(name) else { return nil }
    let primary = entry.pointee.pw_gid
    var ids = [gid_t](repeating: 0, count: 256)
    var count = Int32(ids.count)
    guard getgrouplist(name, primary, &ids, &count) >= 0 else { return nil }
    return Account(
      user: name, group: group(primary), groups: Set(ids.prefix(Int(count)).map(group)))
  }

  /// nil where there is no such group.
  static func members(ofGroup name: String) -> [String]? {
    guard let entry = getgrnam(name) else { return nil }
    var members: [String] = []
    var next = entry.pointee.gr_mem
    while let place = next, let member = place.pointee {
      members.append(String(cString: member))
      next = place + 1
    }
    return members
  }
}
