/// Bytes that arrive, cut into messages at each NUL.
struct MessageBuffer {
  /// The most bytes of a message, and of everything that waits.
  let limit: Int
  private var bytes: [UInt8] = []
  /// Where what has not been taken begins.
  private var start = 0
  /// Up to here there is no NUL.
  private var searched = 0

  init(limit: Int) { self.limit = limit }

  /// - Returns: false where that would be too much; nothing is kept then.
  mutating func append(_ new: some Collection<UInt8>) -> Bool {
    if start > 0 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    guard bytes.count + new.count <= limit else { return false }
    bytes.append(contentsOf: new)
    return true
  }

  /// Whether `next` has one to give.
  var hasMessage: Bool { bytes[searched...].contains(0) }

  /// The next whole message, without its NUL.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      return nil
    }
    let message = bytes[start..<end]
    start = end + 1
    searched = start
    return message
  }
}
