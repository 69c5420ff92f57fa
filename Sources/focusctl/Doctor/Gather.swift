import Arguments
import BoardProfile
import ControlAPI
import Diagnosis
import EvdevIO
import Glibc
import LinuxIO

extension Facts {
  /// Looks at everything that doctor judges.
  ///
  /// - Parameters:
  ///   - path: the profile's, where somebody named it.
  ///   - wayland: sockets of compositors; empty looks for them.
  ///   - tryGrabs: whether devices may be grabbed for a moment, where focusd
  ///     does not run.
  init(
    socket: String, profile path: String?, wayland: [String], tryGrabs: Bool
  ) throws(SystemError) {
    let (daemon, status) = Facts.askDaemon(socket)
    let profile = Reach.profile(path)
    let items = try Inventory.all(status)
    let mirrors = items.filter(\.device.isMirror).compactMap {
      FileAccess(reading: $0.node.path)
    }
    let account: Account? =
      if case .running(let running) = daemon { running.account } else {
        Accounts.account(named: "focusd")
      }
    self.init(
      isRoot: geteuid() == 0, daemon: daemon, account: account,
      profile: Facts.profile(profile),
      uinput: FileAccess(reading: UinputDevice.path),
      devices: Facts.devices(
        items.filter { !$0.device.isMirror }, try? profile.get().profile, daemon,
        tryGrabs: tryGrabs),
      mirrors: mirrors, mirrorReaders: Facts.readers(of: mirrors, but: account),
      legacyNodes: LegacyNodes.all(), rawNodes: LegacyNodes.raw(), rules: Facts.findRules(),
      console: ConsoleState.read(),
      sysRq: KernelFile.line("/proc/sys/kernel/sysrq").flatMap { Int($0) },
      compositors: Displays.compositors(wayland), xServers: Displays.xServers(),
      clients: Accounts.members(ofGroup: "focus"))
  }

  private static func profile(_ found: Result<LoadedProfile, ProfileFailure>) -> Profile {
    switch found {
    case .success(let loaded): .valid(path: loaded.file)
    case .failure(let failure): .wrong("\(failure)")
    }
  }

  private static func askDaemon(_ socket: String) -> (Daemon, ControlStatus?) {
    do throws(ControlClientError) {
      let answer = try Reach.status(socket)
      guard let pid = Processes.daemon(behind: answer.client.serverProcess),
        let running = Processes.running(pid)
      else {
        return (.refused("focusd answers, but its process cannot be looked at"), answer.status)
      }
      return (.running(running), answer.status)
    } catch {
      return (error.isUnreachable ? .stopped("\(error)") : .refused("\(error)"), nil)
    }
  }

  private static func devices(
    _ items: [InventoryItem], _ profile: BoardProfile?, _ daemon: Daemon, tryGrabs: Bool
  ) -> [Device] {
    let readers = Processes.readers(of: Set(items.map(\.node.path)))
    var own: Int32?
    if case .running(let running) = daemon { own = running.process.pid }
    return items.compactMap { item in
      guard let access = FileAccess(reading: item.node.path) else { return nil }
      var treatment: Treatment
      var isGrabbed: Bool?
      switch item.treatment {
      case .mirror, .notKnown: treatment = .notKnown
      case .mirrored(let mirror): treatment = .gated(mirror: mirror)
      case .leftAlone: treatment = .leftAlone
      case .degraded(let reason):
        treatment = .degraded(reason)
        // What focusd says of EBUSY: it has tried, so nobody else need.
        if reason.contains("EVIOCGRAB") { isGrabbed = true }
      }
      if treatment == .notKnown, let profile, profile.settings(for: item.device) == nil {
        treatment = .leftAlone
      }
      if tryGrabs, case .stopped = daemon, treatment != .leftAlone {
        isGrabbed = item.node.isGrabbed()
      }
      return Device(
        name: item.device.name, access: access,
        isIgnoredByLibinput: item.node.isIgnoredByLibinput, treatment: treatment,
        readers: geteuid() == 0
          ? readers[item.node.path, default: []].filter { $0.pid != own } : nil,
        isGrabbed: isGrabbed)
    }
  }

  /// Members of the groups that mirrors belong to.
  private static func readers(
    of mirrors: [FileAccess], but account: Account?
  ) -> [String: [String]] {
    let groups = Set(mirrors.map(\.group)).union(mirrors.isEmpty ? ["input"] : [])
    var readers: [String: [String]] = [:]
    for group in groups {
      let members = Accounts.members(ofGroup: group) ?? []
      readers[group] = members.filter { $0 != account?.user && $0 != "focusd" && $0 != "root" }
    }
    return readers
  }

  /// udev's directories, in its own order (udev(7)).
  private static func findRules() -> [String] {
    ["/etc", "/run", "/usr/local/lib", "/usr/lib"].flatMap { prefix in
      let directory = "\(prefix)/udev/rules.d"
      return KernelFile.names(in: directory).filter { $0.hasSuffix("focusd.rules") }
        .map { "\(directory)/\($0)" }
    }
  }
}
