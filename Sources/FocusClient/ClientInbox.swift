import ControlAPI
import LinuxIO
import Synchronization

/// Takes an answer, once, on the reader's thread.
typealias Answer<Value> = @Sendable (Result<Value, FocusClientError>) -> Void

/// What tasks ask of the reader's thread.
final class ClientInbox: Sendable {
  typealias Order = @Sendable (ClientLoop) -> Void

  private struct State {
    /// What to do, and what where there is no thread to do it.
    var orders: [(order: Order, orElse: @Sendable () -> Void)] = []
    var hasFailed = false
  }

  private let state = Mutex(State())
  private let wakeup: Wakeup

  init() throws(SystemError) { wakeup = try Wakeup() }

  var raw: Int32 { wakeup.raw }

  /// Has the thread do something, or, where it has ended, does something else here.
  func post(_ order: @escaping Order, orElse: @escaping @Sendable () -> Void = {}) {
    let isTaken = state.withLock { state in
      guard !state.hasFailed else { return false }
      state.orders.append((order, orElse))
      return true
    }
    isTaken ? wakeup.signal() : orElse()
  }

  func takeAll() -> [Order] {
    wakeup.drain()
    return state.withLock { state in
      defer { state.orders = [] }
      return state.orders.map(\.order)
    }
  }

  /// There is no thread any more, or there never was one.
  func fail() {
    let lost = state.withLock { state in
      state.hasFailed = true
      defer { state.orders = [] }
      return state.orders
    }
    for one in lost { one.orElse() }
  }

  /// Has the thread do something and waits for its answer.
  func ask<Value: Sendable>(
    _ body: @escaping @Sendable (ClientLoop, @escaping Answer<Value>) -> Void
  ) async throws(FocusClientError) -> Value {
    let result: Result<Value, FocusClientError> = await withCheckedContinuation { continuation in
      post { loop in
        body(loop) { continuation.resume(returning: $0) }
      } orElse: {
        continuation.resume(returning: .failure(.stopped))
      }
    }
    return try result.get()
  }

  func call<Reply: Decodable & Sendable>(
    _ message: [UInt8], as type: Reply.Type
  ) async throws(FocusClientError) -> Reply {
    try await ask { (loop, answer: @escaping Answer<Reply>) in loop.call(message, answer) }
  }
}
