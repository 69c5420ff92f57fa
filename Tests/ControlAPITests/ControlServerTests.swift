import FocusModel
import Glibc
import InputGate
import LinuxIO
import Testing

@testable import ControlAPI

@Suite struct ControlServerTests {
  /// Raises an overlay and gives back its token.
  private func raise(
    _ client: RawClient, _ harness: Harness, _ parameters: String = #"{"kind":"call"}"#
  ) throws -> String {
    client.send(call("Raise", parameters, more: true))
    try harness.settle()
    return try #require(harness.kiosk.model.overlays.last?.token.text)
  }

  @Test func raiseLivesUntilDismissed() throws {
    let harness = try Harness()
    let holder = try harness.connect()
    let token = try raise(holder, harness)
    #expect(token.count == 32)
    #expect(
      holder.reply()
        == #"{"continues":true,"parameters":{"id":3,"state":"gated","token":"\#(token)"}}"#)
    let other = try harness.connect()
    other.send(call("Dismiss", #"{"token":"\#(token)"}"#))
    try harness.settle()
    #expect(other.reply() == #"{"parameters":{}}"#)
    #expect(holder.reply() == #"{"parameters":{"reason":"dismissed","state":"ended"}}"#)
    #expect(holder.reply() == nil)
    #expect(harness.kiosk.model.overlays.isEmpty)
    // The connection is free for the next call.
    holder.send(call("org.varlink.service.GetInfo"))
    try harness.settle()
    #expect(holder.reply()?.contains(#""interfaces":["org.varlink.service""#) == true)
  }

  @Test func answersOnlyOnceThePlanIsInForce() throws {
    let harness = try Harness()
    harness.kiosk.isPrompt = false
    let holder = try harness.connect()
    let token = try raise(holder, harness)
    #expect(holder.reply() == nil)
    harness.kiosk.applied()
    #expect(holder.reply()?.contains("gated") == true)
    let other = try harness.connect()
    let region = #"{"output":"Virtual-1","x":0,"y":0,"width":10,"height":10}"#
    other.send(call("Present", #"{"token":"\#(token)","regions":[\#(region)]}"#))
    try harness.settle()
    #expect(other.reply() == nil)
    let late = harness.kiosk.waiting
    harness.kiosk.applied()
    for reply in late { reply.complete() }
    #expect(other.reply() == #"{"parameters":{}}"#)
    #expect(other.reply() == nil)
    #expect(harness.kiosk.model.overlays.first?.isPresented == true)
  }

  @Test func callsThatWereSentAheadWaitForTheirTurn() throws {
    let harness = try Harness()
    harness.kiosk.isPrompt = false
    let client = try harness.connect()
    client.send(call("Raise", #"{"kind":"call"}"#, more: true))
    client.send(call("org.varlink.service.GetInterfaceDescription", #"{"interface":"x"}"#))
    #expect(try harness.settle() < 10)
    harness.kiosk.applied()
    #expect(client.reply()?.contains("gated") == true)
    #expect(try harness.settle() < 10)
    #expect(client.reply() == nil)
    let token = try #require(harness.kiosk.model.overlays.first?.token)
    harness.server.end(token, .stopping)
    #expect(client.reply() == #"{"parameters":{"reason":"stopping","state":"ended"}}"#)
    #expect(try harness.settle() < 10)
    #expect(client.reply()?.contains("InterfaceNotFound") == true)
  }

  @Test func aHolderThatDiesLeavesItsOverlayForTheGrace() throws {
    let harness = try Harness()
    harness.kiosk.isPrompt = false
    let holder = try harness.connect()
    let token = try raise(holder, harness)
    holder.close()
    try harness.settle()
    let now = Timestamp(microseconds: harness.clock.now)
    #expect(harness.kiosk.events.last == .clientGone(OverlayToken(token), at: now))
    #expect(harness.kiosk.model.nextDeadline?.microseconds == harness.clock.now + 1_000_000)
    // Its answer comes too late: nobody is there.
    harness.kiosk.applied()
    #expect(try harness.settle() == 0)
  }

  @Test func statusTellsAll() throws {
    let harness = try Harness()
    harness.kiosk.devices = [
      .init(
        name: "panel", node: "/dev/input/event0", mirror: "/dev/input/event9",
        deviceClass: "touch", state: .ok)
    ]
    let client = try harness.connect()
    client.send(call("Status"))
    try harness.settle()
    let expected = """
      {"parameters":{"devices":[{"deviceClass":"touch","mirror":"/dev/input/event9",\
      "name":"panel","node":"/dev/input/event0","state":"ok"}],\
      "outputs":[{"height":768,"name":"Virtual-1","singleScene":true,"width":1024},\
      {"height":480,"name":"Virtual-2","singleScene":false,"width":640}],"overlays":[],\
      "planSerial":7,"scenes":[{"id":1,"output":"Virtual-1","state":"active"},\
      {"id":2,"output":"Virtual-2","state":"active"}]}}
      """
    #expect(client.reply() == expected)
    let holder = try harness.connect()
    _ = try raise(
      holder, harness, #"{"kind":"lock","outputs":["Virtual-2"],"wantsKeyboard":true}"#)
    client.send(call("Status", "null"))
    try harness.settle()
    let status = try #require(client.reply())
    #expect(
      status.contains(
        """
        "overlays":[{"abandoned":false,"hasKeyboard":false,"id":3,"kind":"lock","outputs":["Virtual-2"],\
        "presented":false,"rank":100,"wantsKeyboard":true,"wantsPointer":false}]
        """))
    #expect(status.contains(#"{"id":2,"output":"Virtual-2","state":"inactive"}"#))
  }

  @Test(arguments: RefusedCall.byName)
  func refusesByName(refused: RefusedCall) throws {
    let harness = try Harness()
    let client = try harness.connect()
    client.send(call(refused.method, refused.parameters, more: true))
    try harness.settle()
    #expect(client.reply() == refused.reply)
    #expect(harness.kiosk.events.isEmpty)
  }

  @Test(arguments: RefusedCall.byRegion)
  func refusesRegions(refused: RefusedCall) throws {
    let harness = try Harness()
    let holder = try harness.connect()
    let token = try raise(holder, harness, #"{"kind":"call","outputs":["Virtual-1"]}"#)
    let client = try harness.connect()
    client.send(call("Present", #"{"token":"\#(token)","regions":\#(refused.parameters)}"#))
    try harness.settle()
    let answer = try #require(client.reply())
    #expect(answer.contains(refused.reply), "\(answer)")
    #expect(harness.kiosk.model.overlays.first?.isPresented == false)
  }

  @Test func refusesWhatTheModelRefuses() throws {
    let harness = try Harness()
    let client = try harness.connect()
    let token = try raise(try keep(harness), harness)
    client.send(call("ConfirmKeyboard", #"{"token":"\#(token)","entered":true}"#))
    let region = #"{"output":"Virtual-1","x":0,"y":0,"width":1,"height":1}"#
    let many = Array(repeating: region, count: 17).joined(separator: ",")
    client.send(call("Present", #"{"token":"\#(token)","regions":[\#(many)]}"#))
    for _ in 1..<FocusModel.maximumOverlays { _ = try raise(try keep(harness), harness) }
    client.send(call("Raise", #"{"kind":"call"}"#, more: true))
    try harness.settle()
    #expect(client.reply()?.contains("KeyboardNotWanted") == true)
    #expect(client.reply()?.contains(#"TooManyRegions","parameters":{"limit":16}"#) == true)
    #expect(client.reply()?.contains(#"TooManyOverlays","parameters":{"limit":16}"#) == true)
    kept = []
  }

  @Test func raiseNeedsMore() throws {
    let harness = try Harness()
    let client = try harness.connect()
    client.send(call("Raise", #"{"kind":"call"}"#))
    try harness.settle()
    #expect(client.reply() == #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#)
    #expect(harness.kiosk.events.isEmpty)
  }

  @Test func onewayIsNotAnswered() throws {
    let harness = try Harness()
    let token = try raise(try keep(harness), harness)
    let client = try harness.connect()
    let dismiss = #"{"method":"org.focusd.Control.Dismiss","oneway":true,"parameters":"#
    client.send(dismiss + #"{"token":"nobody's"}}"#)
    client.send(dismiss + #"{"token":"\#(token)"}}"#)
    client.send(#"{"method":"org.varlink.service.GetInfo","oneway":true}"#)
    try harness.settle()
    #expect(client.reply() == nil)
    #expect(harness.kiosk.model.overlays.isEmpty)
    kept = []
  }

  /// Connections that stay open for as long as the test's value.
  private final class Kept { var clients: [RawClient] = [] }
  private let keeper = Kept()
  private var kept: [RawClient] {
    get { keeper.clients }
    nonmutating set { keeper.clients = newValue }
  }

  private func keep(_ harness: Harness) throws -> RawClient {
    let client = try harness.connect()
    kept.append(client)
    return client
  }
}
