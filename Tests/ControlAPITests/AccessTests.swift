import FocusModel
import Glibc
import LinuxIO
import Testing

@testable import ControlAPI

/// Who may do what, by the roles of the profile.
@Suite struct AccessTests {
  private static let roles = [
    Role(
      name: "dialer", holder: .init(user: "1000", unit: "dialer.service"), rights: [.raise(.call)]),
    Role(name: "guard", holder: .init(user: "1001"), rights: [.raise(.lock), .watch]),
    Role(name: "fleet", holder: .init(group: "44"), rights: [.inspect, .watch, .manage]),
  ]

  private func denied(_ needed: String, _ roles: String) -> String {
    #"{"error":"org.focusd.Control.PermissionDenied","parameters":{"needed":"\#(needed)","roles":[\#(roles)]}}"#
  }

  @Test func strangersAreDeniedByNameOfTheRight() throws {
    let harness = try Harness(roles: AccessTests.roles)
    let stranger = try harness.connectStranger()
    for (method, parameters, right, roles) in [
      ("Raise", #"{"kind":"lock"}"#, "raise", #""dialer","guard""#),
      ("Reclaim", #"{"token":"x"}"#, "raise", #""dialer","guard""#),
      ("Present", "{}", "raise", #""dialer","guard""#),
      ("Dismiss", #"{"token":"x"}"#, "raise", #""dialer","guard""#),
      ("ConfirmKeyboard", "5", "raise", #""dialer","guard""#),
      ("DismissOverlay", #"{"id":3}"#, "manage", #""fleet""#),
      ("Reload", "{}", "manage", #""fleet""#), ("Status", "{}", "inspect", #""fleet""#),
      ("Watch", "{}", "watch", #""guard","fleet""#),
    ] as [(String, String, String, String)] {
      stranger.send(call(method, parameters, more: true))
      try harness.settle()
      #expect(stranger.reply() == denied(right, roles))
    }
    // What the service says about itself is for everybody.
    stranger.send(call("org.varlink.service.GetInfo"))
    stranger.send(
      call(
        "org.varlink.service.GetInterfaceDescription", #"{"interface":"org.focusd.Control"}"#))
    try harness.settle()
    #expect(stranger.reply()?.contains(#""product":"focusd""#) == true)
    #expect(stranger.reply()?.contains("method Raise") == true)
    #expect(harness.kiosk.events.isEmpty)
  }

  @Test func aRightIsForItsKindOnly() throws {
    let harness = try Harness(roles: AccessTests.roles)
    let guardian = try harness.connectStranger(uid: 1001)
    guardian.send(call("Raise", #"{"kind":"call"}"#, more: true))
    try harness.settle()
    #expect(guardian.reply() == denied("raise call", #""dialer""#))
    guardian.send(call("Raise", #"{"kind":"lock"}"#, more: true))
    try harness.settle()
    #expect(guardian.reply()?.contains("gated") == true)
    // Nor does somebody else's token help who may not raise such overlays.
    let root = try harness.connect()
    root.send(call("Raise", #"{"kind":"call"}"#, more: true))
    try harness.settle()
    let token = try #require(harness.kiosk.model.overlays.last?.token.text)
    let other = try harness.connectStranger(uid: 1001)
    other.send(call("Dismiss", #"{"token":"\#(token)"}"#))
    try harness.settle()
    #expect(other.reply() == denied("raise call", #""dialer""#))
  }

  @Test func managersEndOverlaysOfOthers() throws {
    let harness = try Harness(roles: AccessTests.roles)
    let guardian = try harness.connectStranger(uid: 1001)
    guardian.send(call("Raise", #"{"kind":"lock"}"#, more: true))
    try harness.settle()
    #expect(guardian.reply()?.contains("gated") == true)
    let manager = try harness.connectStranger(uid: 1002, groups: [100, 44])
    manager.send(call("DismissOverlay", #"{"id":4}"#))
    manager.send(call("DismissOverlay", #"{"id":3}"#))
    try harness.settle()
    #expect(
      manager.reply() == #"{"error":"org.focusd.Control.UnknownOverlay","parameters":{"id":4}}"#)
    #expect(manager.reply() == #"{"parameters":{}}"#)
    #expect(guardian.reply() == #"{"parameters":{"reason":"removed","state":"ended"}}"#)
    manager.send(call("Reload"))
    harness.kiosk.report = .failure(ReloadFailure("board.yaml:1: no"))
    try harness.settle()
    let refusal = #"BadProfile","parameters":{"message":"board.yaml:1"#
    #expect(manager.reply()?.contains(refusal) == true)
  }

  @Test func holdersAreToldByUserGroupAndUnit() {
    let access = AccessList(AccessTests.roles + [Role.operators])
    func may(_ uid: uid_t, _ groups: Set<gid_t>, _ right: Right, unit: String = "") -> Bool {
      access.allows(
        Peer(pid: 1, uid: uid, groups: groups), { $0 == right }, isIn: { $0 == unit })
    }
    #expect(may(0, [], .manage))
    #expect(!may(1000, [1000], .raise(.call)))
    #expect(!may(1000, [1000], .raise(.call), unit: "other.service"))
    #expect(may(1000, [1000], .raise(.call), unit: "dialer.service"))
    #expect(!may(1001, [1001], .raise(.call), unit: "dialer.service"))
    #expect(may(1001, [1001], .raise(.lock)))
    #expect(may(7, [7, 44], .manage) && !may(7, [7, 44], .raise(.lock)))
    #expect(access.units == ["dialer.service"])
  }

  @Test func aRoleOfNobodyIsNobodys() {
    let nobody = [
      Role(name: "a", holder: .init(user: "no-such-user-at-all"), rights: [.manage]),
      Role(name: "b", holder: .init(user: "7", group: "no-such-group"), rights: [.manage]),
    ]
    let access = AccessList(nobody)
    #expect(!access.allows(Peer(pid: 1, uid: 7, groups: [7]), { _ in true }, isIn: { _ in true }))
    #expect(access.roles { _ in true } == [])
  }

  @Test func unitsAreFoundInSlicesOnly() throws {
    let root = "/tmp/focusd-test-cgroup-\(getpid())"
    let user = root + "/user.slice/user-1000.slice/user@1000.service"
    let real = root + "/system.slice/dialer.service/inner"
    for path in [user + "/dialer.service", real] {
      var made = ""
      for part in path.split(separator: "/") {
        made += "/" + part
        mkdir(made, 0o755)
      }
    }
    defer { _ = remove(root) }
    let file = open(real + "/cgroup.procs", O_CREAT | O_WRONLY, 0o644)
    _ = "1\n4711\n".withCString { write(file, $0, 7) }
    close(file)
    let found = try #require(PeerUnit.find("dialer.service", in: root))
    #expect(found == root + "/system.slice/dialer.service")
    var count = 0
    #expect(PeerUnit.contains(4711, found, &count))
    #expect(!PeerUnit.contains(471, found, &count))
    #expect(PeerUnit.find("user@1000.service", in: root) != nil)
    #expect(PeerUnit.find("phone.service", in: root) == nil)
    unlink(real + "/cgroup.procs")
    for path in [real, root + "/system.slice/dialer.service", user + "/dialer.service", user] {
      rmdir(path)
    }
    for name in ["/user.slice/user-1000.slice", "/user.slice", "/system.slice", ""] {
      rmdir(root + name)
    }
  }
}
