import FoundationEssentials
import Glibc
import ScenarioKit

/// What came of a scenario under one cancel policy.
struct Report: Encodable {
  enum Verdict: String, Encodable {
    case ok
    case failed
    case skipped
    /// This machine could not play it.
    case trouble
  }

  var file: String
  var title: String
  var cases: [String]
  var policy: String
  var verdict: Verdict
  /// Differences, or why it was not played.
  var details: [String]

  init(_ scenario: Scenario, _ policy: String, _ mismatches: [Mismatch]) {
    self.init(
      scenario, policy, mismatches.isEmpty ? .ok : .failed, mismatches.map(\.description))
  }

  init(_ scenario: Scenario, _ policy: String, _ verdict: Verdict, _ details: [String]) {
    file = scenario.file
    title = scenario.title
    cases = scenario.cases.map(\.description)
    self.policy = policy
    self.verdict = verdict
    self.details = details
  }

  /// A file that cannot be read or played.
  init(_ error: TextError) {
    file = error.file
    title = ""
    cases = []
    policy = ""
    verdict = .failed
    details = [error.description]
  }

  func print(json: Bool) {
    if json {
      printJSON(self)
    } else {
      let policy = policy.isEmpty ? "" : " [\(self.policy)]"
      let isReason = verdict == .skipped || verdict == .trouble
      let reason = isReason ? ": " + details.joined(separator: ", ") : ""
      Swift.print("\(verdict) \(file)\(policy)\(reason)")
      if verdict == .failed { for line in details { Swift.print(line) } }
    }
    fflush(nil)
  }
}

func printJSON(_ value: some Encodable) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if let data = try? encoder.encode(value) { print(String(decoding: data, as: UTF8.self)) }
}

/// Sums reports up for the exit status.
struct Tally {
  private(set) var ok = 0
  private(set) var failed = 0
  private(set) var skipped = 0
  private(set) var troubled = 0

  mutating func take(_ report: Report, json: Bool) {
    report.print(json: json)
    switch report.verdict {
    case .ok: ok += 1
    case .failed: failed += 1
    case .skipped: skipped += 1
    case .trouble: troubled += 1
    }
  }

  func end(json: Bool) -> Exit {
    if !json {
      let trouble = troubled > 0 ? ", \(troubled) impossible here" : ""
      print("\(ok) as expected, \(failed) not, \(skipped) skipped\(trouble)")
    }
    if failed > 0 { return .differed }
    if troubled > 0 { return .trouble }
    return ok > 0 ? .agreed : .skipped
  }
}

/// Runs scenarios without a kernel.
func check(_ files: [String], json: Bool) -> Exit {
  var tally = Tally()
  for file in files {
    do throws(TextError) {
      let scenario = try FileText.scenario(file)
      for cancel in scenario.settings.cancels {
        let mismatches = try scenario.playPurely(cancel: cancel)
        tally.take(Report(scenario, cancel.name, mismatches), json: json)
      }
    } catch {
      tally.take(Report(error), json: json)
    }
  }
  return tally.end(json: json)
}
