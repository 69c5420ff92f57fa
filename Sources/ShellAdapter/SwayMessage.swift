/// A message of sway's IPC (sway-ipc(7)), in either direction.
struct SwayMessage: Hashable, Sendable {
  /// The types that focusd speaks. An event's has the highest bit set.
  enum Kind: UInt32, Hashable, Sendable {
    case runCommand = 0
    case subscribe = 2
    case getTree = 4
    case getSeats = 101
    case workspaceEvent = 0x8000_0000
    case outputEvent = 0x8000_0001
    case windowEvent = 0x8000_0003
    case shutdownEvent = 0x8000_0006
  }

  /// A number rather than a `Kind`: there are others.
  var type: UInt32
  var payload: [UInt8]

  init(type: UInt32, payload: [UInt8]) {
    self.type = type
    self.payload = payload
  }

  init(_ kind: Kind, _ text: String = "") {
    self.init(type: kind.rawValue, payload: Array(text.utf8))
  }

  var kind: Kind? { Kind(rawValue: type) }
  var isEvent: Bool { type & 0x8000_0000 != 0 }

  /// As it goes over the socket: magic, length and type in the machine's order.
  var bytes: [UInt8] {
    var bytes = SwayMessage.magic
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: payload.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload
  }

  static let magic = Array("i3-ipc".utf8)
  static let headBytes = magic.count + 8
}

/// Cuts what comes from the socket into messages.
struct SwayAssembler {
  /// Of one message. A window takes about 1200 bytes of the tree.
  static let limit = 1 << 20
  private var bytes: [UInt8] = []

  mutating func append(_ piece: some Collection<UInt8>) { bytes += piece }

  /// The next whole message, or nil.
  mutating func next() throws(ShellError) -> SwayMessage? {
    guard bytes.starts(with: SwayMessage.magic.prefix(bytes.count)) else { throw .notSway }
    guard bytes.count >= SwayMessage.headBytes else { return nil }
    let (size, type) = bytes.withUnsafeBytes {
      (
        $0.loadUnaligned(fromByteOffset: SwayMessage.magic.count, as: UInt32.self),
        $0.loadUnaligned(fromByteOffset: SwayMessage.magic.count + 4, as: UInt32.self)
      )
    }
    guard size <= SwayAssembler.limit else { throw .tooLong(Int(size)) }
    let end = SwayMessage.headBytes + Int(size)
    guard bytes.count >= end else { return nil }
    let message = SwayMessage(type: type, payload: Array(bytes[SwayMessage.headBytes..<end]))
    bytes.removeFirst(end)
    return message
  }
}
