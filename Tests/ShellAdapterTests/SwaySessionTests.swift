import FocusModel
import Testing

@testable import ShellAdapter

/// A session and sway's side of it, played by hand.
struct Talk {
  var session: SwaySession
  var now: SwaySession.Time = 1000
  private var asked: [SwayMessage] = []

  init(watching: Bool = false) {
    session = SwaySession(outputs: ["Virtual-1"], isWatching: watching, at: 1000)
  }

  /// What the session has sent and nobody has answered.
  mutating func waiting() throws -> [SwayMessage.Kind?] {
    var assembler = SwayAssembler()
    assembler.append(session.takeOutgoing())
    while let message = try assembler.next() { asked.append(message) }
    return asked.map(\.kind)
  }

  mutating func answer(
    tree: Recorded = .treeTwoWindows, seats: Recorded = .seatsFirstWindow
  ) throws {
    let kind = try #require(try waiting().first ?? nil)
    asked.removeFirst()
    switch kind {
    case .subscribe: try session.take(SwayMessage(.subscribe, #"{"success": true}"#), at: now)
    case .getTree: try session.take(tree.message(.getTree), at: now)
    case .getSeats: try session.take(seats.message(.getSeats), at: now)
    default: try session.take(SwayMessage(kind, #"[{"success": true}]"#), at: now)
    }
  }

  mutating func answerAll(
    tree: Recorded = .treeTwoWindows, seats: Recorded = .seatsFirstWindow
  ) throws {
    while try !waiting().isEmpty { try answer(tree: tree, seats: seats) }
  }

  mutating func event(_ event: Recorded) throws {
    try session.take(event.message(.windowEvent), at: now)
  }

  mutating func pass(_ milliseconds: SwaySession.Time) {
    now += milliseconds
    session.check(at: now)
  }

  var keyboard: ShellReport.Keyboard? { session.report?.keyboard }
}

@Suite struct SwaySessionTests {
  @Test func nothingIsReportedBeforeEverythingIsKnown() throws {
    var talk = Talk()
    #expect(try talk.waiting() == [.subscribe, .getTree, .getSeats])
    try talk.answer()
    #expect(talk.session.report == nil)
    try talk.answer()
    #expect(talk.keyboard == .unknown)
    try talk.answer()
    #expect(talk.keyboard == .windows([5]))
    #expect(talk.session.report?.windows.map(\.id) == [5, 6])
  }

  @Test func aFocusEventShutsAndAnAnswerAfterItOpens() throws {
    var talk = Talk()
    try talk.answerAll(seats: .seatsSecondWindow)
    try talk.event(.eventFocusFirst)
    #expect(talk.keyboard == .unknown)
    try talk.answerAll(seats: .seatsFirstWindow)
    #expect(talk.keyboard == .windows([5]))
  }

  @Test func theFocusEventIsNotBelievedBehindAPanel() throws {
    var talk = Talk()
    try talk.answerAll(tree: .treePanel, seats: .seatsPanel)
    try talk.event(.eventFocusFirst)
    try talk.answerAll(tree: .treePanel, seats: .seatsPanel)
    #expect(talk.keyboard == .noWindow)
  }

  @Test func aTitleIsNothing() throws {
    var talk = Talk()
    try talk.answerAll()
    try talk.event(.eventTitle)
    #expect(talk.keyboard == .windows([5]))
    #expect(try talk.waiting().isEmpty)
  }

  @Test func aFloodOfEventsAsksOnce() throws {
    var talk = Talk()
    try talk.answerAll()
    for _ in 0..<1000 { try talk.event(.eventClose) }
    #expect(try talk.waiting() == [.getSeats, .getTree])
    try talk.answerAll()
    #expect(talk.keyboard == .windows([5]))
  }

  @Test func windowsAreLookedAtOnceMoreWhenTheyHaveBeenArranged() throws {
    var talk = Talk()
    try talk.answerAll()
    try talk.event(.eventClose)
    try talk.answerAll()
    #expect(talk.session.nextCheck == talk.now + SwaySession.period)
    talk.pass(SwaySession.period)
    #expect(try talk.waiting() == [.getTree])
    try talk.answerAll()
    #expect(talk.session.nextCheck == nil)
  }

  @Test func watchingBelievesOnlyWhatIsAskedForAfterwards() throws {
    var talk = Talk()
    try talk.answerAll()
    // On its way when the watch begins: may have been answered before.
    try talk.event(.eventFocusFirst)
    #expect(try talk.waiting().first == .getSeats)
    talk.session.watch(true, at: talk.now)
    try talk.answer(seats: .seatsSecondWindow)
    #expect(talk.keyboard == .unknown)
    try talk.answerAll(seats: .seatsFirstWindow)
    #expect(talk.keyboard == .windows([5]))
  }

  @Test func aWatchedKeyboardIsAskedForAgainAndAgain() throws {
    var talk = Talk(watching: true)
    try talk.answerAll()
    #expect(talk.session.nextCheck == talk.now + SwaySession.period)
    talk.pass(SwaySession.period)
    #expect(try talk.waiting() == [.getSeats])
    // A panel took it, without a word.
    try talk.answerAll(seats: .seatsPanel)
    #expect(talk.keyboard == .noWindow)
  }

  @Test func nobodyIsAskedWhileNobodyWatches() throws {
    var talk = Talk()
    try talk.answerAll()
    #expect(talk.session.nextCheck == nil)
  }

  @Test func silenceIsNotBelievedAndEndsWithTheAnswer() throws {
    var talk = Talk(watching: true)
    try talk.answerAll()
    talk.pass(SwaySession.period)
    #expect(talk.keyboard == .windows([5]))
    talk.pass(SwaySession.patience - 1)
    #expect(talk.keyboard == .windows([5]))
    talk.pass(1)
    #expect(talk.session.report == nil)
    // Nothing more is asked meanwhile, and no timer runs.
    talk.pass(100_000)
    #expect(talk.session.nextCheck == nil)
    #expect(try talk.waiting() == [.getSeats])
    try talk.answerAll()
    #expect(talk.keyboard == .windows([5]))
    #expect(talk.session.nextCheck != nil)
  }

  @Test func silenceBeforeAnythingWasSaidEndsToo() throws {
    var talk = Talk()
    talk.pass(SwaySession.patience)
    #expect(talk.session.isSilent)
    try talk.answerAll()
    #expect(talk.keyboard == .windows([5]))
  }

  @Test func focusIsAskedForByNumber() throws {
    var talk = Talk()
    try talk.answerAll()
    talk.session.focus(6, at: talk.now)
    let bytes = talk.session.takeOutgoing()
    #expect(bytes == SwayMessage(.runCommand, "[con_id=6] focus").bytes)
    try talk.session.take(
      SwayMessage(.runCommand, #"[{"success":false,"error":"No matching node."}]"#), at: talk.now)
    #expect(talk.session.refusal == "No matching node.")
    #expect(talk.keyboard == .windows([5]))
  }

  @Test(arguments: [
    SwayMessage(.getSeats, "[]"), SwayMessage(type: 7, payload: []),
    SwayMessage(.subscribe, "nonsense"), SwayMessage(.subscribe, #"{"success": false}"#),
    SwayMessage(.windowEvent, "{}"),
    SwayMessage(.subscribe, String(repeating: "[", count: 100_000)),
  ])
  func whatSwayDoesNotSayEndsTheTalk(_ message: SwayMessage) {
    var talk = Talk()
    #expect(throws: ShellError.self) { try talk.session.take(message, at: talk.now) }
  }
}
