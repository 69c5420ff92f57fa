/// The newest notices, for watchers who come back.
struct NoticeRing {
  private var notices: [Notice] = []
  private let capacity: Int
  /// Of the newest notice.
  private(set) var serial: Int64

  /// - Parameter start: higher than every serial before: the time since boot in
  ///   microseconds rises faster than notices come.
  init(capacity: Int, start: Int64) {
    self.capacity = capacity
    serial = start
  }

  /// - Returns: the notice with its serial.
  mutating func add(_ notice: Notice) -> Notice {
    var notice = notice
    serial += 1
    notice.serial = serial
    if notices.count == capacity { notices.removeFirst() }
    notices.append(notice)
    return notice
  }

  /// What came after a serial; nil where some of it is lost, or the serial is
  /// none of this focusd's.
  func after(_ old: Int64) -> ArraySlice<Notice>? {
    let first = serial - Int64(notices.count) + 1
    guard old >= first - 1, old <= serial else { return nil }
    return notices.dropFirst(Int(old - (first - 1)))
  }
}
