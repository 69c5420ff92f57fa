import EvdevIO
import InputGate
import LinuxIO

/// Reads nodes until nothing more comes.
struct MirrorReader {
  private let poller: Poller
  private var sources: [UInt64: EventSource] = [:]
  private var nextToken: UInt64 = 1

  /// Without news for this long nothing more is taken to come of a step.
  static let silence: Int64 = 30_000
  /// How long what is expected is waited for.
  static let patience: Int64 = 10_000_000

  init() throws(Trouble) { poller = try troubled { () throws(SystemError) in try Poller() } }

  /// - Returns: the token that its events come under.
  mutating func add(_ source: EventSource) throws(Trouble) -> UInt64 {
    let token = nextToken
    nextToken += 1
    try troubled { () throws(SystemError) in try poller.add(source.raw, token: token) }
    sources[token] = source
    return token
  }

  mutating func remove(_ token: UInt64) {
    guard let source = sources.removeValue(forKey: token) else { return }
    poller.remove(source.raw)
  }

  /// Reads until `deadline` and until silence after at least the expected events.
  ///
  /// - Parameter gone: called with the token of a node that went away.
  mutating func read(
    expecting expected: [UInt64: Int], until deadline: Int64, gone: (UInt64) -> Void
  ) throws(Trouble) -> [UInt64: [InputEvent]] {
    var seen: [UInt64: [InputEvent]] = [:]
    let start = Clock.monotonicMicroseconds()
    var lastNews = start
    while true {
      let now = Clock.monotonicMicroseconds()
      let isComplete = expected.allSatisfy { token, count in
        sources[token] == nil || (seen[token]?.count ?? 0) >= count
      }
      let end = isComplete ? lastNews + MirrorReader.silence : start + MirrorReader.patience
      let wait = max(end, deadline) - now
      guard wait > 0 else { return seen }
      let milliseconds = Int32(clamping: min(wait, 20_000) / 1000 + 1)
      let count = try troubled { () throws(SystemError) in
        try poller.wait(milliseconds: milliseconds)
      }
      for index in 0..<count {
        let token = poller.ready(index).token
        let events = take(token, gone)
        // Autorepeats come for as long as a key is held: they are no news.
        if events.contains(where: { $0.type != EV.syn && !($0.type == EV.key && $0.value == 2) }) {
          lastNews = Clock.monotonicMicroseconds()
        }
        seen[token, default: []] += events
      }
    }
  }

  private mutating func take(_ token: UInt64, _ gone: (UInt64) -> Void) -> [InputEvent] {
    guard let source = sources[token] else { return [] }
    var events: [InputEvent] = []
    do throws(SystemError) {
      try source.fill()
      while !source.isEmpty { events.append(source.next()) }
    } catch {
      remove(token)
      gone(token)
    }
    return events
  }
}
