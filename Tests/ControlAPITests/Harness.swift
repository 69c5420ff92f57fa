import FocusModel
import Glibc
import InputGate
import LinuxIO
import Synchronization
import Testing

@testable import ControlAPI

/// A real model behind the server; plans count as applied only when the test says so.
final class Kiosk: ControlHandler {
  var model = FocusModel(outputs: [
    .init(name: "Virtual-1", width: 1024, height: 768, singleScene: true),
    .init(name: "Virtual-2", width: 640, height: 480, singleScene: false),
  ])
  var devices: [ControlStatus.Device] = []
  var appliedSerial: UInt64 = 7
  var waiting: [PendingReply] = []
  var events: [FocusModel.Event] = []
  /// Whether plans are applied at once.
  var isPrompt = true
  weak var server: ControlServer?

  var report: Result<ReloadReport, ReloadFailure> = .success(
    ReloadReport(applied: ["roles"], needsRestart: []))

  func reload() throws(ReloadFailure) -> ReloadReport { try report.get() }

  func apply(_ event: FocusModel.Event, reply: PendingReply?) throws(FocusModel.Refusal) {
    let before = model
    let effects = try model.handle(event)
    events.append(event)
    if let reply { waiting.append(reply) }
    if isPrompt { applied() }
    server?.tellChange(from: before, to: model, effects)
    for case .ended(let token, let reason) in effects { server?.end(token, reason) }
  }

  func applied() {
    for reply in waiting { reply.complete() }
    waiting = []
  }
}

/// A server with its loop, turned by hand.
final class Harness {
  let path: String
  let poller: Poller
  let server: ControlServer
  let kiosk = Kiosk()

  private static let count = Atomic<Int>(0)

  /// Stands still, unless the test says otherwise.
  final class HandClock { var now: Int64 = 1_000_000_000 }
  let clock = HandClock()

  init(roles: [Role] = [], limits: ControlLimits = .init()) throws {
    let number = Harness.count.wrappingAdd(1, ordering: .relaxed).newValue
    path = "/tmp/focusd-test-\(getpid())-\(number)/control"
    poller = try Poller()
    server = try ControlServer(
      path: path, roles: roles, poller: poller, firstToken: 100, limits: limits,
      clock: { [clock] in clock.now })
    server.handler = kiosk
    kiosk.server = server
  }

  deinit {
    unlink(path)
    rmdir(String(path.dropLast("/control".count)))
  }

  /// Turns the loop until nothing is ready any more.
  ///
  /// - Returns: the turns it took; 1000 where it spins.
  @discardableResult
  func settle() throws -> Int {
    for turn in 0..<1000 {
      let count = try poller.wait(milliseconds: 0)
      if count == 0 { return turn }
      for index in 0..<count { #expect(server.handle(poller.ready(index))) }
    }
    return 1000
  }

  func connect() throws -> RawClient {
    let client = RawClient(try ControlSocket.connect(path))
    try settle()
    return client
  }

  /// A connection of somebody else than root.
  func connectStranger(uid: uid_t = 65534, groups: Set<gid_t> = [65534]) throws -> RawClient {
    var pair: [Int32] = [0, 0]
    try check("socketpair") {
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair)
    }
    try server.adopt(OwnedFD(adopting: pair[0]), Peer(pid: 1, uid: uid, groups: groups))
    return RawClient(OwnedFD(adopting: pair[1]))
  }
}

/// A client that sends any bytes.
final class RawClient {
  private var fd: OwnedFD?
  private var input = MessageBuffer(limit: 1 << 20)

  init(_ fd: consuming OwnedFD) { self.fd = consume fd }

  func close() { fd = nil }

  var raw: Int32 { fd?.raw ?? -1 }

  /// - Returns: how many bytes the socket took.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Int {
    Glibc.send(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Sends a message with its NUL.
  func send(_ text: String) { send(Array(text.utf8) + [0]) }

  /// The next reply that has come, or nil.
  func reply() -> String? {
    while true {
      if let message = input.next() { return String(decoding: message, as: UTF8.self) }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = recv(raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0, input.append(buffer[..<count]) else { return nil }
    }
  }

  /// Whether the server has ended the connection.
  var isClosed: Bool {
    while reply() != nil {}
    var byte: UInt8 = 0
    return recv(raw, &byte, 1, Int32(MSG_DONTWAIT)) == 0 || errno == ECONNRESET
  }
}

/// A call as text.
func call(_ method: String, _ parameters: String = "{}", more: Bool = false) -> String {
  let name = method.contains(".") ? method : "org.focusd.Control.\(method)"
  return #"{"method":"\#(name)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
}
