import Glibc
import LinuxIO
import Testing

@testable import ControlAPI

/// Clients that send and do what they should not. Each test ends with a call
/// of an honest one: the server is still there and owes nobody anything.
@Suite struct HostileClientTests {
  private func expectAlive(_ harness: Harness) throws {
    let honest = try harness.connect()
    honest.send(call("Status"))
    #expect(try harness.settle() < 10)
    #expect(honest.reply()?.contains("planSerial") == true)
  }

  @Test(arguments: [
    "", "x", "null", "[]", "{}", "42", #"{"method":1}"#, #"{"method":null}"#, "{\"method\":\"a",
    #"{"method":"a","more":"yes"}"#, "\u{FEFF}", #"{"method":"\ud800"}"#,
  ])
  func garbageEndsTheConnection(text: String) throws {
    let harness = try Harness()
    let client = try harness.connect()
    client.send(text)
    #expect(try harness.settle() < 10)
    #expect(client.isClosed)
    try expectAlive(harness)
  }

  @Test func bytesThatAreNoTextEndTheConnection() throws {
    let harness = try Harness()
    let client = try harness.connect()
    client.send([0xFF, 0xFE, 0xC0, 0x80, 0x01, 0x00])
    try harness.settle()
    #expect(client.isClosed)
    // The same inside a string that the method reads.
    let second = try harness.connect()
    var message = Array(#"{"method":"org.focusd.Control.Dismiss","parameters":{"token":""#.utf8)
    message += [0xFF, 0xC0]
    message += Array(#""}}"#.utf8)
    message.append(0)
    second.send(message)
    try harness.settle()
    #expect(second.reply()?.contains("error") == true || second.isClosed)
    try expectAlive(harness)
  }

  @Test(arguments: ["[", #"{"a":"#])
  func deepNestingIsRefused(piece: String) throws {
    var limits = ControlLimits()
    limits.messageBytes = 1 << 20
    let harness = try Harness(limits: limits)
    let client = try harness.connect()
    let start = #"{"method":"org.focusd.Control.Status","parameters":"#
    var bytes = Array((start + String(repeating: piece, count: 100_000)).utf8) + [0]
    while !bytes.isEmpty {
      let count = client.send(bytes)
      try #require(count > 0)
      bytes.removeFirst(count)
      try harness.settle()
    }
    #expect(client.isClosed)
    try expectAlive(harness)
  }

  @Test func halfMessagesWaitAndPiecesAreJoined() throws {
    let harness = try Harness()
    let client = try harness.connect()
    let message = Array(call("Status").utf8) + [0]
    for byte in message.dropLast() {
      client.send([byte])
      try harness.settle()
      #expect(client.reply() == nil)
    }
    client.send([0])
    try harness.settle()
    #expect(client.reply()?.contains("planSerial") == true)
    // One and a half in one piece.
    client.send(message + message.prefix(9))
    try harness.settle()
    #expect(client.reply() != nil)
    #expect(client.reply() == nil)
    client.close()
    try harness.settle()
    try expectAlive(harness)
  }

  @Test func aHugeMessageEndsTheConnection() throws {
    let harness = try Harness()
    let client = try harness.connect()
    var left = 65 * 1024
    while left > 0 {
      let count = client.send([UInt8](repeating: 0x20, count: min(left, 16384)))
      guard count > 0 else { break }
      left -= count
      try harness.settle()
    }
    #expect(client.isClosed)
    try expectAlive(harness)
  }

  @Test func aClientThatNeverReadsIsDropped() throws {
    let harness = try Harness()
    let client = try harness.connect()
    let message = Array(call("org.varlink.service.GetInfo").utf8) + [0]
    var sent = 0
    // Until the socket takes no more: the server has stopped reading then.
    for _ in 0..<100_000 where client.send(message) > 0 {
      sent += 1
      if sent % 50 == 0 { #expect(try harness.settle() < 100) }
    }
    try harness.settle()
    #expect(client.isClosed)
    #expect(sent < 100_000)
    try expectAlive(harness)
  }

  @Test func aClientThatSendsAheadOfAnOpenCallIsDropped() throws {
    let harness = try Harness()
    let client = try harness.connect()
    client.send(call("Raise", #"{"kind":"call"}"#, more: true))
    for _ in 0..<2000 {
      client.send(call("org.varlink.service.GetInfo"))
      try harness.settle()
    }
    #expect(client.isClosed)
    #expect(harness.kiosk.model.overlays.map(\.client) != [.present])
    try expectAlive(harness)
  }

  @Test func noMoreClientsThanTheLimit() throws {
    let harness = try Harness()
    let clients = try (0..<64).map { _ in try harness.connect() }
    let extra = try harness.connect()
    #expect(extra.isClosed)
    clients[0].send(call("Status"))
    try harness.settle()
    #expect(clients[0].reply() != nil)
    clients[1].close()
    try harness.settle()
    try expectAlive(harness)
  }

  @Test func aUserHasNoMoreClientsThanItsShare() throws {
    let harness = try Harness()
    let clients = try (0..<32).map { _ in try harness.connectStranger(uid: 1000) }
    let extra = try harness.connectStranger(uid: 1000)
    #expect(
      extra.reply()
        == #"{"error":"org.focusd.Control.TooManyClients","parameters":{"limit":32}}"#)
    #expect(extra.isClosed)
    let other = try harness.connectStranger(uid: 1001)
    other.send(call("org.varlink.service.GetInfo"))
    try harness.settle()
    #expect(other.reply()?.contains("focusd") == true)
    #expect(clients.count == 32)
    try expectAlive(harness)
  }

  @Test func aFloodOfCallsIsRefusedByNameAndEnds() throws {
    let harness = try Harness()
    let client = try harness.connect()
    for _ in 0..<200 {
      client.send(call("org.varlink.service.GetInfo"))
      try harness.settle()
      #expect(client.reply()?.contains("vendor") == true)
    }
    // A hundredth of a second is two calls.
    harness.clock.now += 10_000
    for _ in 0..<3 { client.send(call("org.varlink.service.GetInfo")) }
    try harness.settle()
    #expect(client.reply()?.contains("vendor") == true)
    #expect(client.reply()?.contains("vendor") == true)
    #expect(
      client.reply() == #"{"error":"org.focusd.Control.TooManyCalls","parameters":{"limit":200}}"#)
    #expect(client.isClosed)
    try expectAlive(harness)
  }

  @Test func aCallBudgetStandsAnyClock() {
    var budget = CallBudget(2, at: .min)
    #expect(budget.take(at: .max) && budget.take(at: .max) && !budget.take(at: .min))
  }

  @Test func nestingIsCountedOutsideOfStrings() {
    #expect(!Nesting.exceeds(2, in: #"{"a":["[[[\"[{","\\"]}"#.utf8))
    #expect(Nesting.exceeds(2, in: #"{"a":[{}]}"#.utf8))
  }

  @Test func whatIsRefusedIsNamed() throws {
    let harness = try Harness()
    for (message, reason) in [
      ("x", "no Varlink call"), (String(repeating: "[", count: 17), "nested deeper than 16"),
    ] {
      let client = try harness.connect()
      client.send(message)
      try harness.settle()
      let reply = try #require(client.reply())
      #expect(reply.contains("BadMessage") && reply.contains(reason))
    }
  }

  @Test func idleClientsCostNothing() throws {
    let harness = try Harness()
    let clients = try (0..<20).map { _ in try harness.connect() }
    #expect(try harness.settle() == 0)
    #expect(clients.count == 20)
  }

  @Test func thePeerIsWhoTheKernelSays() throws {
    var pair: [Int32] = [0, 0]
    try check("socketpair") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) }
    let other = OwnedFD(adopting: pair[1])
    let peer = try Peer.of(OwnedFD(adopting: pair[0]))
    #expect(peer.pid == getpid() && peer.uid == getuid() && peer.groups.contains(getgid()))
    var groups = [gid_t](repeating: 0, count: 64)
    let count = max(0, Int(getgroups(64, &groups)))
    #expect(peer.groups.isSuperset(of: groups.prefix(count)))
    _ = consume other
  }
}
