import FocusModel

/// What the server serves. Called on the control thread, and only from
/// within `ControlServer.handle`.
public protocol ControlHandler: AnyObject {
  var model: FocusModel { get }
  var devices: [ControlStatus.Device] { get }
  /// How the compositor's shell stands; nil where it is not asked.
  var shellStatus: ControlStatus.Shell? { get }
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

  /// Reads the profile again and puts all of it in force, or nothing.
  func reload() throws(ReloadFailure) -> ReloadReport
}

/// What a reload did.
public struct ReloadReport: Codable, Hashable, Sendable {
  /// What of the profile has changed and is in force, each a line.
  public var applied: [String]
  /// What has changed where something of it needs a restart; nothing is in force then.
  public var needsRestart: [String]

  public init(applied: [String], needsRestart: [String]) {
    self.applied = applied
    self.needsRestart = needsRestart
  }
}

/// Why a profile was not taken; the old one stays.
public struct ReloadFailure: Error, Hashable, Sendable {
  public var message: String
  public init(_ message: String) { self.message = message }
}

extension ControlHandler {
  public var shellStatus: ControlStatus.Shell? { nil }
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
