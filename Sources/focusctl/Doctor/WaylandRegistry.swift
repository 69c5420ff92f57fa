import ControlAPI
import Glibc
import LinuxIO

/// Asks a Wayland compositor what it offers.
///
/// The three messages that this takes are the protocol's oldest and do not
/// change; libwayland-client for them would be one more library on every board,
/// those without a compositor too.
enum WaylandRegistry {
  /// Ids of objects: the display's is fixed, the others are ours.
  private enum Object {
    static let display: UInt32 = 1
    static let registry: UInt32 = 2
    static let callback: UInt32 = 3
  }

  /// The names of the global interfaces.
  ///
  /// - Throws: `ETIMEDOUT` where the compositor does not answer within two
  ///   seconds, `EPROTO` for what is no Wayland.
  static func globals(of socket: String) throws(SystemError) -> Set<String> {
    let fd = try ControlSocket.connect(socket)
    // wl_display.get_registry(new id), wl_display.sync(new id).
    let words: [UInt32] = [
      Object.display, 12 << 16 | 1, Object.registry, Object.display, 12 << 16 | 0, Object.callback,
    ]
    let size = words.count * MemoryLayout<UInt32>.size
    try check("send", socket) { send(fd.raw, words, size, Int32(MSG_NOSIGNAL)) }
    var globals: Set<String> = []
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 {
      try receive(fd, socket, into: &bytes)
      while let message = try next(&bytes, socket) {
        switch (message.object, message.opcode) {
        case (Object.registry, 0): globals.insert(try interface(message.body, socket))
        case (Object.callback, 0): return globals
        case (Object.display, 0): throw SystemError("wl_display.error", socket, errno: EPROTO)
        default: break
        }
      }
    }
    throw SystemError("recv", socket, errno: EPROTO)
  }

  private static func receive(
    _ fd: borrowing OwnedFD, _ socket: String, into bytes: inout [UInt8]
  ) throws(SystemError) {
    var waited = pollfd(fd: fd.raw, events: Int16(POLLIN), revents: 0)
    guard try check("poll", socket, { poll(&waited, 1, 2000) }) > 0 else {
      throw SystemError("recv", socket, errno: ETIMEDOUT)
    }
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = try check("recv", socket) { recv(fd.raw, &piece, piece.count, 0) }
    guard count > 0 else { throw SystemError("recv", socket, errno: ECONNRESET) }
    bytes += piece.prefix(count)
  }

  private struct Message {
    var object: UInt32
    var opcode: UInt32
    var body: [UInt8]
  }

  /// Takes the first message, once it is there whole: object, size and opcode, body.
  private static func next(
    _ bytes: inout [UInt8], _ socket: String
  ) throws(SystemError) -> Message? {
    guard bytes.count >= 8 else { return nil }
    let second = word(bytes, at: 4)
    let size = Int(second >> 16)
    guard size >= 8 else { throw SystemError("recv", socket, errno: EPROTO) }
    guard bytes.count >= size else { return nil }
    let message = Message(
      object: word(bytes, at: 0), opcode: second & 0xFFFF, body: Array(bytes[8..<size]))
    bytes.removeFirst(size)
    return message
  }

  /// The interface of wl_registry.global(name, interface, version).
  private static func interface(
    _ body: [UInt8], _ socket: String
  ) throws(SystemError) -> String {
    guard body.count >= 8 else { throw SystemError("recv", socket, errno: EPROTO) }
    // With its final 0.
    let length = Int(word(body, at: 4))
    guard length > 0, length <= body.count - 8 else {
      throw SystemError("recv", socket, errno: EPROTO)
    }
    return String(decoding: body[8..<(8 + length - 1)], as: UTF8.self)
  }

  /// Words are in the machine's own order.
  private static func word(_ bytes: [UInt8], at place: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }
}
