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
  ///   - wayland: sockets of compositors; empty looks for them.
  ///   - tryGrabs: whether devices may be grabbed for a moment, where focusd
  ///     does not run.
  init(
    socket: String, profile path: String, wayland: [String], tryGrabs: Bool
  ) throws(SystemError) {
    let (daemon, status) = Facts.askDaemon(socket)
    let profile = Facts.load(path)
    let account: Account? =
      if case .running(let running) = daemon { running.account } else {
        Accounts.account(named: "focusd")
      }
    self.init(
      isRoot: geteuid() == 0, daemon: daemon, account: account, profile: profile.fact,
      uinput: FileAccess(reading: UinputDevice.path),
      devices: try Facts.devices(status, profile.loaded, daemon, tryGrabs: tryGrabs),
      legacyNodes: LegacyNodes.all(), rawNodes: LegacyNodes.raw(), rules: Facts.findRules(),
      console: Facts.lookAtConsole(),
      sysRq: KernelFile.line("/proc/sys/kernel/sysrq").flatMap { Int($0) },
      compositors: Displays.compositors(wayland), xServers: Displays.xServers(),
      clients: Accounts.members(ofGroup: "focus"))
  }

  private static func askDaemon(_ socket: String) -> (Daemon, ControlStatus?) {
    do throws(ControlClientError) {
      let client = try ControlClient(path: socket)
      let status = try client.status()
      guard let pid = client.serverProcess, let running = Processes.daemon(pid) else {
        return (.refused("focusd answers, but its process cannot be looked at"), status)
      }
      return (.running(running), status)
    } catch {
      return (error.isUnreachable ? .stopped("\(error)") : .refused("\(error)"), nil)
    }
  }

  private static func load(_ path: String) -> (fact: Profile, loaded: BoardProfile?) {
    do throws(ProfileError) {
      return (.valid(path: path), try BoardProfile.load(path: path))
    } catch {
      return (.wrong("\(error)"), nil)
    }
  }

  private static func devices(
    _ status: ControlStatus?, _ profile: BoardProfile?, _ daemon: Daemon, tryGrabs: Bool
  ) throws(SystemError) -> [Device] {
    let items = try Inventory.all(status).filter { !$0.device.isMirror }
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

  /// udev's directories, in its own order (udev(7)).
  private static func findRules() -> [String] {
    ["/etc", "/run", "/usr/local/lib", "/usr/lib"].flatMap { prefix in
      let directory = "\(prefix)/udev/rules.d"
      return KernelFile.names(in: directory).filter { $0.hasSuffix("focusd.rules") }
        .map { "\(directory)/\($0)" }
    }
  }

  private static func lookAtConsole() -> Console {
    guard access("/dev/tty0", F_OK) == 0 else { return .none }
    do throws(SystemError) {
      // tty0 is the console in front, whichever that is.
      let fd = try OwnedFD.open("/dev/tty0", O_RDWR | O_NOCTTY)
      var mode: Int = 0
      // KDGKBMODE of linux/kd.h.
      try check("KDGKBMODE", "/dev/tty0") { ioctl(fd.raw, 0x4B44, &mode) }
      return .mode(
        Int32(truncatingIfNeeded: mode & 0xFFFF_FFFF),
        terminal: KernelFile.line("/sys/class/tty/tty0/active") ?? "tty0")
    } catch {
      return .notKnown("\(error)")
    }
  }
}
