import ControlAPI
import FocusModel
import Glibc
import InputGate
import LinuxIO
import Synchronization
import Testing

@testable import FocusClient

/// A focusd without devices on a thread of its own, which can go and come back and
/// cut its clients off.
final class TestServer: Sendable {
  let path: String
  private let stop: Wakeup
  private let isOver = Atomic<Bool>(false)
  private static let count = Atomic<Int>(0)

  private final class Handler: ControlHandler {
    var model = FocusModel(outputs: [.init(name: "A", width: 100, height: 100, singleScene: true)])
    var devices: [ControlStatus.Device] { [] }
    var appliedSerial: UInt64 { 1 }
    weak var server: ControlServer?
    var waiting: [PendingReply] = []

    func apply(_ event: FocusModel.Event, reply: PendingReply?) throws(FocusModel.Refusal) {
      let before = model
      let effects = try model.handle(event)
      if let reply { waiting.append(reply) }
      server?.tellChange(from: before, to: model, effects)
      for case .ended(let token, let reason) in effects { server?.end(token, reason) }
    }

    func reload() throws(ReloadFailure) -> ReloadReport { throw ReloadFailure("no") }
  }

  init() throws {
    let number = TestServer.count.wrappingAdd(1, ordering: .relaxed).newValue
    path = "/tmp/focusd-test-focus-client-\(getpid())-\(number)/control"
    stop = try Wakeup()
    let ready = try Wakeup()
    let path = path
    let stop = stop
    try NativeThread.start(name: "server") { [self] in
      let handler = Handler()
      guard let poller = try? Poller(),
        let server = try? ControlServer(path: path, roles: [], poller: poller, firstToken: 100),
        (try? poller.add(stop.raw, token: 1)) != nil
      else { return }
      server.handler = handler
      handler.server = server
      ready.signal()
      while let count = try? poller.wait(milliseconds: 20) {
        for index in 0..<count where !server.handle(poller.ready(index)) {
          isOver.store(true, ordering: .releasing)
          return
        }
        for reply in handler.waiting { reply.complete() }
        handler.waiting = []
        let now = Timestamp(microseconds: Clock.monotonicMicroseconds())
        try? handler.apply(.timePassed(now), reply: nil)
      }
    }
    var waiting = pollfd(fd: ready.raw, events: Int16(POLLIN), revents: 0)
    try #require(poll(&waiting, 1, 10_000) == 1)
  }

  /// Ends it: its clients are cut off.
  func end() {
    stop.signal()
    while !isOver.load(ordering: .acquiring) { usleep(1000) }
  }

  deinit { if !isOver.load(ordering: .acquiring) { stop.signal() } }
}

@Suite struct FocusClientTests {
  private let whole = [Region(output: "A", x: 0, y: 0, width: 100, height: 100)]

  @Test func anOverlayLivesAsLongAsItsScope() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    var seen: UInt32 = 0
    try await focus.withOverlay(.call, wantsKeyboard: true) { call in
      try await call.present(whole)
      try await call.confirmKeyboard(entered: true)
      let status = try await focus.status()
      #expect(status.overlays.first?.presented == true && status.keyboardOwner == call.id)
      seen = call.id
    }
    #expect(seen != 0)
    #expect(try await focus.status().overlays.isEmpty)
  }

  @Test func anErrorInTheScopeDismissesToo() async throws {
    struct Failed: Error {}
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    await #expect(throws: Failed.self) {
      try await focus.withOverlay(.call) { _ in throw Failed() }
    }
    #expect(try await focus.status().overlays.isEmpty)
  }

  @Test func refusalsHaveTheirNames() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    await #expect {
      _ = try await focus.raise(.call, outputs: ["B"])
    } throws: { "\($0)".contains("no output 'B'") }
    let call = try await focus.raise(.call)
    await #expect {
      try await call.present([])
    } throws: { "\($0)".contains("at least one region") }
    let nowhere = try FocusClient(path: "/nonexistent/control")
    await #expect {
      _ = try await nowhere.status()
    } throws: { "\($0)".contains("focusd is not running") }
  }

  @Test func anOverlayEndedByOthersSaysWhy() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    let call = try await focus.raise(.call)
    try ControlClient(path: server.path).dismissOverlay(call.id)
    #expect(await call.ended() == .removed)
    // Its scope ends later than itself.
    try await call.dismiss()
  }

  @Test func aClientThatIsLetGoEndsItsOverlays() async throws {
    let server = try TestServer()
    let status = try ControlClient(path: server.path)
    var focus: FocusClient? = try FocusClient(path: server.path)
    let lock = try await focus?.raise(.lock)
    #expect(try status.status().overlays.map(\.abandoned) == [false])
    focus = nil
    #expect(await lock?.ended() == .lost)
    while try !status.status().overlays.isEmpty { usleep(10_000) }
  }

  @Test func noticesAreBoundedAndNeitherLostNorDoubled() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    var notices = focus.notices(limit: 3).makeAsyncIterator()
    let first = try #require(try await notices.next())
    #expect(first.event == .snapshot)
    // Four notices each; nobody reads meanwhile.
    for _ in 0..<20 { try await focus.withOverlay(.call) { _ in } }
    var serials: [Int64] = []
    for _ in 0..<120 { serials.append(try #require(try await notices.next()).serial) }
    #expect(serials == (1...120).map { first.serial + $0 })
  }

  @Test("what is lost is made again: the overlay as it was, every notice once", arguments: 0..<3)
  func lostConnections(_: Int) async throws {
    let server = try TestServer()
    let proxy = try Proxy(to: server.path)
    let focus = try FocusClient(path: proxy.path)
    var notices = focus.notices().makeAsyncIterator()
    let first = try #require(try await notices.next())
    let call = try await focus.raise(.call, wantsKeyboard: true)
    try await call.present(whole)
    try await call.confirmKeyboard(entered: true)
    proxy.cut()
    var heard: [Notice] = []
    for _ in 0..<9 { heard.append(try #require(try await notices.next())) }
    #expect(
      heard.map(\.event) == [
        .overlayRaised, .sceneWillResignActive, .interruptionBegan, .overlayPresented,
        .overlayKeyboard, .overlayAbandoned, .overlayReclaimed, .overlayPresented,
        .overlayKeyboard,
      ])
    #expect(heard.map(\.serial) == (1...9).map { first.serial + $0 })
    let status = try await focus.status()
    #expect(status.overlays.map(\.id) == [call.id] && status.keyboardOwner == call.id)
    try await call.dismiss()
    #expect(await call.ended() == .dismissed)
  }

  @Test func noticesEndWithTheirTask() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    let task = Task { () -> Int in
      var count = 0
      for try await _ in focus.notices() { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    #expect(try await task.value <= 1)
    // And so does what focusd keeps of it.
    #expect(try await focus.status().overlays.isEmpty)
  }

  @Test func whatFocusdIsWithoutIsLost() async throws {
    let server = try TestServer()
    let focus = try FocusClient(path: server.path)
    let call = try await focus.raise(.call)
    server.end()
    // Nobody takes it back: that is told once, in five seconds at most.
    #expect(await call.ended() == .lost)
    await #expect(throws: FocusClientError.self) { _ = try await focus.raise(.call) }
  }
}
