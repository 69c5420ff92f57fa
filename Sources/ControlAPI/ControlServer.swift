import FocusModel
import Glibc
import InputGate
import LinuxIO

/// The control API's server: a state machine on the control thread's `Poller`.
///
/// Never blocks, and is used by one thread only. Everything about a client is
/// limited; one that sends too much or does not read is dropped.
public final class ControlServer {
  /// Nothing but the service's own description is answered while it is nil.
  public weak var handler: (any ControlHandler)?
  /// Who may do what.
  public var roles: [Role] { didSet { access = AccessList(roles) } }

  let limits: ControlLimits
  let clock: () -> Int64
  private(set) var access: AccessList
  var ring: NoticeRing
  /// Who raised an overlay.
  var raisers: [String: Raiser] = [:]
  var connections: [UInt64: ControlConnection] = [:]
  private let listener: ControlListener
  private let poller: Poller
  private let complaints = ComplaintLog()
  private let firstToken: UInt64
  private var nextToken: UInt64
  private var lastCall: UInt64 = 0

  /// Listens, and watches the socket with `poller`.
  ///
  /// - Parameters:
  ///   - path: its directory is made if it is not there; a socket that nobody
  ///     serves any more is replaced.
  ///   - passed: a socket that listens already, used instead of `path`.
  ///   - firstToken: the server uses the poller's tokens from here on, each once.
  ///   - clock: microseconds that only rise.
  public init(
    path: String, passed: consuming OwnedFD? = nil, roles: [Role], poller: Poller,
    firstToken: UInt64, limits: ControlLimits = ControlLimits(),
    clock: @escaping () -> Int64 = Clock.monotonicMicroseconds
  ) throws(SystemError) {
    if let passed {
      listener = try ControlListener(passed: passed)
    } else {
      listener = try ControlListener(path: path)
    }
    self.roles = roles
    access = AccessList(roles)
    ring = NoticeRing(capacity: limits.keptNotices, start: clock())
    self.poller = poller
    self.limits = limits
    self.clock = clock
    self.firstToken = firstToken
    nextToken = firstToken + 1
    try poller.add(listener.raw, token: firstToken)
  }

  public var path: String { listener.path }

  /// Does what a descriptor that is ready asks for.
  ///
  /// - Returns: false for a token that is not the server's.
  public func handle(_ ready: Poller.Ready) -> Bool {
    guard ready.token >= firstToken else { return false }
    if ready.token == firstToken {
      // A few at a time: the others have their turn too.
      for _ in 0..<64 {
        guard let fd = listener.accept() else { break }
        admit(fd)
      }
    } else if let connection = connections[ready.token] {
      turn(connection, ready)
    }
    return true
  }

  /// Tells the client that holds an overlay that it is over.
  public func end(_ token: OverlayToken, _ reason: EndReason) {
    raisers[token.text] = nil
    for connection in connections.values {
      guard case .raise(token.text, _)? = connection.openCall?.kind else { continue }
      connection.openCall = nil
      connection.send(
        WireMessage.reply(OverlayNews(state: .ended, reason: reason.rawValue)))
      watch(connection)
    }
  }

  // MARK: Connections

  private func admit(_ fd: consuming OwnedFD) {
    do throws(SystemError) {
      let peer = try Peer.of(fd)
      try adopt(fd, peer)
    } catch {
      Log.warning("control: a client was turned away: \(error)")
    }
  }

  func adopt(_ fd: consuming OwnedFD, _ peer: Peer) throws(SystemError) {
    let ofUser = connections.values.count { $0.peer.uid == peer.uid }
    let isOverShare = peer.uid != 0 && ofUser >= limits.clientsOfAUser
    guard connections.count < limits.clients, !isOverShare else {
      let limit = isOverShare ? limits.clientsOfAUser : limits.clients
      let reply = WireMessage.reply(ControlError.tooManyClients(limit: limit))
      _ = send(fd.raw, reply, reply.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      return complaints.write(
        "turned pid \(peer.pid) of uid \(peer.uid) away: \(limit) clients are connected",
        at: clock())
    }
    let connection = ControlConnection(
      fd, peer: peer, token: nextToken, limits: limits, complaints: complaints, clock: clock)
    nextToken += 1
    try poller.add(connection.raw, token: connection.token)
    connections[connection.token] = connection
  }

  private func turn(_ connection: ControlConnection, _ ready: Poller.Ready) {
    var isGone = connection.isCondemned
    if !isGone, ready.isReadable || ready.isDead { isGone = !connection.receive() }
    if ready.isWritable { connection.flush() }
    while !connection.isCondemned, connection.openCall == nil,
      let message = connection.input.next()
    {
      guard connection.budget.take(at: clock()) else {
        connection.refuse(.tooManyCalls(limit: limits.callsASecond))
        break
      }
      serve(message, connection)
    }
    if isGone { remove(connection) } else { watch(connection) }
  }

  private func remove(_ connection: ControlConnection) {
    poller.remove(connection.raw)
    connections[connection.token] = nil
    guard case .raise(let token, _)? = connection.openCall?.kind else { return }
    connection.openCall = nil
    let now = Timestamp(microseconds: clock())
    // It fails only where the overlay has ended already.
    try? handler?.apply(.clientGone(OverlayToken(token), at: now), reply: nil)
  }

  /// Asks for another turn where something is left to do.
  func watch(_ connection: ControlConnection) {
    let wants = connection.wantsTurn
    guard wants != connection.watchesWriting else { return }
    do throws(SystemError) {
      try poller.modify(connection.raw, token: connection.token, writable: wants)
      connection.watchesWriting = wants
    } catch {
      connection.condemn("\(error)")
    }
  }

  // MARK: Calls that are answered later

  /// Opens a call and feeds its event to the handler.
  ///
  /// - Parameter call: nil where the client wants no answer.
  func apply(
    _ event: FocusModel.Event, _ call: ControlConnection.OpenCall.Kind?,
    for connection: ControlConnection
  ) throws(ControlError) {
    guard let handler else { throw .unknownToken }
    do throws(FocusModel.Refusal) {
      guard let call else { return try handler.apply(event, reply: nil) }
      let number = nextCall()
      connection.openCall = .init(number: number, kind: call)
      let reply = PendingReply(server: self, connection: connection.token, call: number)
      try handler.apply(event, reply: reply)
    } catch {
      connection.openCall = nil
      throw ControlError(error, in: handler.model)
    }
  }

  func complete(connection token: UInt64, call number: UInt64) {
    guard let connection = connections[token], let call = connection.openCall,
      call.number == number
    else { return }
    switch call.kind {
    case .change:
      connection.openCall = nil
      connection.send(WireMessage.reply(NoParameters()))
    case .raise(let token, let isGated):
      guard !isGated else { return }
      let overlay = handler?.model.overlays.first { $0.token.text == token }
      connection.openCall = .init(number: number, kind: .raise(token: token, isGated: true))
      connection.send(
        WireMessage.reply(
          OverlayNews(state: .gated, id: overlay?.owner.rawValue, token: token), continues: true))
    case .watch: return
    }
    watch(connection)
  }

  /// A number for a call that is open for longer.
  func nextCall() -> UInt64 {
    lastCall += 1
    return lastCall
  }
}
