import FocusModel
import FoundationEssentials
import Glibc
import InputGate
import Testing

@testable import ControlAPI

/// Streams of notices, and overlays that are taken back.
@Suite struct WatchTests {
  private func notices(_ client: RawClient) throws -> [Notice] {
    var notices: [Notice] = []
    while let reply = client.reply() {
      notices.append(
        try ControlLink.decode(Array(reply.utf8)[...], as: Notice.self))
    }
    return notices
  }

  private func watch(_ harness: Harness, since: Int64? = nil) throws -> RawClient {
    let client = try harness.connect()
    client.send(call("Watch", since.map { #"{"since":\#($0)}"# } ?? "{}", more: true))
    try harness.settle()
    return client
  }

  private func raise(_ harness: Harness, _ kind: String = "call") throws -> (RawClient, String) {
    let holder = try harness.connect()
    holder.send(call("Raise", #"{"kind":"\#(kind)","outputs":["Virtual-1"]}"#, more: true))
    try harness.settle()
    let reply = try #require(holder.reply())
    let news = try ControlLink.decode(Array(reply.utf8)[...], as: OverlayNews.self)
    return (holder, try #require(news.token))
  }

  @Test func aWatcherHearsTheStateAndThenEverything() throws {
    let harness = try Harness()
    let watcher = try watch(harness)
    let first = try #require(try notices(watcher).first)
    #expect(first.event == .snapshot && first.state?.outputs.count == 2)
    let (holder, token) = try raise(harness)
    let region = #"{"output":"Virtual-1","x":0,"y":0,"width":9,"height":9}"#
    let other = try harness.connect()
    other.send(call("Present", #"{"token":"\#(token)","regions":[\#(region)]}"#))
    other.send(call("Dismiss", #"{"token":"\#(token)"}"#))
    try harness.settle()
    let heard = try notices(watcher)
    #expect(
      heard.map(\.event) == [
        .overlayRaised, .sceneWillResignActive, .interruptionBegan, .overlayPresented,
        .overlayEnded, .interruptionEnded, .sceneDidBecomeActive,
      ])
    #expect(heard.map(\.serial) == (1...7).map { first.serial + $0 })
    #expect(heard[0].overlay?.kind == "call" && heard[0].overlay?.presented == false)
    #expect(heard[1].scene?.state == "inactive" && heard[2].output == "Virtual-1")
    #expect(heard[3].overlay?.presented == true && heard[4].reason == "dismissed")
    holder.close()
  }

  @Test func noTokenIsEverTold() throws {
    let harness = try Harness()
    let watcher = try watch(harness)
    let (holder, token) = try raise(harness)
    let late = try watch(harness)
    holder.close()
    try harness.settle()
    while let reply = watcher.reply() { #expect(!reply.contains(token)) }
    while let reply = late.reply() { #expect(!reply.contains(token)) }
  }

  @Test func aWatcherWhoComesBackHearsWhatWasMissedOnce() throws {
    let harness = try Harness()
    let before = try #require(try notices(watch(harness)).first?.serial)
    let (holder, _) = try raise(harness)
    let back = try watch(harness, since: before + 1)
    #expect(try notices(back).map(\.event) == [.sceneWillResignActive, .interruptionBegan])
    let current = try watch(harness, since: before + 3)
    #expect(try notices(current).isEmpty)
    holder.close()
    try harness.settle()
    #expect(try notices(current).map(\.event) == [.overlayAbandoned])
    #expect(try notices(back).map(\.event) == [.overlayAbandoned])
  }

  @Test func aGapIsTold() throws {
    var limits = ControlLimits()
    limits.keptNotices = 2
    let harness = try Harness(limits: limits)
    let before = try #require(try notices(watch(harness)).first?.serial)
    let (holder, _) = try raise(harness)
    #expect(try notices(watch(harness, since: before + 1)).count == 2)
    // Lost, of another focusd, and nonsense.
    for since in [before, before + 4, .max, .min] {
      let notice = try #require(try notices(watch(harness, since: since)).first)
      #expect(notice.event == .gap && notice.serial == before + 3)
      #expect(notice.state?.overlays.count == 1)
    }
    holder.close()
  }

  @Test func serialsOfTheNextFocusdAreHigher() throws {
    let first = try Harness()
    _ = try raise(first)
    let second = try Harness()
    second.clock.now += 1
    #expect(NoticeRing(capacity: 1, start: second.clock.now).serial > first.clock.now)
  }

  @Test func aSlowWatcherIsToldFromWhereToGoOn() throws {
    let harness = try Harness()
    let watcher = try watch(harness)
    let honest = try watch(harness)
    var heard: [Notice] = try notices(honest)
    // Until the socket's buffer and the queue behind it are full.
    for _ in 0..<2000 {
      harness.server.tell([Notice(.profileReloaded)])
      try harness.settle()
      heard += try notices(honest)
    }
    // Reading makes room, and what waited comes, with the way to go on behind it.
    var read: [String] = []
    for _ in 0..<100 {
      while let reply = watcher.reply() { read.append(reply) }
      try harness.settle()
    }
    let last = try #require(read.last)
    #expect(last.contains("org.focusd.Control.TooSlow"))
    let serials = try read.dropLast().map {
      try ControlLink.decode(Array($0.utf8)[...], as: Notice.self).serial
    }
    #expect(serials == heard.prefix(serials.count).map(\.serial))
    #expect(last.contains(#""serial":\#(try #require(serials.last))"#))
    #expect(heard.count == 2001 && serials.count < 2001)
    // The connection is free for the next call.
    watcher.send(call("Watch", #"{"since":\#(harness.server.ring.serial)}"#, more: true))
    try harness.settle()
    harness.server.tell([Notice(.profileReloaded)])
    #expect(try notices(watcher).count == 1)
  }

  @Test func devicesAreTold() {
    func device(_ node: String, _ reason: String? = nil) -> ControlStatus.Device {
      .init(
        name: "n", node: node, mirror: nil, deviceClass: "touch",
        state: reason == nil ? .ok : .degraded, reason: reason)
    }
    func events(_ before: [ControlStatus.Device], _ after: [ControlStatus.Device]) -> [Notice.Event]
    {
      Notice.changes(from: before, to: after).map(\.event)
    }
    #expect(events([], [device("a"), device("b", "busy")]) == [.deviceAdded, .deviceDegraded])
    #expect(events([device("a")], [device("a")]) == [])
    #expect(events([device("a")], [device("a", "gone")]) == [.deviceDegraded])
    #expect(events([device("a", "x")], [device("a", "y")]) == [.deviceDegraded])
    #expect(events([device("a", "x")], [device("a")]) == [.deviceRecovered])
    #expect(events([device("a")], [device("b")]) == [.deviceGone, .deviceAdded])
  }

  // MARK: Reclaim

  @Test func theSameClientTakesItsOverlayBack() throws {
    let harness = try Harness()
    let (holder, token) = try raise(harness)
    let back = try harness.connect()
    back.send(call("Reclaim", #"{"token":"\#(token)"}"#, more: true))
    try harness.settle()
    #expect(back.reply() == #"{"error":"org.focusd.Control.NotAbandoned","parameters":{}}"#)
    holder.close()
    try harness.settle()
    back.send(call("Present", #"{"token":"\#(token)","regions":[]}"#))
    back.send(call("Reclaim", #"{"token":"\#(token)"}"#))
    back.send(call("Reclaim", #"{"token":"x"}"#, more: true))
    back.send(call("Reclaim", #"{"token":"\#(token)"}"#, more: true))
    try harness.settle()
    #expect(back.reply() == #"{"error":"org.focusd.Control.Abandoned","parameters":{}}"#)
    #expect(back.reply() == #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#)
    #expect(back.reply() == #"{"error":"org.focusd.Control.UnknownToken","parameters":{}}"#)
    #expect(
      back.reply()
        == #"{"continues":true,"parameters":{"id":3,"state":"gated","token":"\#(token)"}}"#)
    harness.clock.now += 5_000_000
    try harness.kiosk.apply(.timePassed(Timestamp(microseconds: harness.clock.now)), reply: nil)
    #expect(harness.kiosk.model.overlays.count == 1)
    // And it is lost again in the same way.
    back.close()
    try harness.settle()
    harness.clock.now += 1_000_000
    try harness.kiosk.apply(.timePassed(Timestamp(microseconds: harness.clock.now)), reply: nil)
    #expect(harness.kiosk.model.overlays.isEmpty && harness.server.raisers.isEmpty)
  }

  @Test func nobodyElseTakesAnOverlay() throws {
    let everybody = Role(
      name: "any", holder: .init(group: "100"), rights: [.raise(.lock), .raise(.call)])
    let harness = try Harness(roles: [everybody])
    let owner = try harness.connectStranger(uid: 1000, groups: [100])
    owner.send(call("Raise", #"{"kind":"lock"}"#, more: true))
    try harness.settle()
    let token = try #require(harness.kiosk.model.overlays.first?.token.text)
    owner.close()
    try harness.settle()
    for client in [try harness.connectStranger(uid: 1001, groups: [100]), try harness.connect()] {
      client.send(call("Reclaim", #"{"token":"\#(token)"}"#, more: true))
      try harness.settle()
      #expect(client.reply() == #"{"error":"org.focusd.Control.NotYourOverlay","parameters":{}}"#)
    }
    let back = try harness.connectStranger(uid: 1000, groups: [100])
    back.send(call("Reclaim", #"{"token":"\#(token)"}"#, more: true))
    try harness.settle()
    #expect(back.reply()?.contains("gated") == true)
  }
}
