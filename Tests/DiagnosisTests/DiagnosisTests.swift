import Testing

@testable import Diagnosis

@Suite struct DiagnosisTests {
  @Test func nothingIsFoundOnAGoodBoard() {
    let findings = Facts.good.diagnose()
    #expect(findings.filter { $0.verdict != .ok } == [])
    #expect(findings.count >= 13)
  }

  struct Spoilt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: String
    let verdict: Finding.Verdict
    let spoil: @Sendable (inout Facts) -> Void

    init(
      _ description: String, _ check: String, _ verdict: Finding.Verdict,
      _ spoil: @escaping @Sendable (inout Facts) -> Void
    ) {
      testDescription = description
      self.check = check
      self.verdict = verdict
      self.spoil = spoil
    }
  }

  private static let running: [Spoilt] = [
    Spoilt("focusd does not run", "focusd", .problem) { $0.daemon = .stopped("no socket") },
    Spoilt("focusd may not be asked", "focusd", .notKnown) { $0.daemon = .refused("no") },
    Spoilt("no memory is locked", "memory", .warning) {
      $0.daemon = .running(
        .init(
          process: .init(pid: 7, name: "focusd"), account: Facts.focusd, lockLimit: 65536,
          lockedKiB: 0))
    },
    Spoilt("a wrong profile beside a running focusd", "profile", .warning) {
      $0.profile = .wrong("board.yaml:1:1: …")
    },
    Spoilt("a wrong profile", "profile", .problem) {
      $0.daemon = .stopped("")
      $0.profile = .wrong("board.yaml:1:1: …")
    },
    Spoilt("no user focusd", "account", .problem) { $0.account = nil },
    Spoilt("no uinput", "uinput", .problem) { $0.uinput = nil },
    Spoilt("uinput closed to focusd", "uinput", .problem) { $0.uinput?.group = "root" },
    Spoilt("uinput open to group input", "uinput", .problem) { $0.uinput?.group = "input" },
    Spoilt("no udev rules", "rules", .problem) { $0.rules = [] },
    Spoilt("no group focus", "clients", .warning) { $0.clients = nil },
  ]

  private static let nodes: [Spoilt] = [
    Spoilt("no device", "devices", .warning) { $0.devices = [] },
    Spoilt("a degraded device", "devices", .problem) {
      $0.devices = [Facts.device(.degraded("no output is known"))]
    },
    Spoilt("a node that everybody reads", "devices", .problem) {
      $0.devices[0].access.mode = 0o664
    },
    Spoilt("a node of group input", "devices", .problem) {
      $0.devices[0].access.group = "input"
    },
    Spoilt("a node closed to focusd", "devices", .problem) { $0.devices[0].access.mode = 0o600 },
    Spoilt("a node that a list opens", "devices", .problem) {
      $0.devices[0].access.entries = [.init(.user("kiosk"), rights: 6)]
    },
    Spoilt("a node that compositors take", "devices", .problem) {
      $0.devices[0].isIgnoredByLibinput = false
    },
    Spoilt("another grabber", "grabs", .problem) { $0.devices[0].isGrabbed = true },
    Spoilt("another reader", "grabs", .warning) {
      $0.devices[0].readers = [.init(pid: 9, name: "evtest")]
    },
    Spoilt("readers that may not be seen", "grabs", .notKnown) { $0.devices[0].readers = nil },
    Spoilt("mirrors that everybody reads", "mirrors", .problem) { $0.mirrors[0].mode = 0o664 },
    Spoilt("an app's user in group input", "mirrors", .warning) {
      $0.mirrorReaders = ["input": ["kiosk"]]
    },
    Spoilt("an open js node", "js-mouse", .warning) { $0.legacyNodes[0].mode = 0o664 },
    Spoilt("an open hidraw node", "hidraw", .problem) { $0.rawNodes[0].mode = 0o666 },
  ]

  private static let around: [Spoilt] = [
    Spoilt("a console that is typed on", "console", .problem) {
      $0.console = .mode(1, isMapEmpty: false, terminal: "tty1")
    },
    Spoilt("a console that may not be asked", "console", .notKnown) {
      $0.console = .notKnown("open /dev/tty0: Permission denied")
    },
    Spoilt("SysRq as a whole", "sysrq", .problem) { $0.sysRq = 1 },
    Spoilt("SysRq as Debian has it", "sysrq", .problem) { $0.sysRq = 438 },
    Spoilt("SysRq for sync and reboot", "sysrq", .warning) { $0.sysRq = 16 + 128 },
    Spoilt("a virtual keyboard", "virtual-input", .problem) {
      $0.compositors[0].globals = ["wl_seat", "zwp_virtual_keyboard_manager_v1"]
    },
    Spoilt("screencopy", "screencopy", .warning) {
      $0.compositors[0].globals = ["zwlr_screencopy_manager_v1"]
    },
    Spoilt("a compositor that does not answer", "compositor", .notKnown) {
      $0.compositors[0].globals = nil
    },
    Spoilt("no compositor", "compositor", .notKnown) { $0.compositors = [] },
    Spoilt("an X server", "x11", .warning) { $0.xServers = ["/tmp/.X11-unix/X0"] },
  ]

  @Test("each fault is found", arguments: running + nodes + around)
  func finds(_ spoilt: Spoilt) {
    var facts = Facts.good
    spoilt.spoil(&facts)
    let findings = facts.diagnose()
    let found = findings.filter { $0.check == spoilt.check && $0.verdict == spoilt.verdict }
    #expect(found.count == 1)
    #expect(found.allSatisfy { !$0.advice.isEmpty })
    #expect(found.allSatisfy { $0.verdict == .notKnown || !$0.meaning.isEmpty })
  }

  @Test("what the profile leaves alone is nobody's business")
  func leftAlone() {
    var facts = Facts.good
    var lid = Facts.device(.leftAlone)
    lid.access.mode = 0o666
    lid.isIgnoredByLibinput = false
    facts.devices.append(lid)
    #expect(facts.diagnose() == Facts.good.diagnose())
  }

  @Test("a console whose keys mean nothing is as good as one that is off")
  func emptyKeymap() {
    var facts = Facts.good
    facts.console = .mode(1, isMapEmpty: true, terminal: "tty1")
    #expect(facts.diagnose().filter { $0.verdict != .ok } == [])
  }

  @Test("focusd as root, for a try: its unit's group is no stranger")
  func asRoot() {
    var facts = Facts.good
    facts.account = Account(user: "root", group: "root")
    #expect(facts.diagnose().filter { $0.verdict != .ok } == [])
  }
}

@Suite struct FileAccessTests {
  private let kiosk = Account(user: "kiosk", group: "kiosk", groups: ["input"])

  @Test func modeDecides() {
    let node = FileAccess(path: "n", group: "input", mode: 0o640)
    #expect(node.lets(kiosk, .read) && !node.lets(kiosk, .write))
    #expect(node.lets(Account(user: "root", group: "root"), .write))
    #expect(!node.lets(Account(user: "nobody", group: "nogroup"), .read))
    // The owner's own bits count for the owner, even where others have more.
    #expect(!FileAccess(path: "n", owner: "kiosk", mode: 0o066).lets(kiosk, .read))
    // As do the group's for its members.
    #expect(!FileAccess(path: "n", group: "input", mode: 0o606).lets(kiosk, .read))
  }

  @Test func aListIsCutByItsMask() {
    var node = FileAccess(
      path: "n", group: "focusd", mode: 0o640, groupRights: 6,
      entries: [.init(.user("kiosk"), rights: 6)])
    #expect(node.lets(kiosk, .read) && !node.lets(kiosk, .write))
    #expect(node.others(than: Facts.focusd, .write) == [])
    node.mode = 0o660
    #expect(
      node.others(than: Facts.focusd, .write) == ["user kiosk (by its access control list)"])
  }

  @Test("the mask is not what the group has")
  func groupBesideAList() {
    let node = FileAccess(
      path: "n", group: "input", mode: 0o660, groupRights: 0,
      entries: [.init(.user("kiosk"), rights: 6)])
    #expect(node.others(than: kiosk, .read) == [])
  }
}
