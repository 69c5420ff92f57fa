import FocusModel

/// One conversation with sway, from the first request on. Pure: messages and
/// the time come in, requests and a report go out.
///
/// sway writes its answers and events to a connection in the order in which they
/// became true. An event can only shut: it says that the keyboard moves, but with
/// a panel in front not where to (docs/facts.md). What opens is an answer to
/// GET_SEATS that comes after it.
struct SwaySession {
  /// On `CLOCK_MONOTONIC`, in milliseconds.
  typealias Time = Int64

  /// How often sway is asked while the keyboard is watched. It does not tell that
  /// a panel takes the keyboard.
  static let period: Time = 250
  /// For how long an answer may be due before nothing is believed any more.
  static let patience: Time = 1000

  private let outputs: [String]
  private(set) var isWatching: Bool
  /// To be sent, in order.
  private var outgoing: [UInt8] = []
  /// What was asked and is not yet answered, in order.
  private var due: [SwayMessage.Kind] = []
  /// When the first of these became due.
  private var dueSince: Time = 0
  private var lastSeats: Time = 0
  private var isSubscribed = false
  private var tree: SwayTree?
  /// When the tree is asked for once more: sway arranges windows after it has told
  /// of them, and tells nothing then.
  private var secondLook: Time?
  private var seats: [SwaySeat]?
  /// The answer that is due was asked for before what was to be found out.
  private var askAgain = false
  /// Nothing is believed since sway did not answer in time.
  private(set) var isSilent = false
  /// What sway refused to do; not a reason to let go of it.
  private(set) var refusal: String?

  init(outputs: [String], isWatching: Bool, at now: Time) {
    self.outputs = outputs
    self.isWatching = isWatching
    send(SwayMessage(.subscribe, #"["window", "workspace", "output", "shutdown"]"#), at: now)
    send(SwayMessage(.getTree), at: now)
    send(SwayMessage(.getSeats), at: now)
  }

  /// nil as long as sway has not told everything, and while it is silent.
  var report: ShellReport? {
    guard isSubscribed, let tree, !isSilent else { return nil }
    let keyboard = seats.map(tree.keyboard)
    return ShellReport(windows: tree.windows, keyboard: keyboard ?? .unknown)
  }

  /// Empties what is to be sent.
  mutating func takeOutgoing() -> [UInt8] {
    defer { outgoing = [] }
    return outgoing
  }

  private mutating func send(_ message: SwayMessage, at now: Time) {
    guard let kind = message.kind else { return }
    if due.isEmpty { dueSince = now }
    due.append(kind)
    outgoing += message.bytes
  }

  // MARK: What is asked of it

  /// Begins to look after the keyboard anew, or stops doing so.
  mutating func watch(_ isOn: Bool, at now: Time) {
    isWatching = isOn
    guard isOn else { return }
    seats = nil
    if due.contains(.getSeats) { askAgain = true } else { send(SwayMessage(.getSeats), at: now) }
  }

  mutating func focus(_ window: ShellReport.WindowID, at now: Time) {
    // A shell that does not answer gets no more work.
    guard due.count < 8 else { return }
    send(SwayMessage(.runCommand, "[con_id=\(window)] focus"), at: now)
  }

  // MARK: Time

  /// When `check` has something to do; nil for never.
  var nextCheck: Time? {
    if !due.isEmpty { return isSilent ? nil : dueSince + SwaySession.patience }
    let poll = isWatching ? lastSeats + SwaySession.period : nil
    guard let poll, let secondLook else { return poll ?? secondLook }
    return min(poll, secondLook)
  }

  mutating func check(at now: Time) {
    guard let next = nextCheck, now >= next else { return }
    guard due.isEmpty else {
      isSilent = true
      seats = nil
      return
    }
    if let look = secondLook, now >= look {
      secondLook = nil
      send(SwayMessage(.getTree), at: now)
    }
    if isWatching, now >= lastSeats + SwaySession.period { send(SwayMessage(.getSeats), at: now) }
  }

  // MARK: What sway says

  mutating func take(_ message: SwayMessage, at now: Time) throws(ShellError) {
    if message.isEvent { return try takeEvent(message, at: now) }
    guard let kind = message.kind, kind == due.first else {
      throw .unexpected("an answer of type \(message.type)")
    }
    due.removeFirst()
    dueSince = now
    switch kind {
    case .subscribe:
      guard try message.decode(SwayResult.self).success else { throw .refused("SUBSCRIBE") }
      isSubscribed = true
    case .getTree:
      tree = SwayTree(try message.decode(SwayNode.self), outputs: outputs)
    case .getSeats:
      let answer = try message.decode([SwaySeat].self)
      lastSeats = now
      if askAgain {
        askAgain = false
        send(SwayMessage(.getSeats), at: now)
      } else {
        seats = answer
      }
    case .runCommand:
      let failed = try message.decode([SwayResult].self).first { !$0.success }
      refusal = failed.map { $0.error ?? "no reason given" }
    default: break
    }
    guard isSilent, due.isEmpty else { return }
    isSilent = false
    if seats == nil { send(SwayMessage(.getSeats), at: now) }
  }

  private mutating func takeEvent(_ message: SwayMessage, at now: Time) throws(ShellError) {
    switch message.kind {
    case .windowEvent:
      switch try message.decode(SwayChange.self).change {
      case "title", "mark", "urgent": break
      case "focus", "close": moved(at: now)
      default: changed(at: now)
      }
    case .workspaceEvent:
      if try message.decode(SwayChange.self).change == "focus" { moved(at: now) }
    case .outputEvent: moved(at: now)
    default: break
    }
  }

  /// The keyboard may be elsewhere, and windows too.
  private mutating func moved(at now: Time) {
    seats = nil
    // One that is due will do: it is answered after this event.
    if !due.contains(.getSeats) { send(SwayMessage(.getSeats), at: now) }
    changed(at: now)
  }

  /// Windows may be elsewhere, and will be arranged.
  private mutating func changed(at now: Time) {
    secondLook = now + SwaySession.period
    if !due.contains(.getTree) { send(SwayMessage(.getTree), at: now) }
  }
}
