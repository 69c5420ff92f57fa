import FoundationEssentials
import Glibc
import LinuxIO

/// One connection to focusd: calls out, replies in. What every client is made of.
package final class ControlLink {
  private let fd: OwnedFD
  private var input = MessageBuffer(limit: 4 << 20)

  /// The corresponding C function is `connect`.
  package init(path: String) throws(ControlClientError) {
    do throws(SystemError) {
      fd = try ControlSocket.connect(path)
    } catch {
      throw .cannotConnect(path: path, errno: error.errno)
    }
  }

  package var raw: Int32 { fd.raw }

  /// Sends a message of `WireMessage.call`.
  package func send(_ message: [UInt8]) throws(ControlClientError) {
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { bytes in
        retrying {
          Glibc.send(
            fd.raw, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
      }
      // Who hung up may have said why: that is read next.
      if count < 0, errno == EPIPE || errno == ECONNRESET { return }
      guard count > 0 else { throw .connectionLost }
      sent += count
    }
  }

  /// Waits for the next reply.
  package func receive<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws(ControlClientError) -> Parameters {
    while true {
      if let message = input.next() { return try ControlLink.decode(message, as: type) }
      guard read(flags: 0) else { throw .connectionLost }
    }
  }

  /// Reads what has come, without waiting.
  ///
  /// - Returns: false once the other side is gone.
  package func readAvailable() -> Bool { read(flags: Int32(MSG_DONTWAIT)) }

  /// The next whole reply that has been read.
  package func next() -> ArraySlice<UInt8>? { input.next() }

  private func read(flags: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = retrying { recv(fd.raw, buffer.baseAddress, buffer.count, flags) }
      if count < 0 {
        // Who waits has a limit of time on the socket, and that is over.
        return flags & Int32(MSG_DONTWAIT) != 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
      }
      return count > 0 && input.append(buffer[..<count])
    }
  }

  private struct Reply<Parameters: Decodable>: Decodable {
    var parameters: Parameters?
  }

  private struct Failure: Decodable {
    var error: String?
  }

  /// What a reply says; an error of the interface is thrown.
  package static func decode<Parameters: Decodable>(
    _ reply: ArraySlice<UInt8>, as type: Parameters.Type
  ) throws(ControlClientError) -> Parameters {
    let message = Data(reply)
    let decoder = JSONDecoder()
    if let name = try? decoder.decode(Failure.self, from: message).error {
      let details = try? decoder.decode(Reply<ControlError.Details>.self, from: message).parameters
      throw .refused(ControlError(name, details ?? .init()))
    }
    guard let reply = try? decoder.decode(Reply<Parameters>.self, from: message).parameters else {
      throw .notUnderstood
    }
    return reply
  }
}
