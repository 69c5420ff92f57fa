import InputGate
import ScenarioKit
import Testing

/// The rules of the gate, each a file that a real kernel plays as well.
@Suite struct ScenarioTests {
  static let files = Clone.files(in: "Tests/Scenarios", endingIn: ".scenario")

  static func parse(_ file: String) throws -> Scenario {
    let text = try #require(Clone.read(file))
    return try ScenarioParser.parse(text, file: file, load: Clone.read)
  }

  @Test("scenario", arguments: files)
  func plays(_ file: String) throws {
    let scenario = try ScenarioTests.parse(file)
    for cancel in scenario.settings.cancels {
      for mismatch in try scenario.playPurely(cancel: cancel) {
        Issue.record(Comment(rawValue: mismatch.description))
      }
    }
  }

  @Test func thereAreScenarios() { #expect(ScenarioTests.files.count > 30) }

  @Test("names the cases that it proves", arguments: files)
  func hasCases(_ file: String) throws {
    #expect(!(try ScenarioTests.parse(file).cases.isEmpty))
  }
}
