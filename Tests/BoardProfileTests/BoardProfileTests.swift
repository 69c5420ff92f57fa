import FocusModel
import Glibc
import InputGate
import Testing

@testable import BoardProfile

@Suite struct BoardProfileTests {
  /// The clone.
  private static let root: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/")
  }()

  private func profile(_ text: String) throws -> BoardProfile {
    try BoardProfile.read(Array(text.utf8), file: "b.yaml")
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

  @Test func everyBoardOfTheRepositoryIsRead() throws {
    let directory = Self.root + "/boards"
    let listing = try #require(opendir(directory))
    defer { closedir(listing) }
    var count = 0
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      #expect(name.hasSuffix(".yaml"))
      #expect(throws: Never.self) { try BoardProfile.load(path: "\(directory)/\(name)") }
      count += 1
    }
    #expect(count >= 4)
  }

  @Test func thePageListsEveryFieldAndItsExamplesAreRead() throws {
    let page = try text(of: Self.root + "/docs/profile.md")
    var reference = "| field | value | meaning |\n|---|---|---|\n"
    for row in ProfileFields.board.rows() {
      let path = row.isRequired ? "**`\(row.path)`**" : "`\(row.path)`"
      reference += "| \(path) | \(row.type) | \(row.help) |\n"
    }
    #expect(page.contains(reference), "docs/profile.md should have this table:\n\(reference)")
    let examples = examples(of: page)
    #expect(!examples.isEmpty)
    for example in examples { _ = try profile(example) }
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

  private func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
