import CLinux
import Glibc
import InputGate
import LinuxIO

/// An open evdev node that is read in whole packets.
///
/// Used by one thread at a time. Time stamps are on `CLOCK_MONOTONIC`.
public final class EventSource {
  public let node: String
  /// Whether releases can be written into the device.
  let isWritable: Bool
  private let fd: OwnedFD
  private let buffer: UnsafeMutableBufferPointer<input_event>
  /// Events of the last `fill` that `next` has not given yet.
  private var position = 0
  private var count = 0

  /// The kernel's ring is eight packets of the driver's hint; most packets are
  /// below 64 events. What does not fit stays for the next read.
  private static let eventsARead = 512

  /// Opens for reading and, where the mode allows, for writing (LEDs, releases).
  public init(node: String) throws(SystemError) {
    self.node = node
    let flags = O_NONBLOCK
    do throws(SystemError) {
      fd = try OwnedFD.open(node, O_RDWR | flags)
      isWritable = true
    } catch  where error.errno == EACCES || error.errno == EROFS {
      fd = try OwnedFD.open(node, O_RDONLY | flags)
      isWritable = false
    }
    buffer = .allocate(capacity: EventSource.eventsARead)
    buffer.initialize(repeating: input_event())
    // First of all: it empties the queue (drivers/input/evdev.c).
    try check("EVIOCSCLOCKID", node) { clinux_evdev_set_clock(fd.raw, CLOCK_MONOTONIC) }
  }

  deinit { buffer.deallocate() }

  public var raw: Int32 { fd.raw }

  /// Reads once what is there.
  ///
  /// - Throws: `ENODEV` when the device is gone; the descriptor stays readable
  ///   for ever then, so stop watching it.
  @inline(__always)
  public func fill() throws(SystemError) {
    position = 0
    count = 0
    let bytes = retrying {
      read(fd.raw, buffer.baseAddress, buffer.count * MemoryLayout<input_event>.stride)
    }
    guard bytes > 0 else {
      let reason = bytes == 0 ? ENODEV : errno
      if reason == EAGAIN { return }
      throw SystemError("read", node, errno: reason)
    }
    count = bytes / MemoryLayout<input_event>.stride
  }

  @inline(__always)
  public var isEmpty: Bool { position == count }

  /// When the next event happened; only while not empty.
  @inline(__always)
  public var nextTime: Timestamp {
    let time = buffer[position].time
    return Timestamp(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_usec))
  }

  /// Takes the next event; only while not empty.
  @inline(__always)
  public func next() -> InputEvent {
    let event = buffer[position]
    position += 1
    return InputEvent(event.type, event.code, event.value)
  }

  /// Throws away everything that is queued, here and in the kernel.
  public func discardQueue() throws(SystemError) {
    // Bounded: a device that floods is not waited for.
    for _ in 0..<64 {
      try fill()
      if count == 0 { return }
    }
    count = 0
  }

  public func description() throws(SystemError) -> DeviceDescription {
    try Libevdev(fd, path: node).description()
  }

  /// What is down now, by the kernel's own tables.
  public func state() throws(SystemError) -> DeviceState { try Libevdev(fd, path: node).state() }

  public func setGrab(_ grab: Bool) throws(SystemError) {
    try check("EVIOCGRAB", node) { clinux_evdev_grab(fd.raw, grab ? 1 : 0) }
  }

  /// Writes into the device: LEDs to the hardware, or releases that its other
  /// readers are to see.
  public func inject(_ events: [InputEvent]) throws(SystemError) {
    let raw = events.map { event in
      var result = input_event()
      result.type = event.type
      result.code = event.code
      result.value = event.value
      return result
    }
    let bytes = raw.count * MemoryLayout<input_event>.stride
    try check("write", node) { write(fd.raw, raw, bytes) }
  }
}
