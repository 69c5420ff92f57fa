import ControlAPI
import Synchronization

/// Notices between the reader's thread and the one task that takes them.
final class NoticeBuffer: Sendable {
  private struct State {
    var notices: [Notice] = []
    var waiting: CheckedContinuation<Void, Never>?
    var isOver = false
    var error: FocusClientError?
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var hasRoom: Bool { state.withLock { $0.notices.count < limit } }

  func put(_ notice: Notice) {
    wake { $0.notices.append(notice) }
  }

  func finish(_ error: FocusClientError?) {
    wake { state in
      guard !state.isOver else { return }
      state.isOver = true
      state.error = error
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  private enum Taken {
    case notice(Notice, wasFull: Bool)
    case over(FocusClientError?)
    case nothing
  }

  /// The next notice, or nil at the end.
  ///
  /// - Parameter onRoom: called where there was no room and now is.
  func next(onRoom: () -> Void) async throws -> Notice? {
    while true {
      let taken = state.withLock { state -> Taken in
        guard !state.notices.isEmpty else { return state.isOver ? .over(state.error) : .nothing }
        let wasFull = state.notices.count >= limit
        return .notice(state.notices.removeFirst(), wasFull: wasFull)
      }
      switch taken {
      case .notice(let notice, let wasFull):
        if wasFull { onRoom() }
        return notice
      case .over(let error):
        if let error { throw error }
        return nil
      case .nothing: await wait()
      }
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          if !state.notices.isEmpty || state.isOver { return true }
          state.waiting = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      finish(nil)
    }
  }
}

/// What a stream holds: when it goes, the watching ends.
final class NoticeSubscription: Sendable {
  private let buffer: NoticeBuffer
  private let inbox: ClientInbox

  init(_ buffer: NoticeBuffer, since: Int64?, _ inbox: ClientInbox) {
    self.buffer = buffer
    self.inbox = inbox
    inbox.post {
      $0.watch(buffer, since: since)
    } orElse: {
      buffer.finish(.stopped)
    }
  }

  deinit {
    let buffer = buffer
    inbox.post { $0.watchers[ObjectIdentifier(buffer)]?.finish(nil) }
  }

  func next() async throws -> Notice? {
    try await buffer.next { [buffer, inbox] in
      inbox.post { $0.watchers[ObjectIdentifier(buffer)]?.resume() }
    }
  }
}
