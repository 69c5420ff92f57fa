import CLinux
import Glibc

/// epoll with room for a fixed number of events a turn: waiting allocates nothing.
public final class Poller {
  /// One descriptor that is ready.
  public struct Ready {
    public let token: UInt64
    public let isReadable: Bool
    public let isWritable: Bool
    /// The other side is gone, or the device.
    public let isDead: Bool

    @usableFromInline
    init(_ event: epoll_event) {
      token = event.data.u64
      isReadable = event.events & EPOLLIN.rawValue != 0
      isWritable = event.events & EPOLLOUT.rawValue != 0
      isDead = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    }
  }

  private let fd: OwnedFD
  @usableFromInline let events: UnsafeMutablePointer<epoll_event>
  private let capacity: Int

  /// - Parameter capacity: events a turn, at least 1; more are reported in the next turn.
  public init(capacity: Int = 64) throws(SystemError) {
    fd = OwnedFD(
      adopting: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    self.capacity = max(1, capacity)
    events = .allocate(capacity: self.capacity)
    events.initialize(repeating: epoll_event(), count: self.capacity)
  }

  deinit { events.deallocate() }

  /// Watches a descriptor, level-triggered.
  ///
  /// - Parameter token: comes back in `Ready`. Never use one again for another
  ///   descriptor: an event for one that was closed may still be in the turn.
  public func add(_ raw: Int32, token: UInt64, writable: Bool = false) throws(SystemError) {
    try control(EPOLL_CTL_ADD, raw, token, writable)
  }

  /// Changes whether room for writing is reported.
  public func modify(_ raw: Int32, token: UInt64, writable: Bool) throws(SystemError) {
    try control(EPOLL_CTL_MOD, raw, token, writable)
  }

  public func remove(_ raw: Int32) {
    // It fails only for a descriptor that is not watched: nothing to undo then.
    _ = epoll_ctl(fd.raw, EPOLL_CTL_DEL, raw, nil)
  }

  private func control(
    _ operation: Int32, _ raw: Int32, _ token: UInt64, _ writable: Bool
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | (writable ? EPOLLOUT.rawValue : 0)
    event.data.u64 = token
    try check("epoll_ctl") { epoll_ctl(fd.raw, operation, raw, &event) }
  }

  /// Waits until something is ready.
  ///
  /// - Parameter milliseconds: −1 waits for ever.
  /// - Returns: how many; read them with `ready(_:)`.
  public func wait(milliseconds: Int32 = -1) throws(SystemError) -> Int {
    let count = try check("epoll_wait") {
      epoll_wait(fd.raw, events, Int32(clamping: capacity), milliseconds)
    }
    return Int(count)
  }

  @inlinable
  public func ready(_ index: Int) -> Ready { Ready(events[index]) }
}
