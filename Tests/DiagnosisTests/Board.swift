import Diagnosis

extension FileAccess {
  /// As the udev rules leave a node.
  static func own(_ path: String) -> FileAccess {
    FileAccess(path: path, group: "focusd", mode: 0o660)
  }
}

extension Facts {
  static let focusd = Account(user: "focusd", group: "focusd", groups: ["focus", "input"])

  static func device(_ treatment: Treatment = .gated(mirror: "/dev/input/event7")) -> Device {
    Device(
      name: "Panel", access: .own("/dev/input/event1"), treatment: treatment, readers: [],
      isGrabbed: nil)
  }

  /// A board where all is well; a test spoils one thing of it.
  static let good = Facts(
    isRoot: true,
    daemon: .running(
      Running(process: Process(pid: 7, name: "focusd"), account: focusd, lockedKiB: 9000)),
    account: focusd, profile: .valid(path: "/etc/focusd/board.yaml"),
    uinput: .own("/dev/uinput"), devices: [device()],
    mirrors: [FileAccess(path: "/dev/input/event7", group: "input", mode: 0o660)],
    mirrorReaders: ["input": []], legacyNodes: [.own("/dev/input/js0")],
    rawNodes: [FileAccess(path: "/dev/hidraw0", mode: 0o600)],
    rules: ["/usr/lib/udev/rules.d/70-focusd.rules"],
    console: .mode(4, isMapEmpty: false, terminal: "tty1"),
    sysRq: 0, compositors: [Compositor(socket: "/run/wayland-1", globals: ["wl_seat"])],
    xServers: [], clients: ["dialer"])
}
