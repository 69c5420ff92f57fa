import ControlAPI
import Synchronization

/// An overlay that is in front. It is dismissed when the value goes.
public final class Overlay: Sendable {
  /// Its name in the state and in notices.
  public let id: UInt32
  private let token: String
  private let ending: OverlayEnding
  private let inbox: ClientInbox

  init(_ raised: RaisedOverlay, _ ending: OverlayEnding, _ inbox: ClientInbox) {
    id = raised.id
    token = raised.token
    self.ending = ending
    self.inbox = inbox
  }

  deinit {
    let token = token
    inbox.post { $0.dismiss(token) { _ in } }
  }

  /// Says that it is on the screen, and where it takes touches. Again, it moves them.
  public func present(_ regions: [Region]) async throws(FocusClientError) {
    let token = token
    _ = try await inbox.ask { (loop, answer: @escaping Answer<ControlDone>) in
      loop.present(token, regions, answer)
    }
  }

  /// Says that the compositor's keyboard focus entered it, or left it.
  public func confirmKeyboard(entered: Bool) async throws(FocusClientError) {
    let token = token
    _ = try await inbox.ask { (loop, answer: @escaping Answer<ControlDone>) in
      loop.confirmKeyboard(token, entered, answer)
    }
  }

  /// Ends it; returns once what is below is as it was.
  public func dismiss() async throws(FocusClientError) {
    let token = token
    _ = try await inbox.ask { (loop, answer: @escaping Answer<ControlDone>) in
      loop.dismiss(token, answer)
    }
  }

  /// Waits until it has ended, and says why.
  public func ended() async -> EndReason { await ending.value() }

  public enum EndReason: Hashable, Sendable {
    case dismissed
    /// By somebody who may manage.
    case removed
    /// focusd stops.
    case stopping
    /// focusd could not be reached within the grace, or has started anew.
    case lost
  }
}

struct RaisedOverlay: Sendable {
  var id: UInt32
  var token: String
}

/// Told once, heard by any number.
final class OverlayEnding: Sendable {
  private struct State {
    var reason: Overlay.EndReason?
    var waiting: [CheckedContinuation<Overlay.EndReason, Never>] = []
  }

  private let state = Mutex(State())

  func tell(_ reason: Overlay.EndReason) {
    let waiting = state.withLock { state in
      guard state.reason == nil else { return [CheckedContinuation<Overlay.EndReason, Never>]() }
      state.reason = reason
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume(returning: reason) }
  }

  func value() async -> Overlay.EndReason {
    await withCheckedContinuation { continuation in
      let reason = state.withLock { state in
        if state.reason == nil { state.waiting.append(continuation) }
        return state.reason
      }
      if let reason { continuation.resume(returning: reason) }
    }
  }
}
