/// Room for the events of one or several frames, allocated once.
///
/// Used by one thread at a time. An append past the capacity is refused and
/// remembered in `overflowed`, it never grows: the input path allocates nothing.
///
/// Its counters live beside the events in raw memory: as properties of a class
/// each access would be checked for exclusivity at run time, which cost more
/// than the gate's rules (docs/bench.md).
public final class FrameBuffer {
  @usableFromInline
  struct Counters {
    @usableFromInline init() {}

    @usableFromInline var count = 0
    @usableFromInline var frameStart = 0
    @usableFromInline var overflowed = false
  }

  @usableFromInline let storage: UnsafeMutablePointer<InputEvent>
  @usableFromInline let counters: UnsafeMutablePointer<Counters>
  public let capacity: Int

  /// - Parameter capacity: in events, at least 1.
  public init(capacity: Int) {
    self.capacity = max(1, capacity)
    storage = .allocate(capacity: self.capacity)
    storage.initialize(repeating: .report, count: self.capacity)
    counters = .allocate(capacity: 1)
    counters.initialize(to: Counters())
  }

  deinit {
    storage.deallocate()
    counters.deallocate()
  }

  /// Events in the buffer.
  @inlinable
  public var count: Int { counters.pointee.count }

  /// Whether an event was refused since the last `removeAll`.
  @inlinable
  public var overflowed: Bool { counters.pointee.overflowed }

  /// The events so far. Valid until the next change of the buffer.
  @inlinable
  public var events: UnsafeBufferPointer<InputEvent> {
    UnsafeBufferPointer(start: storage, count: counters.pointee.count)
  }

  @inlinable
  public func append(_ event: InputEvent) {
    let count = counters.pointee.count
    guard count < capacity else {
      counters.pointee.overflowed = true
      return
    }
    storage[count] = event
    counters.pointee.count = count + 1
  }

  @inline(__always)
  func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    append(InputEvent(type, code, value))
  }

  /// Takes back the newest events of the open frame, down to `count` of them.
  @inline(__always)
  func truncate(to count: Int) {
    counters.pointee.count = min(self.count, max(count, counters.pointee.frameStart))
  }

  /// Whether something was appended since the last frame ended.
  @inline(__always)
  var hasOpenFrame: Bool { count > counters.pointee.frameStart }

  /// Ends the frame with a `SYN_REPORT` if anything is in it.
  @inline(__always)
  func endFrame() {
    guard hasOpenFrame else { return }
    append(.report)
    counters.pointee.frameStart = count
  }

  @inlinable
  public func removeAll() { counters.pointee = Counters() }
}
