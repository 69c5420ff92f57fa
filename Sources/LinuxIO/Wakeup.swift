import CLinux
import Glibc
import Synchronization

/// An eventfd: one thread wakes another's `Poller`.
public final class Wakeup: Sendable {
  private let fd: OwnedFD

  public init() throws(SystemError) {
    fd = OwnedFD(
      adopting: try check("eventfd") {
        eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
      })
  }

  public var raw: Int32 { fd.raw }

  /// Never blocks: a counter at its maximum means that the reader is awake anyway.
  public func signal() {
    var one: UInt64 = 1
    _ = retrying { write(fd.raw, &one, MemoryLayout<UInt64>.size) }
  }

  public func drain() {
    var count: UInt64 = 0
    _ = retrying { read(fd.raw, &count, MemoryLayout<UInt64>.size) }
  }
}

/// Holds the newest value only: the writer never waits for the reader.
public final class Slot<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  public init() {}

  public func put(_ newValue: Value) { value.withLock { $0 = newValue } }

  /// Empties the slot.
  public func take() -> Value? {
    value.withLock { held in
      let result = held
      held = nil
      return result
    }
  }
}

/// Holds values in order until the reader takes all of them.
public final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  public init() {}

  public func put(_ value: Value) { values.withLock { $0.append(value) } }

  public func takeAll() -> [Value] {
    values.withLock { held in
      let result = held
      held = []
      return result
    }
  }
}
