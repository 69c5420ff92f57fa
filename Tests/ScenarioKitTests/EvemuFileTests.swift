import InputGate
import ScenarioKit
import Testing

@Suite struct EvemuFileTests {
  static let example = """
    # EVEMU 1.3
    N: A panel: with a colon # and more
    I: 0018 04f3 010c 0110
    P: 02 00 00 00
    B: 00 0b 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 02
    B: 03 03 00
    A: 00 0 1279 1 2 3
    A: 01 -5 767 0 0
    L: 01 1
    S: 05 1
    E: 0.000001 0003 0035 0605\t# EV_ABS
    E: 1.5 0003 0000 -001
    E: 1.500000 0000 0000 0000
    """

  @Test func readsADescription() throws {
    let file = try EvemuFile(parsing: EvemuFileTests.example, file: "x")
    let description = try #require(file.description)
    #expect(description.name == "A panel: with a colon # and more")
    #expect(
      description.identity
        == DeviceIdentity(bus: 0x18, vendor: 0x4f3, product: 0x10c, version: 0x110))
    #expect(description.properties == [InputProperty.direct])
    #expect(description.codes == [EV.key: [65], EV.abs: [0, 1]])
    #expect(
      description.axes[0] == AxisInfo(minimum: 0, maximum: 1279, fuzz: 1, flat: 2, resolution: 3))
    #expect(description.axes[1] == AxisInfo(minimum: -5, maximum: 767))
    #expect(file.leds == [1: 1])
    #expect(file.switches == [5: 1])
  }

  @Test("values are decimal, types and codes hex, times in seconds")
  func readsEvents() throws {
    let file = try EvemuFile(parsing: EvemuFileTests.example, file: "x")
    #expect(
      file.events.map(\.event) == [
        InputEvent(3, 0x35, 605), InputEvent(3, 0, -1), .report,
      ])
    #expect(file.events.map(\.time.microseconds) == [1, 1_500_000, 1_500_000])
    #expect(file.frames.count == 1)
    #expect(file.frames[0].events.count == 2)
  }

  @Test func recordingWithoutHeader() throws {
    let file = try EvemuFile(
      parsing: "E: 1332938253.689858 0002 0008 19\nE: 1332938253.689861 0000 0000 0\n", file: "x")
    #expect(file.description == nil)
    #expect(file.events[0].time.microseconds == 1_332_938_253_689_858)
    let inferred = file.inferredDescription(name: "wheel")
    #expect(inferred.codes == [EV.rel: [8]])
  }

  @Test(
    "errors name the line",
    arguments: [
      ("E: 0.1 0003 0035", 1), ("\nE: 0.1 0003 0035 x", 2), ("# c\n\nE: -1 0003 0035 1", 3),
      ("E: 99999999999999999999 0 0 0", 1), ("E: 0.-5 0 0 0", 1), ("E: 0.1 00003x 0 0", 1),
      ("E: 0.1 10000 0 0", 1), ("E: 0.1 3 0 2147483648", 1), ("N: x\nI: 0018 0000", 2),
      ("I: zz 0 0 0", 1), ("P: 1ff", 1), ("B: 30 00", 1), ("B:", 1), ("A: 40 0 1 0 0 0", 1),
      ("A: 00 0 1", 1), ("S: 01", 1), ("Q: what", 1), ("what", 1), ("E", 1),
    ])
  func errors(_ text: String, _ line: Int) {
    do {
      _ = try EvemuFile(parsing: text, file: "x")
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.line == line)
      #expect(error.description.hasPrefix("x:\(line): "))
    }
  }

  @Test func pastTheLastCode() {
    let line = "B: 01" + String(repeating: " 00", count: 96)
    #expect(throws: Never.self) { try EvemuFile(parsing: line, file: "x") }
    #expect(throws: TextError.self) { try EvemuFile(parsing: line + " 01", file: "x") }
  }

  @Test("what is written is read as the same", arguments: CorpusTests.recordings)
  func roundTrip(_ path: String) throws {
    let file = try CorpusTests.parse(path)
    var text = file.description.map(EvemuWriter.header) ?? ""
    for event in file.events { text += EvemuWriter.line(event) + "\n" }
    let again = try EvemuFile(parsing: text, file: "x")
    #expect(again.description == file.description)
    #expect(again.events == file.events)
  }

  @Test("no text crashes it")
  func fuzz() {
    var chance = SplitMix64(seed: 2)
    let letters = Array("EIPBALSN:. 0123456789abcdefx-#\t\r\n\u{2028}é\u{0}".unicodeScalars)
    for _ in 0..<2000 {
      let count = chance.pick(0..<80)
      var text = ""
      for _ in 0..<count { text.unicodeScalars.append(chance.pick(letters)) }
      _ = try? EvemuFile(parsing: text, file: "x")
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
      _ = try? EvemuFile(parsing: String(decoding: bytes, as: UTF8.self), file: "x")
    }
  }

  @Test("damaged files are read or refused")
  func damaged() throws {
    var chance = SplitMix64(seed: 3)
    let whole = Array(EvemuFileTests.example.utf8)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<chance.pick(1..<6) {
        bytes[chance.pick(0..<bytes.count)] = UInt8(chance.pick(9..<127))
      }
      _ = try? EvemuFile(parsing: String(decoding: bytes, as: UTF8.self), file: "x")
    }
  }
}
