import LinuxIO

/// What one client may take of the server.
public struct ControlLimits: Sendable {
  public var clients = 64
  /// Of one user; root may have all.
  public var clientsOfAUser = 32
  /// Of one message, and of all that a client may send ahead.
  public var messageBytes = 64 * 1024
  /// Of objects and lists in each other; a call of the interface has four.
  public var nesting = 16
  public var callsASecond = 200
  public var queuedReplies = 64
  public var queuedBytes = 256 * 1024
  /// Notices that are kept for watchers who come back.
  public var keptNotices = 256
  public init() {}
}

/// So many calls a second, and as many at once (a token bucket).
struct CallBudget {
  private let rate: Int64
  /// In millionths of a call.
  private var left: Int64
  private var last: Int64

  init(_ callsASecond: Int, at now: Int64) {
    rate = Int64(callsASecond)
    left = rate * 1_000_000
    last = now
  }

  /// - Returns: false where there is none left.
  mutating func take(at now: Int64) -> Bool {
    let most = rate * 1_000_000
    if now > last {
      let (passed, isLong) = now.subtractingReportingOverflow(last)
      // A second fills it, and so does any longer time.
      left = min(most, left + (isLong ? 1_000_000 : min(passed, 1_000_000)) * rate)
    }
    last = now
    guard left >= 1_000_000 else { return false }
    left -= 1_000_000
    return true
  }
}

/// Lines about clients that misbehave: a few every ten seconds, and how many more
/// there were. The log is nobody's weapon.
final class ComplaintLog {
  private var budget = 0
  private var hidden = 0
  private var began = Int64.min
  private static let lines = 5

  func write(_ line: String, at now: Int64) {
    if began == .min || now - began > 10_000_000 {
      if hidden > 0 { Log.notice("control: \(hidden) more complaints about clients") }
      began = now
      budget = ComplaintLog.lines
      hidden = 0
    }
    if budget > 0 {
      budget -= 1
      Log.notice("control: \(line)")
    } else {
      hidden += 1
    }
  }
}

/// How deep JSON is nested, without decoding it: a decoder recurses.
enum Nesting {
  static func exceeds(_ limit: Int, in message: some Sequence<UInt8>) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in message {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > limit { return true }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return false
  }
}
