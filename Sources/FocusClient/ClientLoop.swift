import ControlAPI
import LinuxIO

/// The reader's thread: every connection, and whom its replies are for.
///
/// Used on its own thread only.
final class ClientLoop {
  private let path: String
  private let inbox: ClientInbox
  private let poller: Poller
  private var nextToken: UInt64 = 1
  /// Whose turn it is when a connection has something, by the poller's token.
  private var readers: [UInt64: (link: ControlLink, turn: () -> Void)] = [:]
  /// What is due at a time, in microseconds.
  private var alarms: [(time: Int64, action: () -> Void)] = []
  private var isStopping = false

  /// The connection of calls that are answered once, and who waits, in order.
  private var calls: (link: ControlLink, token: UInt64)?
  private var waiting: [(Result<ArraySlice<UInt8>, ControlClientError>) -> Void] = []
  /// By token, once raised.
  var overlays: [String: HeldOverlay] = [:]
  /// All, those too that are not raised yet.
  var held: [ObjectIdentifier: HeldOverlay] = [:]
  var watchers: [ObjectIdentifier: Watcher] = [:]

  init(path: String, inbox: ClientInbox) throws(SystemError) {
    self.path = path
    self.inbox = inbox
    poller = try Poller()
    try poller.add(inbox.raw, token: 0)
  }

  func run() throws(SystemError) {
    defer { end() }
    while !isStopping {
      let count = try poller.wait(milliseconds: nextAlarm())
      for index in 0..<count {
        let token = poller.ready(index).token
        if token == 0 {
          for order in inbox.takeAll() { order(self) }
        } else {
          readers[token]?.turn()
        }
      }
      ring()
    }
  }

  /// Everything that somebody waits for is answered.
  private func end() {
    inbox.fail()
    for overlay in held.values { overlay.end(.lost) }
    failCalls(.connectionLost)
    for watcher in watchers.values { watcher.finish(.stopped) }
  }

  func stop() {
    isStopping = true
    // The overlays of a client that is let go end at once, without a grace.
    guard !overlays.isEmpty, let link = try? calls?.link ?? connect() else { return }
    for token in overlays.keys.sorted() { try? link.send(ControlCall.dismissAndGo(token)) }
  }

  // MARK: Connections

  func connect() throws(ControlClientError) -> ControlLink { try ControlLink(path: path) }

  /// Calls `turn` whenever something has come.
  func watch(_ link: ControlLink, _ turn: @escaping () -> Void) throws(ControlClientError) -> UInt64
  {
    let token = nextToken
    nextToken += 1
    guard (try? poller.add(link.raw, token: token)) != nil else { throw .connectionLost }
    readers[token] = (link, turn)
    return token
  }

  func unwatch(_ token: UInt64) {
    guard let reader = readers.removeValue(forKey: token) else { return }
    poller.remove(reader.link.raw)
  }

  // MARK: Time

  func after(milliseconds: Int64, _ action: @escaping () -> Void) {
    alarms.append((Clock.monotonicMicroseconds() + milliseconds * 1000, action))
  }

  private func nextAlarm() -> Int32 {
    guard let next = alarms.map(\.time).min() else { return -1 }
    return Int32(clamping: max(0, next - Clock.monotonicMicroseconds() + 999) / 1000)
  }

  private func ring() {
    let now = Clock.monotonicMicroseconds()
    let due = alarms.filter { $0.time <= now }
    alarms.removeAll { $0.time <= now }
    for alarm in due { alarm.action() }
  }

  // MARK: Calls

  func call<Reply: Decodable & Sendable>(_ message: [UInt8], _ answer: @escaping Answer<Reply>) {
    guard !isStopping else { return answer(.failure(.stopped)) }
    do throws(ControlClientError) {
      let link = try callLink()
      try link.send(message)
      waiting.append { result in
        do throws(ControlClientError) {
          answer(.success(try ControlLink.decode(try result.get(), as: Reply.self)))
        } catch {
          answer(.failure(.control(error)))
        }
      }
    } catch {
      answer(.failure(.control(error)))
    }
  }

  private func callLink() throws(ControlClientError) -> ControlLink {
    if let calls { return calls.link }
    let link = try connect()
    let token = try watch(link) { [unowned self] in readCalls() }
    calls = (link, token)
    return link
  }

  private func readCalls() {
    guard let calls else { return }
    let isOpen = calls.link.readAvailable()
    while let reply = calls.link.next(), !waiting.isEmpty { waiting.removeFirst()(.success(reply)) }
    guard !isOpen else { return }
    unwatch(calls.token)
    self.calls = nil
    failCalls(.connectionLost)
  }

  private func failCalls(_ error: ControlClientError) {
    let lost = waiting
    waiting = []
    for one in lost { one(.failure(error)) }
  }

  // MARK: Overlays

  func raise(_ message: [UInt8], _ ending: OverlayEnding, _ answer: @escaping Answer<RaisedOverlay>)
  {
    guard !isStopping else { return answer(.failure(.stopped)) }
    HeldOverlay(self, ending).raise(message, answer)
  }

  func present(_ token: String, _ regions: [Region], _ answer: @escaping Answer<ControlDone>) {
    overlays[token]?.regions = regions
    call(ControlCall.present(token, regions), answer)
  }

  func confirmKeyboard(_ token: String, _ entered: Bool, _ answer: @escaping Answer<ControlDone>) {
    overlays[token]?.hasKeyboard = entered
    call(ControlCall.confirmKeyboard(token, entered: entered), answer)
  }

  func dismiss(_ token: String, _ answer: @escaping Answer<ControlDone>) {
    // One that has ended is not asked about: its scope ends later than itself.
    guard let overlay = overlays[token] else { return answer(.success(ControlDone())) }
    overlay.isDismissed = true
    call(ControlCall.dismiss(token), answer)
  }
}
