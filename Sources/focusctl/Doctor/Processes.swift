import Diagnosis
import Glibc
import LinuxIO

/// What /proc says of the programs that run.
enum Processes {
  /// Who has which of some files open. Of other users' programs only root sees it.
  static func readers(of paths: Set<String>) -> [String: [Facts.Process]] {
    var readers: [String: [Facts.Process]] = [:]
    for pid in KernelFile.names(in: "/proc").compactMap(pid_t.init) where pid != getpid() {
      let directory = "/proc/\(pid)/fd"
      let open = Set(
        KernelFile.names(in: directory).compactMap { KernelFile.link("\(directory)/\($0)") })
      for path in open.intersection(paths) { readers[path, default: []].append(process(pid)) }
    }
    return readers
  }

  static func process(_ pid: pid_t) -> Facts.Process {
    Facts.Process(pid: pid, name: KernelFile.line("/proc/\(pid)/comm") ?? "?")
  }

  /// focusd: the process that listens, or where that is systemd the one of this name.
  static func daemon(behind listener: pid_t?) -> pid_t? {
    if let listener, process(listener).name == "focusd" { return listener }
    return KernelFile.names(in: "/proc").compactMap(pid_t.init)
      .first { process($0).name == "focusd" }
  }

  /// As who it runs, and what memory it has locked.
  static func running(_ pid: pid_t) -> Facts.Running? {
    guard let status = try? KernelFile.read("/proc/\(pid)/status") else { return nil }
    /// The words behind `name:`.
    func words(_ name: String) -> [Substring] {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().map { $0 } ?? []
    }
    // Real, effective, saved, for files.
    let users = words("Uid").compactMap { uid_t($0) }
    let groups = words("Gid").compactMap { gid_t($0) }
    guard users.count == 4, groups.count == 4 else { return nil }
    let extra = words("Groups").compactMap { gid_t($0) }.map(Accounts.group)
    return Facts.Running(
      process: process(pid),
      account: Account(
        user: Accounts.user(users[3]), group: Accounts.group(groups[3]), groups: Set(extra)),
      lockLimit: lockLimit(pid), lockedKiB: words("VmLck").first.flatMap { UInt64($0) })
  }

  private static func lockLimit(_ pid: pid_t) -> UInt64? {
    let limits = (try? KernelFile.read("/proc/\(pid)/limits")) ?? ""
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max locked memory") }
    // "unlimited" is no number.
    return line?.split(separator: " ").dropFirst(3).first.flatMap { UInt64($0) }
  }
}
