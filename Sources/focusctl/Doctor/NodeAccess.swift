import CLinux
import Diagnosis
import Glibc

extension FileAccess {
  /// Reads who may open a file; nil where it is not there.
  init?(reading path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    self.init(
      path: path, owner: Accounts.user(info.st_uid), group: Accounts.group(info.st_gid),
      mode: UInt16(truncatingIfNeeded: info.st_mode & 0o777))
    readList()
  }

  /// Reads the access control list (`struct posix_acl_xattr_entry`: tag, rights
  /// and id, little endian, behind a version), where there is one.
  private mutating func readList() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = getxattr(path, "system.posix_acl_access", &bytes, bytes.count)
    guard count > 4 else { return }
    bytes = Array(bytes[4..<count])
    func number(_ place: Int, _ width: Int) -> UInt32 {
      var result: UInt32 = 0
      for byte in bytes[place..<(place + width)].reversed() {
        result = result << 8 | UInt32(byte)
      }
      return result
    }
    for place in stride(from: 0, through: bytes.count - 8, by: 8) {
      let rights = UInt16(truncatingIfNeeded: number(place + 2, 2))
      let id = number(place + 4, 4)
      switch number(place, 2) {
      case 0x02: entries.append(Entry(.user(Accounts.user(id)), rights: rights))
      case 0x04: groupRights = rights
      case 0x08: entries.append(Entry(.group(Accounts.group(id)), rights: rights))
      default: break
      }
    }
  }
}
