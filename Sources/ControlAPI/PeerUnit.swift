import CLinux
import Glibc
import LinuxIO

/// Which system unit of systemd's a process runs in.
///
/// Read from the cgroup tree and not from `/proc/PID/cgroup`: focusd's own unit
/// hides the processes of others (`ProtectProc=invisible`), and the tree says the
/// same. Needs the unified hierarchy.
enum PeerUnit {
  static let root = "/sys/fs/cgroup"

  /// Whether the process that connected is in a unit, and still the same process.
  ///
  /// The number alone could be another process's by now: the descriptor that the
  /// kernel has of it (Linux 6.5) says whether it lives. Without one nobody is in
  /// any unit.
  static func holds(_ unit: String, _ fd: borrowing OwnedFD, pid: pid_t) -> Bool {
    let raw = clinux_peer_pidfd(fd.raw)
    guard raw >= 0 else { return false }
    let process = OwnedFD(adopting: raw)
    var cgroups = 0
    return find(unit, in: root).map { contains(pid, $0, &cgroups) } ?? false
      && isAlive(process)
  }

  private static func isAlive(_ process: borrowing OwnedFD) -> Bool {
    // Readable once the process has ended (pidfd_open(2)).
    var state = pollfd(fd: process.raw, events: Int16(POLLIN), revents: 0)
    return retrying { poll(&state, 1, 0) } == 0
  }

  /// Looks in slices only: below a unit its owner may make what it likes, a user's
  /// own manager for example.
  static func find(_ unit: String, in directory: String) -> String? {
    let names = directories(directory)
    if names.contains(unit) { return directory + "/" + unit }
    for name in names where name.hasSuffix(".slice") {
      if let found = find(unit, in: directory + "/" + name) { return found }
    }
    return nil
  }

  /// - Parameter count: the cgroups that were looked at; a unit may have any number.
  static func contains(_ pid: pid_t, _ directory: String, _ count: inout Int) -> Bool {
    count += 1
    guard count <= 256 else { return false }
    if members(directory + "/cgroup.procs").contains(pid) { return true }
    for name in directories(directory) where contains(pid, directory + "/" + name, &count) {
      return true
    }
    return false
  }

  private static func directories(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func members(_ path: String) -> [pid_t] {
    guard let file = try? OwnedFD.open(path, O_RDONLY) else { return [] }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = retrying { read(file.raw, &buffer, buffer.count) }
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return text.split(separator: UInt8(ascii: "\n")).compactMap {
      pid_t(String(decoding: $0, as: UTF8.self))
    }
  }
}
