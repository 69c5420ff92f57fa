import ControlAPI
import LinuxIO
import Synchronization

/// Takes an answer, once, on the reader's thread.
typealias Answer<Value> = @Sendable (Result<Value, FocusClientError>) -> Void

/// What tasks ask of the reader's thread.
final class ClientInbox: Sendable {
  typealias Order = @Sendable (ClientLoop) -> Void

  private struct State {
    var orders: [Order] = []
    var hasFailed = false
  }

  private let state = Mutex(State())
  private let wakeup: Wakeup

  init() throws(SystemError) { wakeup = try Wakeup() }

  var raw: Int32 { wakeup.raw }

  /// - Returns: whether there is a thread that will do it.
  @discardableResult
  func post(_ order: @escaping Order) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.hasFailed else { return false }
      state.orders.append(order)
      return true
    }
    if isTaken { wakeup.signal() }
    return isTaken
  }

  func takeAll() -> [Order] {
    wakeup.drain()
    return state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// There is no thread any more.
  ///
  /// - Returns: what it has not done.
  @discardableResult
  func fail() -> [Order] {
    state.withLock { state in
      state.hasFailed = true
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// Has the thread do something and waits for its answer.
  func ask<Value: Sendable>(
    _ body: @escaping @Sendable (ClientLoop, @escaping Answer<Value>) -> Void
  ) async throws(FocusClientError) -> Value {
    let result: Result<Value, FocusClientError> = await withCheckedContinuation { continuation in
      let isTaken = post { loop in body(loop) { continuation.resume(returning: $0) } }
      if !isTaken { continuation.resume(returning: .failure(.stopped)) }
    }
    return try result.get()
  }

  func call<Reply: Decodable & Sendable>(
    _ message: [UInt8], as type: Reply.Type
  ) async throws(FocusClientError) -> Reply {
    try await ask { (loop, answer: @escaping Answer<Reply>) in loop.call(message, answer) }
  }
}
