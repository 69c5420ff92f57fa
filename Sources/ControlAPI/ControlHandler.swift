import FocusModel

/// What the server serves. Called on the control thread, and only from
/// within `ControlServer.handle`.
public protocol ControlHandler: AnyObject {
  var model: FocusModel { get }
  var devices: [ControlStatus.Device] { get }
  /// The serial of the plan that the input loop executes.
  var appliedSerial: UInt64 { get }

  /// Feeds an event to the model and puts its plan in force.
  ///
  /// `.raise` comes with a token that the server has drawn. `.clientGone` comes
  /// for a raised overlay whose call is gone.
  ///
  /// - Parameter reply: to be completed once the input loop has applied the
  ///   plan, now or later; nil where nobody waits.
  /// - Throws: the model's refusal: it is answered at once.
  func apply(_ event: FocusModel.Event, reply: PendingReply?) throws(FocusModel.Refusal)
}

/// An answer that somebody waits for: until what was asked for is in force.
///
/// Used on the control thread only.
public struct PendingReply {
  weak var server: ControlServer?
  let connection: UInt64
  let call: UInt64

  /// What was asked for is in force. Does nothing where the client is gone,
  /// and nothing the second time.
  public func complete() { server?.complete(connection: connection, call: call) }
}
