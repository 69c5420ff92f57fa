import Glibc
import LinuxIO

/// One connection of the server's: its bytes in and out and the call that is
/// open on it. Varlink answers in order, so there is no more than one.
final class ControlConnection {
  /// A call that is answered later.
  struct OpenCall {
    let number: UInt64
    let kind: Kind
    enum Kind {
      /// Answered once, without fields.
      case change
      /// An overlay that lives as long as the call.
      case raise(token: String, isGated: Bool)
      /// Told of every notice; the serial is that of the last one.
      case watch(serial: Int64)
    }
  }

  let token: UInt64
  let peer: Peer
  var input: MessageBuffer
  var openCall: OpenCall?
  var budget: CallBudget
  /// Shut down; the next turn of the loop removes it.
  private(set) var isCondemned = false
  /// Whether the poller reports room for writing.
  var watchesWriting = false

  private let fd: OwnedFD
  private let limits: ControlLimits
  private let complaints: ComplaintLog
  private let clock: () -> Int64
  /// The units that were asked about.
  private var units: [String: Bool] = [:]
  private var output: [[UInt8]] = []
  private var outputBytes = 0
  /// Of the first reply in `output`.
  private var sent = 0

  init(
    _ fd: consuming OwnedFD, peer: Peer, token: UInt64, limits: ControlLimits,
    complaints: ComplaintLog, clock: @escaping () -> Int64
  ) {
    self.fd = fd
    self.peer = peer
    self.token = token
    self.limits = limits
    self.complaints = complaints
    self.clock = clock
    budget = CallBudget(limits.callsASecond, at: clock())
    input = MessageBuffer(limit: limits.messageBytes)
  }

  var raw: Int32 { fd.raw }
  var hasOutput: Bool { !output.isEmpty }

  /// Whether a reply can wait beside those that do.
  func hasRoom(for reply: [UInt8]) -> Bool {
    output.count < limits.queuedReplies && outputBytes + reply.count <= limits.queuedBytes
  }

  /// Whether the client runs in a system unit.
  func isIn(_ unit: String) -> Bool {
    if let known = units[unit] { return known }
    let isIn = PeerUnit.holds(unit, fd, pid: peer.pid)
    units[unit] = isIn
    return isIn
  }

  /// Whether a turn without anything to read has work to do.
  var wantsTurn: Bool { hasOutput || (openCall == nil && input.hasMessage) }

  /// Reads what is there, but no more than a piece: others have their turn too.
  ///
  /// - Returns: false once the other side is gone.
  func receive() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = retrying { recv(fd.raw, buffer.baseAddress, buffer.count, 0) }
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) }
      if !input.append(buffer[..<count]) {
        refuse(.badMessage("it is longer than \(input.limit) bytes"))
      }
      return true
    }
  }

  /// Queues a reply and sends what can be sent now.
  ///
  /// - Parameter isLast: of its call, and there is room for it in any case: the
  ///   call's other replies have been limited.
  func send(_ reply: [UInt8], isLast: Bool = false) {
    guard !isCondemned else { return }
    guard isLast || hasRoom(for: reply) else { return condemn("it does not read its replies") }
    output.append(reply)
    outputBytes += reply.count
    flush()
  }

  func flush() {
    while let first = output.first {
      let count = first.withUnsafeBytes { bytes in
        retrying {
          Glibc.send(
            fd.raw, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
      }
      if count < 0 {
        if errno != EAGAIN && errno != EWOULDBLOCK { condemn(nil) }
        return
      }
      sent += count
      guard sent == first.count else { return }
      output.removeFirst()
      outputBytes -= first.count
      sent = 0
    }
  }

  /// Says why, and ends the connection.
  func refuse(_ error: ControlError) {
    send(WireMessage.reply(error), isLast: true)
    condemn("\(error)")
  }

  /// Ends the connection. The poller reports it dead in its next turn, and
  /// only there is it removed and its overlay taken down.
  ///
  /// - Parameter reason: nil where the client is gone by itself.
  func condemn(_ reason: String?) {
    guard !isCondemned else { return }
    isCondemned = true
    output = []
    if let reason {
      complaints.write("dropped the client with pid \(peer.pid): \(reason)", at: clock())
    }
    shutdown(fd.raw, Int32(SHUT_RDWR))
  }
}
