import ControlAPI
import FocusModel
import LinuxIO

/// Connects a program with focusd: raises overlays, and hears what happens.
///
///     let focus = try FocusClient()
///     try await focus.withOverlay(.call) { call in
///       // … draw; once it is on the screen:
///       try await call.present([Region(output: "DSI-1", x: 0, y: 0, width: 720, height: 200)])
///       await answered()
///     }
///
/// One thread of its own reads everything. A connection that is lost is made again:
/// overlays are taken back within focusd's grace and presented as they were, and
/// notices go on where they ended. Any task may use it.
public final class FocusClient: Sendable {
  let inbox: ClientInbox

  /// Starts the thread; nothing is connected yet.
  public init(path: String = ControlSocket.path) throws(FocusClientError) {
    do throws(SystemError) {
      let inbox = try ClientInbox()
      try NativeThread.start(name: "focus-client") {
        do throws(SystemError) {
          try ClientLoop(path: path, inbox: inbox).run()
        } catch {
          inbox.fail()
        }
      }
      self.inbox = inbox
    } catch {
      throw .system("\(error)")
    }
  }

  /// Overlays that are still up end.
  deinit { inbox.post { $0.stop() } }

  /// Raises an overlay for as long as `body` runs, and dismisses it then, whatever
  /// came of it.
  ///
  /// - Parameters:
  ///   - outputs: names; empty means all.
  ///   - body: runs once nothing below gets input any more.
  public func withOverlay<Result: Sendable>(
    _ kind: OverlayKind, outputs: [String] = [], wantsKeyboard: Bool = false,
    wantsPointer: Bool = false, isolation: isolated (any Actor)? = #isolation,
    _ body: (Overlay) async throws -> Result
  ) async throws -> Result {
    let overlay = try await raise(
      kind, outputs: outputs, wantsKeyboard: wantsKeyboard, wantsPointer: wantsPointer)
    let result: Result
    do {
      result = try await body(overlay)
    } catch {
      try? await overlay.dismiss()
      throw error
    }
    // It may have ended before: nothing is left to do then.
    try? await overlay.dismiss()
    return result
  }

  /// Raises an overlay and waits until nothing below gets input any more. It is
  /// dismissed when the value goes, at the latest.
  public func raise(
    _ kind: OverlayKind, outputs: [String] = [], wantsKeyboard: Bool = false,
    wantsPointer: Bool = false
  ) async throws(FocusClientError) -> Overlay {
    let message = ControlCall.raise(
      kind, outputs: outputs, wantsKeyboard: wantsKeyboard, wantsPointer: wantsPointer)
    let ending = OverlayEnding()
    let raised = try await inbox.ask { (loop, answer: @escaping Answer<RaisedOverlay>) in
      loop.raise(message, ending, answer)
    }
    return Overlay(raised, ending, inbox)
  }

  /// Outputs, scenes, overlays and devices as they are now.
  public func status() async throws(FocusClientError) -> ControlStatus {
    try await inbox.call(ControlCall.status, as: ControlStatus.self)
  }

  /// Everything that happens from now on, the state first; for one reader.
  ///
  /// When the reader does not keep up, `limit` notices wait here and the rest at
  /// focusd; what focusd no longer has comes as one `gap` with the state. Leaving
  /// the loop, or cancelling its task, ends it.
  public func notices(
    since serial: Int64? = nil, limit: Int = 64
  ) -> AsyncThrowingStream<Notice, any Error> {
    let buffer = NoticeBuffer(limit: max(1, limit))
    let subscription = NoticeSubscription(buffer, since: serial, inbox)
    return AsyncThrowingStream { try await subscription.next() }
  }
}

/// Why something did not come about.
public enum FocusClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No thread or no descriptor is left.
  case system(String)
  case control(ControlClientError)
  /// The client was let go.
  case stopped

  public var description: String {
    switch self {
    case .system(let reason): reason
    case .control(let error): "\(error)"
    case .stopped: "the FocusClient has ended"
    }
  }
}

// What an app needs, without a second import.
public typealias OverlayKind = ControlAPI.ControlOverlayKind
public typealias Region = ControlAPI.ControlRegion
public typealias Notice = ControlAPI.Notice
public typealias Status = ControlAPI.ControlStatus
