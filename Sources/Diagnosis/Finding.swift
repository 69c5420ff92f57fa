/// What was found out about one thing.
public struct Finding: Hashable, Codable, Sendable {
  public enum Verdict: String, CaseIterable, Codable, Sendable {
    case ok
    /// It could not be looked at.
    case notKnown
    /// It weakens the gate, or may be meant so.
    case warning
    /// Input goes round the gate, or focusd cannot work.
    case problem
  }

  /// A word for the thing, for scripts.
  public var check: String
  public var verdict: Verdict
  /// What is so.
  public var fact: String
  /// What that means; empty where all is well.
  public var meaning: String
  /// What to do about it; empty where there is nothing.
  public var advice: String

  static func ok(_ check: String, _ fact: String) -> Finding {
    Finding(check: check, verdict: .ok, fact: fact, meaning: "", advice: "")
  }

  static func notKnown(_ check: String, _ fact: String, advice: String) -> Finding {
    Finding(check: check, verdict: .notKnown, fact: fact, meaning: "", advice: advice)
  }

  static func warning(
    _ check: String, _ fact: String, means meaning: String, advice: String
  ) -> Finding {
    Finding(check: check, verdict: .warning, fact: fact, meaning: meaning, advice: advice)
  }

  static func problem(
    _ check: String, _ fact: String, means meaning: String, advice: String
  ) -> Finding {
    Finding(check: check, verdict: .problem, fact: fact, meaning: meaning, advice: advice)
  }
}
