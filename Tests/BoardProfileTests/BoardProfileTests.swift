import FocusModel
import InputGate
import Testing

@testable import BoardProfile

@Suite struct BoardProfileTests {
  private func profile(_ text: String) throws -> BoardProfile {
    let file = try ProfileFile(Array(text.utf8), path: "b.yaml")
    return try BoardProfile.read(file.tree)
  }

  private func panel(_ name: String, phys: String = "") -> DeviceDescription {
    DeviceDescription(name: name, phys: phys, properties: [InputProperty.direct])
  }

  private static let two = """
    schema: 1
    name: no
    outputs:
      - {name: A, width: 800, height: 600, singleScene: true}
      - {name: B, width: 640, height: 480}
    input:
      touch:
        - {match: {name: left, phys: p1}, output: A}
        - {match: {name: left}, output: B, cancel: neutral, neutralPoint: [639, 479]}
        - {match: {phys: p3}, output: A, cancel: palm}
      ignore: [lid]
    systemKeys: {KEY_POWER: pass, KEY_MUTE: take, BTN_LEFT: take}
    ranks: {call: 95, custom: 0}
    """

  @Test func readsEverything() throws {
    let profile = try profile(Self.two)
    // A scalar is what its field wants: here a text.
    #expect(profile.name == "no")
    let outputs = [
      FocusModel.Output(name: "A", width: 800, height: 600, singleScene: true),
      FocusModel.Output(name: "B", width: 640, height: 480, singleScene: false),
    ]
    #expect(profile.outputs == outputs)
    #expect(profile.ranks == [.call: 95, .custom: 0])
    let keys = SystemKeys(pass: KeySet([116]), take: KeySet([113, 0x110]))
    #expect(profile.settings(for: DeviceDescription(name: "keyboard"))?.systemKeys == keys)
  }

  @Test func theFirstRuleThatMatchesCounts() throws {
    let profile = try profile(Self.two)
    let onA = Placement(output: OutputID(rawValue: 0), width: 800, height: 600)
    let onB = Placement(output: OutputID(rawValue: 1), width: 640, height: 480)
    let first = profile.settings(for: panel("left", phys: "p1"))
    #expect(first?.placement == onA && first?.cancel == CancelPolicy.palm)
    let second = profile.settings(for: panel("left", phys: "p2"))
    #expect(second?.placement == onB && second?.cancel == CancelPolicy.neutral(x: 639, y: 479))
    #expect(profile.settings(for: panel("right", phys: "p3"))?.placement == onA)
    // Two outputs: nobody knows where it lies.
    #expect(profile.settings(for: panel("right"))?.placement == nil)
    #expect(profile.settings(for: panel("lid")) == nil)
    // What has no place on a screen gets none, whatever its name.
    let mouse = DeviceDescription(name: "left", phys: "p1")
    #expect(profile.settings(for: mouse)?.placement == nil)
  }

  @Test func theOnlyOutputIsWhereATouchScreenLies() throws {
    let start = "schema: 1\nname: x\noutputs: [{name: A, width: 9, height: 9}]\n"
    let place = Placement(output: OutputID(rawValue: 0), width: 9, height: 9)
    let plain = try profile(start)
    #expect(plain.settings(for: panel("any"))?.placement == place)
    let rule = "input: {touch: [{output: A, cancel: neutral, neutralPoint: [8, 8]}]}"
    let ruled = try profile(start + rule)
    #expect(ruled.settings(for: panel("any"))?.cancel == CancelPolicy.neutral(x: 8, y: 8))
  }

  @Test func everyBoardOfTheRepositoryIsGood() throws {
    let boards = try Repository.files(in: "boards", ending: "")
    #expect(boards.count >= 6)
    for board in boards {
      let name = File.name(of: board)
      let number = name.prefix { ("0"..."9").contains($0) }
      #expect(number.count == 2 && name.hasSuffix(".yaml"), "\(name) is no NN-name.yaml")
      #expect(ProfileSource.check("\(Repository.root)/\(board)") == [])
    }
  }

  @Test func everyExampleOfThePagesIsGood() throws {
    var count = 0
    for page in ["README.md"] + (try Repository.files(in: "docs", ending: ".md")) {
      for example in examples(of: try Repository.text(of: page)) {
        count += 1
        // One that lies in a NAME.d says so in its first line.
        let isDropIn = example.prefix { $0 != "\n" }.contains(".d/")
        do throws(ProfileFailure) {
          let file = try ProfileFile(
            Array(example.utf8), path: page, as: isDropIn ? .dropIn : .profile)
          if !isDropIn, file.extends == nil { _ = try BoardProfile.read(file.tree) }
        } catch {
          Issue.record("\(error), in its example:\n\(example)")
        }
      }
    }
    #expect(count >= 5)
  }

  @Test func thePageHasTheTableOfFields() throws {
    let page = try Repository.text(of: "docs/profile.md")
    #expect(
      page.contains(BoardProfile.referenceTable),
      "the table of docs/profile.md is not the one of ProfileFields: run 'make docs'")
  }

  @Test func everyFieldOfAValueIsFound() {
    #expect(BoardProfile.field(of: "outputs[12].width")?.path == "outputs[].width")
    #expect(BoardProfile.field(of: "ranks.call")?.path == "ranks")
    #expect(BoardProfile.field(of: "ranks")?.path == "ranks")
    #expect(BoardProfile.field(of: "outputs[0].widht") == nil)
    #expect(BoardProfile.nearestField(to: "outputs[].widht") == "outputs[].width")
  }

  /// The blocks of a page that are marked as YAML.
  private func examples(of page: String) -> [String] {
    var examples: [String] = []
    var block: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```yaml" {
        block = []
      } else if line == "```", let lines = block {
        examples.append(lines.joined(separator: "\n"))
        block = nil
      } else {
        block?.append(line)
      }
    }
    return examples
  }
}
