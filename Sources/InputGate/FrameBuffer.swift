/// Room for the events of one or several frames, allocated once.
///
/// Used by one thread at a time. An append past the capacity is refused and
/// remembered in `overflowed`, it never grows: the input path allocates nothing.
public final class FrameBuffer {
  private let storage: UnsafeMutableBufferPointer<InputEvent>
  /// Events in the buffer.
  public private(set) var count = 0
  /// Whether an event was refused since the last `removeAll`.
  public private(set) var overflowed = false
  private var frameStart = 0

  /// - Parameter capacity: in events, at least 1.
  public init(capacity: Int) {
    storage = .allocate(capacity: max(1, capacity))
    storage.initialize(repeating: .report)
  }

  deinit { storage.deallocate() }

  public var capacity: Int { storage.count }

  /// The events so far. Valid until the next change of the buffer.
  @inline(__always)
  public var events: UnsafeBufferPointer<InputEvent> {
    UnsafeBufferPointer(rebasing: storage[..<count])
  }

  @inline(__always)
  public func append(_ event: InputEvent) {
    guard count < storage.count else {
      overflowed = true
      return
    }
    storage[count] = event
    count += 1
  }

  @inline(__always)
  func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    append(InputEvent(type, code, value))
  }

  /// Takes back the newest events of the open frame, down to `count` of them.
  @inline(__always)
  func truncate(to count: Int) { self.count = min(self.count, max(count, frameStart)) }

  /// Whether something was appended since the last frame ended.
  @inline(__always)
  var hasOpenFrame: Bool { count > frameStart }

  /// Ends the frame with a `SYN_REPORT` if anything is in it.
  @inline(__always)
  func endFrame() {
    guard hasOpenFrame else { return }
    append(.report)
    frameStart = count
  }

  public func removeAll() {
    count = 0
    frameStart = 0
    overflowed = false
  }
}
