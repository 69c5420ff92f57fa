import ScenarioKit
import Testing

/// `Tests/cases.yaml` against what there is: it is written by hand and must not rot.
@Suite struct CasesTests {
  /// One case: its area and number, and what is said to prove it.
  struct Entry {
    var id: String
    var title = ""
    var proofs: [(kind: String, name: String)] = []
  }

  static func entries() throws -> [Entry] {
    let text = try #require(Clone.read("Tests/cases.yaml"))
    var area = ""
    var entries: [Entry] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: ":", maxSplits: 1).map { part in
        part.drop { $0 == " " || $0 == "-" }
      }
      let value = parts.count > 1 ? String(parts[1]) : ""
      switch String(parts[0]) {
      case "input", "lifecycle", "display": area = String(parts[0])
      case "case": entries.append(Entry(id: area + " " + value.filter { $0 != "\"" }))
      case "title": entries[entries.count - 1].title = value
      case "scenario", "test", "board":
        entries[entries.count - 1].proofs.append((String(parts[0]), value))
      default: break
      }
    }
    return entries
  }

  @Test func everyCaseIsThere() throws {
    let ids = try CasesTests.entries().map(\.id)
    #expect(Set(ids).count == ids.count)
    let input = (1...37).map { "input \($0)" } + ["a", "b", "c", "d"].map { "input 20\($0)" }
    let others = (1...33).map { "lifecycle \($0)" } + (1...22).map { "display \($0)" }
    #expect(Set(ids) == Set(input + others))
    for entry in try CasesTests.entries() { #expect(!entry.title.isEmpty) }
  }

  @Test("scenarios and cases name each other")
  func scenarios() throws {
    var claimed: Set<String> = []
    for entry in try CasesTests.entries() {
      for proof in entry.proofs where proof.kind == "scenario" {
        claimed.insert("\(entry.id): \(proof.name)")
      }
    }
    var proven: Set<String> = []
    for file in ScenarioTests.files {
      let name = file.split(separator: "/").last?.dropLast(".scenario".count) ?? ""
      for number in try ScenarioTests.parse(file).cases { proven.insert("\(number): \(name)") }
    }
    #expect(claimed.subtracting(proven) == [])
    #expect(proven.subtracting(claimed) == [])
  }

  @Test("the tests that it names are there")
  func tests() throws {
    for entry in try CasesTests.entries() {
      for proof in entry.proofs where proof.kind == "test" {
        let parts = proof.name.split(separator: "/")
        try #require(parts.count == 3, "\(proof.name)")
        let text = Clone.read("Tests/\(parts[0])/\(parts[1]).swift") ?? ""
        #expect(text.contains("func \(parts[2])("), "\(entry.id): \(proof.name)")
      }
      for proof in entry.proofs where proof.kind == "board" {
        let parts = proof.name.split(separator: ":").map(String.init)
        let text = Clone.read("Tests/HIL/\(parts[0])") ?? ""
        #expect(text.contains("def \(parts.last ?? "")("), "\(entry.id): \(proof.name)")
      }
    }
  }

  @Test("the scenarios of the documentation are played")
  func documentation() throws {
    let text = try #require(Clone.read("docs/scenarios.md"))
    var blocks: [String] = []
    var open: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```scenario" {
        open = ""
      } else if line == "```", let block = open {
        blocks.append(block)
        open = nil
      } else if open != nil {
        open? += line + "\n"
      }
    }
    #expect(blocks.count == 2)
    for block in blocks {
      let scenario = try ScenarioParser.parse(block, file: "docs/scenarios.md", load: Clone.read)
      for cancel in scenario.settings.cancels {
        #expect(try scenario.playPurely(cancel: cancel).map(\.description) == [])
      }
    }
  }
}
