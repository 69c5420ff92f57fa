import CLinux
import FocusModel
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import ShellAdapter

/// A socket where the test answers as it likes, and the adapter that comes to it.
final class FakeShell {
  let path: String
  let poller: Poller
  let adapter: ShellAdapter
  var reports: [ShellReport?] = []
  var accepted = 0
  /// −1 while sway is dead.
  private var listener: Int32 = -1
  private var clients: [Int32] = []

  private static let count = Atomic<Int>(0)

  init() throws {
    let number = FakeShell.count.wrappingAdd(1, ordering: .relaxed).newValue
    path = "/tmp/focusd-shell-\(getpid())-\(number)"
    poller = try Poller()
    adapter = try ShellAdapter(
      path: path, outputs: ["Virtual-1"], poller: poller, firstToken: 1 << 48)
    adapter.onReport = { [unowned self] in reports.append($0) }
  }

  deinit {
    die()
    unlink(path)
  }

  func listen() throws {
    unlink(path)
    listener = socket(
      AF_UNIX, Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    let address = try UnixAddress(path)
    try check("bind") { address.withPointer { bind(listener, $0, $1) } }
    try check("listen") { Glibc.listen(listener, 3) }
  }

  /// sway dies.
  func die() {
    for client in clients { close(client) }
    clients = []
    close(listener)
    listener = -1
  }

  func say(_ bytes: [UInt8]) {
    for client in clients { _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  }

  func say(_ message: SwayMessage) { say(message.bytes) }

  /// The three answers that a connection begins with.
  func sayAll() throws {
    say(SwayMessage(.subscribe, #"{"success": true}"#))
    say(try Recorded.treeTwoWindows.message(.getTree))
    say(try Recorded.seatsFirstWindow.message(.getSeats))
  }

  /// Turns the loop until the condition holds.
  ///
  /// - Returns: how many events there were.
  @discardableResult
  func turn(
    milliseconds: Int64 = 5000, greeting: [UInt8]? = nil, until isDone: () -> Bool = { false }
  ) throws -> Int {
    let end = Clock.monotonicMicroseconds() / 1000 + milliseconds
    var turns = 0
    while !isDone(), Clock.monotonicMicroseconds() / 1000 < end {
      let count = try poller.wait(milliseconds: 10)
      for index in 0..<count { _ = adapter.handle(poller.ready(index)) }
      turns += count
      let client = clinux_accept(listener)
      guard client >= 0 else { continue }
      accepted += 1
      clients.append(client)
      if let greeting { _ = send(client, greeting, greeting.count, Int32(MSG_NOSIGNAL)) }
    }
    return turns
  }

  var keyboard: ShellReport.Keyboard? { reports.last??.keyboard }
}

@Suite struct ShellAdapterTests {
  @Test func itConnectsReportsAndComesBack() throws {
    let shell = try FakeShell()
    shell.adapter.start()
    #expect(shell.adapter.status.state == .disconnected)
    #expect(shell.adapter.status.error?.contains("SWAYSOCK") == true)
    try shell.listen()
    try shell.turn { shell.accepted == 1 }
    try shell.sayAll()
    try shell.turn { shell.keyboard == .windows([5]) }
    #expect(shell.adapter.status == .init(state: .connected))
    shell.die()
    try shell.turn { shell.reports.last == .some(nil) }
    #expect(shell.adapter.status.state == .disconnected)
    #expect(shell.adapter.status.staleMilliseconds != nil)
    try shell.listen()
    try shell.turn { shell.accepted == 2 }
    try shell.sayAll()
    try shell.turn { shell.keyboard == .windows([5]) }
    #expect(shell.adapter.status.error == nil)
  }

  @Test func aSilentShellIsNotBelieved() throws {
    let shell = try FakeShell()
    try shell.listen()
    shell.adapter.start()
    try shell.turn { shell.accepted == 1 }
    try shell.sayAll()
    try shell.turn { shell.keyboard == .windows([5]) }
    shell.adapter.watch(true)
    try shell.turn { shell.reports.last == .some(nil) }
    #expect(shell.adapter.status.state == .silent)
    // It is not left for another: the answer may still come.
    #expect(shell.accepted == 1)
    shell.say(try Recorded.seatsSecondWindow.message(.getSeats))
    try shell.turn { shell.keyboard == .windows([6]) }
    #expect(shell.keyboard == .windows([6]))
  }

  @Test(arguments: [
    Array("garbage and more garbage".utf8), SwayMessage.magic + [UInt8](repeating: 255, count: 8),
    SwayMessage(.getSeats, "[]").bytes, SwayMessage(.subscribe, "{").bytes,
  ])
  func garbageIsLeftAndTriedAgainEverMoreSlowly(_ garbage: [UInt8]) throws {
    let shell = try FakeShell()
    try shell.listen()
    shell.adapter.start()
    let turns = try shell.turn(milliseconds: 1200, greeting: garbage)
    // At 0, 250 and 750 ms.
    #expect((2...3).contains(shell.accepted))
    #expect(turns < 20)
    #expect(shell.reports.allSatisfy { $0 == nil })
    #expect(shell.adapter.status.error != nil)
  }

  @Test func aShellThatTakesNoConnectionsDoesNotBlock() throws {
    let shell = try FakeShell()
    try shell.listen()
    // Nobody accepts: the queue is full after four.
    let others = try (0..<4).map { _ in try ShellConnection.open(shell.path).release() }
    shell.adapter.start()
    #expect(shell.adapter.status.error?.contains("stuck") == true)
    for other in others { close(other) }
  }
}
