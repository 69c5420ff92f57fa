import FocusModel
import LinuxIO

/// A connection to focusd, blocking, for programs that do one thing at a time.
/// Others take FocusClient.
///
/// A raised overlay lives as long as its connection: other calls need another.
public final class ControlClient {
  private let link: ControlLink

  /// The corresponding C function is `connect`.
  public init(path: String = ControlSocket.path) throws(ControlClientError) {
    link = try ControlLink(path: path)
  }

  /// Readable when something has come, for `poll`.
  public var raw: Int32 { link.raw }

  public func status() throws(ControlClientError) -> ControlStatus {
    try call(ControlCall.status, as: ControlStatus.self)
  }

  public func reload() throws(ControlClientError) -> ReloadReport {
    try call(ControlCall.reload, as: ReloadReport.self)
  }

  // MARK: Overlays

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
    try hold(
      ControlCall.raise(
        kind, outputs: outputs, wantsKeyboard: wantsKeyboard, wantsPointer: wantsPointer))
  }

  /// Takes an overlay back whose connection was lost.
  public func reclaim(_ token: String) throws(ControlClientError) -> Raised {
    try hold(ControlCall.reclaim(token))
  }

  private func hold(_ message: [UInt8]) throws(ControlClientError) -> Raised {
    let news = try call(message, as: OverlayNews.self)
    guard news.state == .gated, let id = news.id, let token = news.token else {
      throw .ended(news.reason ?? "")
    }
    return Raised(id: id, token: token)
  }

  /// Waits until the overlay that this connection raised is over.
  ///
  /// - Returns: the reason, as the interface names it.
  public func waitForEnd() throws(ControlClientError) -> String {
    while true {
      let news = try link.receive(OverlayNews.self)
      if news.state == .ended { return news.reason ?? "" }
    }
  }

  public func present(_ token: String, _ regions: [ControlRegion]) throws(ControlClientError) {
    _ = try call(ControlCall.present(token, regions), as: ControlDone.self)
  }

  public func confirmKeyboard(_ token: String, entered: Bool) throws(ControlClientError) {
    _ = try call(ControlCall.confirmKeyboard(token, entered: entered), as: ControlDone.self)
  }

  public func dismiss(_ token: String) throws(ControlClientError) {
    _ = try call(ControlCall.dismiss(token), as: ControlDone.self)
  }

  /// Ends an overlay of somebody else.
  public func dismissOverlay(_ id: UInt32) throws(ControlClientError) {
    _ = try call(ControlCall.dismissOverlay(id), as: ControlDone.self)
  }

  // MARK: Notices

  /// Begins to watch, and waits for the first notice: `snapshot`, or with `since`
  /// what came after that serial.
  public func watch(since: Int64? = nil) throws(ControlClientError) -> Notice {
    try call(ControlCall.watch(since: since), as: Notice.self)
  }

  /// Waits for the next notice.
  public func nextNotice() throws(ControlClientError) -> Notice {
    try link.receive(Notice.self)
  }

  private func call<Reply: Decodable>(
    _ message: [UInt8], as type: Reply.Type
  ) throws(ControlClientError) -> Reply {
    try link.send(message)
    return try link.receive(type)
  }
}
