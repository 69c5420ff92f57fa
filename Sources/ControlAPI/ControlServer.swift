import FocusModel
import Glibc
import LinuxIO

/// The control API's server: a state machine on the control thread's `Poller`.
///
/// Never blocks, and is used by one thread only. Everything about a client is
/// limited; one that sends too much or does not read is dropped.
public final class ControlServer {
  public struct Limits: Sendable {
    public var clients = 64
    /// Of one message, and of all that a client may send ahead.
    public var messageBytes = 64 * 1024
    public var queuedReplies = 64
    public var queuedBytes = 256 * 1024
    public init() {}
  }

  /// Nothing but the service's own description is answered while it is nil.
  public weak var handler: (any ControlHandler)?

  private let listener: ControlListener
  private let poller: Poller
  private let limits: Limits
  private let group: gid_t?
  private let firstToken: UInt64
  private var nextToken: UInt64
  private var lastCall: UInt64 = 0
  private var connections: [UInt64: ControlConnection] = [:]

  /// Listens, and watches the socket with `poller`.
  ///
  /// - Parameters:
  ///   - path: its directory is made if it is not there; a socket that nobody
  ///     serves any more is replaced.
  ///   - group: the members may use the API, and the socket belongs to it;
  ///     where there is no such group only root may.
  ///   - firstToken: the server uses the poller's tokens from here on, each once.
  public init(
    path: String, group: String = "focus", poller: Poller, firstToken: UInt64,
    limits: Limits = Limits()
  ) throws(SystemError) {
    self.group = ControlServer.groupID(group)
    if self.group == nil {
      Log.notice("control: there is no group '\(group)': only root can use \(path)")
    }
    listener = try ControlListener(path: path, group: self.group)
    self.poller = poller
    self.limits = limits
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
      while let fd = listener.accept() { admit(fd) }
    } else if let connection = connections[ready.token] {
      turn(connection, ready)
    }
    return true
  }

  /// Tells the client that holds an overlay that it is over.
  public func end(_ token: OverlayToken, _ reason: EndReason) {
    for connection in connections.values {
      guard case .raise(token.text, _)? = connection.openCall?.kind else { continue }
      connection.openCall = nil
      connection.send(
        WireMessage.reply(RaiseReply(state: .ended, reason: reason.rawValue)))
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
    guard connections.count < limits.clients else {
      Log.notice("control: turned pid \(peer.pid) away: \(limits.clients) clients are connected")
      return
    }
    let connection = ControlConnection(fd, peer: peer, token: nextToken, limits: limits)
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
      serve(message, connection)
    }
    if isGone { remove(connection) } else { watch(connection) }
  }

  private func remove(_ connection: ControlConnection) {
    poller.remove(connection.raw)
    connections[connection.token] = nil
    guard case .raise(let token, _)? = connection.openCall?.kind else { return }
    connection.openCall = nil
    // It fails only where the overlay has ended already.
    try? handler?.apply(.clientGone(OverlayToken(token)), reply: nil)
  }

  /// Asks for another turn where something is left to do.
  private func watch(_ connection: ControlConnection) {
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
      lastCall += 1
      connection.openCall = .init(number: lastCall, kind: call)
      let reply = PendingReply(server: self, connection: connection.token, call: lastCall)
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
          RaiseReply(state: .gated, id: overlay?.owner.rawValue, token: token), continues: true))
    }
    watch(connection)
  }

  func mayControl(_ peer: Peer) -> Bool { peer.mayControl(group: group) }

  private static func groupID(_ name: String) -> gid_t? {
    guard let entry = getgrnam(name) else { return nil }
    return entry.pointee.gr_gid
  }
}
