/// Makes whole frames of what `read()` gives, and notices losses.
///
/// The kernel hands out whole packets, but a packet larger than the reader's
/// buffer comes in parts, and after an overflow of the client's ring the
/// stream holds `SYN_DROPPED` and then a remainder, up to the next
/// `SYN_REPORT`, that means nothing (Documentation/input/event-codes.rst).
public struct FrameAssembler: ~Copyable {
  /// What an event completed.
  public enum Step: Equatable, Sendable {
    /// Nothing yet.
    case more
    /// `frame` holds a whole frame, without its `SYN_REPORT`.
    case frame
    /// Events were lost: read the device's state and resynchronise.
    case lost
  }

  @usableFromInline let buffer: FrameBuffer
  @usableFromInline var discarding = false
  @usableFromInline var complete = false

  /// - Parameter capacity: the longest frame in events; a longer one counts as lost.
  public init(capacity: Int) { buffer = FrameBuffer(capacity: capacity) }

  /// The frame that the last `take` completed. Valid until the next call.
  @inlinable
  public var frame: UnsafeBufferPointer<InputEvent> { buffer.events }

  @inlinable
  public mutating func take(_ event: InputEvent) -> Step {
    if complete {
      buffer.removeAll()
      complete = false
    }
    guard event.type == EV.syn else {
      if !discarding { buffer.append(event) }
      return .more
    }
    switch event.code {
    case SYN.report:
      complete = true
      if discarding || buffer.overflowed {
        discarding = false
        return .lost
      }
      return .frame
    case SYN.dropped:
      buffer.removeAll()
      discarding = true
      return .more
    case SYN.mtReport:
      if !discarding { buffer.append(event) }
      return .more
    default:
      return .more
    }
  }

  /// Forgets an unfinished frame, for example after the device's queue was emptied.
  public mutating func reset() {
    buffer.removeAll()
    discarding = false
    complete = false
  }
}
