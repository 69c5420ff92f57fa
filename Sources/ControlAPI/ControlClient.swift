import FocusModel
import FoundationEssentials
import Glibc
import LinuxIO

/// A connection to focusd, blocking, for programs that do one thing at a time.
///
/// A raised overlay lives as long as its connection: other calls need another.
public final class ControlClient {
  private let fd: OwnedFD
  private var input = MessageBuffer(limit: 4 << 20)

  /// The corresponding C function is `connect`.
  public init(path: String = ControlSocket.path) throws(ControlClientError) {
    do throws(SystemError) {
      fd = try ControlSocket.connect(path)
    } catch {
      throw .cannotConnect(path: path, errno: error.errno)
    }
  }

  public func status() throws(ControlClientError) -> ControlStatus {
    try call(ControlInterface.status, NoParameters(), as: ControlStatus.self)
  }

  /// An overlay that is in front: nothing below it gets input.
  public struct Raised: Codable, Sendable {
    public let id: UInt32
    public let token: String
  }

  /// Raises an overlay and waits until the gate is shut.
  ///
  /// - Parameter outputs: names; empty means all.
  public func raise(
    _ kind: OverlayKind, outputs: [String] = [], wantsKeyboard: Bool = false,
    wantsPointer: Bool = false
  ) throws(ControlClientError) -> Raised {
    let parameters = RaiseParameters(
      kind: kind.rawValue, outputs: outputs, wantsKeyboard: wantsKeyboard,
      wantsPointer: wantsPointer)
    try send(ControlInterface.raise, parameters, more: true)
    let reply = try receive(RaiseReply.self)
    guard reply.state == .gated, let id = reply.id, let token = reply.token else {
      throw .ended(reply.reason ?? "")
    }
    return Raised(id: id, token: token)
  }

  /// Waits until the overlay that this connection raised is over.
  ///
  /// - Returns: the reason, as the interface names it.
  public func waitForEnd() throws(ControlClientError) -> String {
    while true {
      let reply = try receive(RaiseReply.self)
      if reply.state == .ended { return reply.reason ?? "" }
    }
  }

  public func present(_ token: String, _ regions: [ControlRegion]) throws(ControlClientError) {
    _ = try call(
      ControlInterface.present, PresentParameters(token: token, regions: regions),
      as: NoParameters.self)
  }

  public func confirmKeyboard(_ token: String, entered: Bool) throws(ControlClientError) {
    _ = try call(
      ControlInterface.confirmKeyboard,
      ConfirmKeyboardParameters(token: token, entered: entered), as: NoParameters.self)
  }

  public func dismiss(_ token: String) throws(ControlClientError) {
    _ = try call(ControlInterface.dismiss, DismissParameters(token: token), as: NoParameters.self)
  }

  // MARK: The wire

  func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, as type: Reply.Type
  ) throws(ControlClientError) -> Reply {
    try send(method, parameters, more: false)
    return try receive(type)
  }

  private func send(
    _ method: String, _ parameters: some Encodable, more: Bool
  ) throws(ControlClientError) {
    let message = WireMessage.call(method, parameters, more: more)
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { bytes in
        retrying {
          Glibc.send(
            fd.raw, bytes.baseAddress.map { $0 + sent }, bytes.count - sent,
            Int32(MSG_NOSIGNAL))
        }
      }
      guard count > 0 else { throw .connectionLost }
      sent += count
    }
  }

  private struct Reply<Parameters: Decodable>: Decodable {
    var parameters: Parameters?
  }

  private struct Failure: Decodable {
    var error: String?
  }

  private func receive<Parameters: Decodable>(
    _ type: Parameters.Type
  ) throws(ControlClientError) -> Parameters {
    let message = Data(try nextMessage())
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

  private func nextMessage() throws(ControlClientError) -> ArraySlice<UInt8> {
    while true {
      if let message = input.next() { return message }
      let isOpen = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let count = retrying { recv(fd.raw, buffer.baseAddress, buffer.count, 0) }
        return count > 0 && input.append(buffer[..<count])
      }
      guard isOpen else { throw .connectionLost }
    }
  }
}
