/// What is so on a board, as far as it could be seen: what `diagnose` judges.
public struct Facts: Sendable {
  public struct Process: Hashable, Sendable, CustomStringConvertible {
    public var pid: Int32
    public var name: String

    public init(pid: Int32, name: String) {
      self.pid = pid
      self.name = name
    }

    public var description: String { "\(name) (\(pid))" }
  }

  /// What is known of focusd.
  public enum Daemon: Hashable, Sendable {
    /// It answers.
    case running(Running)
    /// Why nobody answers.
    case stopped(String)
    /// It is there but does not answer this user.
    case refused(String)
  }

  public struct Running: Hashable, Sendable {
    public var process: Process
    public var account: Account
    /// Bytes that it may lock, nil where there is no limit, and kibibytes that it has locked.
    public var lockLimit: UInt64?
    public var lockedKiB: UInt64?

    public init(
      process: Process, account: Account, lockLimit: UInt64? = nil, lockedKiB: UInt64? = nil
    ) {
      self.process = process
      self.account = account
      self.lockLimit = lockLimit
      self.lockedKiB = lockedKiB
    }
  }

  /// What focusd does with a device.
  public enum Treatment: Hashable, Sendable {
    case gated(mirror: String)
    case degraded(String)
    /// Not gated on purpose: by the profile, or for logind.
    case leftAlone
    /// focusd is not asked, or not there.
    case notKnown
  }

  public struct Device: Hashable, Sendable {
    public var name: String
    public var access: FileAccess
    public var isIgnoredByLibinput: Bool
    public var treatment: Treatment
    /// Who has it open, beside focusd; nil where that may not be seen.
    public var readers: [Process]?
    /// Whether another program has grabbed it; nil where that was not tried.
    public var isGrabbed: Bool?

    public init(
      name: String, access: FileAccess, isIgnoredByLibinput: Bool = true,
      treatment: Treatment, readers: [Process]? = nil, isGrabbed: Bool? = nil
    ) {
      self.name = name
      self.access = access
      self.isIgnoredByLibinput = isIgnoredByLibinput
      self.treatment = treatment
      self.readers = readers
      self.isGrabbed = isGrabbed
    }
  }

  /// The keyboard mode of the console in front (ioctl_console(2), KDGKBMODE).
  public enum Console: Hashable, Sendable {
    case none
    /// - Parameter isMapEmpty: whether no key means anything to it.
    case mode(Int32, isMapEmpty: Bool, terminal: String)
    case notKnown(String)
  }

  /// A Wayland compositor and the interfaces that it offers to a client.
  public struct Compositor: Hashable, Sendable {
    public var socket: String
    /// nil where it could not be asked.
    public var globals: Set<String>?
    public var error: String

    public init(socket: String, globals: Set<String>?, error: String = "") {
      self.socket = socket
      self.globals = globals
      self.error = error
    }
  }

  public enum Profile: Hashable, Sendable {
    case valid(path: String)
    case wrong(String)
  }

  public var isRoot: Bool
  public var daemon: Daemon
  /// focusd's own, or what it will run as; nil where there is no user focusd.
  public var account: Account?
  public var profile: Profile
  /// nil where there is no /dev/uinput.
  public var uinput: FileAccess?
  public var devices: [Device]
  /// The nodes of focusd's mirrors.
  public var mirrors: [FileAccess]
  /// Members of the groups that read mirrors, by group.
  public var mirrorReaders: [String: [String]]
  /// js and mouse nodes, which see a device beside its event node.
  public var legacyNodes: [FileAccess]
  /// hidraw nodes of devices that are input devices too.
  public var rawNodes: [FileAccess]
  /// Where the udev rules are; empty where they are not.
  public var rules: [String]
  public var console: Console
  /// /proc/sys/kernel/sysrq; nil where there is none.
  public var sysRq: Int?
  public var compositors: [Compositor]
  /// Sockets of X servers, Xwayland among them.
  public var xServers: [String]
  /// Members of group focus; nil where there is no such group.
  public var clients: [String]?

  public init(
    isRoot: Bool, daemon: Daemon, account: Account?, profile: Profile, uinput: FileAccess?,
    devices: [Device], mirrors: [FileAccess], mirrorReaders: [String: [String]],
    legacyNodes: [FileAccess], rawNodes: [FileAccess], rules: [String],
    console: Console, sysRq: Int?, compositors: [Compositor], xServers: [String],
    clients: [String]?
  ) {
    self.isRoot = isRoot
    self.daemon = daemon
    self.account = account
    self.profile = profile
    self.uinput = uinput
    self.devices = devices
    self.mirrors = mirrors
    self.mirrorReaders = mirrorReaders
    self.legacyNodes = legacyNodes
    self.rawNodes = rawNodes
    self.rules = rules
    self.console = console
    self.sysRq = sysRq
    self.compositors = compositors
    self.xServers = xServers
    self.clients = clients
  }
}
