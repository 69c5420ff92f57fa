import InputGate

/// Reads scenario files. `load` gives the text of another file by its path
/// from the top of the repository, or nil.
public struct ScenarioParser {
  private let file: String
  private let load: (String) -> String?
  private(set) var scenario: Scenario
  private var time: Int64 = 0
  /// An expectation that goes on in the next line.
  private var unfinished = ""

  /// Reads one file.
  public static func parse(
    _ text: String, file: String, load: @escaping (String) -> String?
  ) throws(TextError) -> Scenario {
    var parser = ScenarioParser(file: file, load: load, scenario: Scenario(file: file))
    let lines = text.lines
    for (index, line) in lines.enumerated() {
      do throws(Complaint) {
        try parser.take(ScenarioParser.withoutComment(line).trimmed, number: index + 1)
      } catch {
        throw error.at(file, index + 1)
      }
    }
    do throws(Complaint) { try parser.finish() } catch { throw error.at(file, lines.count) }
    return parser.scenario
  }

  private init(file: String, load: @escaping (String) -> String?, scenario: Scenario) {
    self.file = file
    self.load = load
    self.scenario = scenario
  }

  /// Cuts from a `#` at the start or after a blank: `id#1` is none.
  private static func withoutComment(_ line: Substring) -> Substring {
    var isAfterBlank = true
    for index in line.indices {
      if line[index] == "#", isAfterBlank { return line[..<index] }
      isAfterBlank = line[index] == " " || line[index] == "\t"
    }
    return line
  }

  private mutating func take(_ line: Substring, number: Int) throws(Complaint) {
    guard !line.isEmpty else { return }
    if !unfinished.isEmpty || line.hasPrefix("expect ") {
      unfinished += (unfinished.isEmpty ? "" : " ") + line
      guard !unfinished.hasSuffix(",") else { return }
      let whole = unfinished
      unfinished = ""
      return try expect(whole.dropFirst("expect ".count).trimmed, number)
    }
    let words = line.words
    switch words[0] {
    case "at": try step(line, words, number)
    case "then": try step(line, words, number)
    case "lost": try lose(line.dropFirst("lost".count))
    default:
      if scenario.title.isEmpty {
        scenario.title = String(line)
      } else {
        guard scenario.steps.isEmpty else {
          throw Complaint("'\(words[0])' begins no step; known are at, then, lost and expect")
        }
        try setting(line)
      }
    }
  }

  private mutating func finish() throws(Complaint) {
    guard unfinished.isEmpty else { throw Complaint("the expectation goes on after its comma") }
    guard !scenario.title.isEmpty else { throw Complaint("there is no title line") }
    guard !scenario.devices.isEmpty else { throw Complaint("there is no 'device' line") }
    guard !scenario.steps.isEmpty else { throw Complaint("there is no step") }
    if scenario.settings.cancels.isEmpty {
      let settings = scenario.settings
      scenario.settings.cancels = [
        .palm, .neutral(x: max(0, settings.width - 2), y: max(0, settings.height - 2)),
      ]
    }
  }

  // MARK: Settings

  private mutating func setting(_ line: Substring) throws(Complaint) {
    guard let colon = line.firstIndex(of: ":") else {
      throw Complaint("expected a setting, as in 'cancel: palm', or a step, as in 'at 0 …'")
    }
    let key = line[..<colon].words
    let value = line[line.index(after: colon)...].trimmed
    switch key.joined(separator: " ") {
    case "cases": scenario.cases = try SettingText.cases(value)
    case "output": try SettingText.output(value, into: &scenario.settings)
    case "scenes": scenario.settings.isSingleScene = try SettingText.isSingle(value)
    case "cancel":
      scenario.settings.cancels = try SettingText.cancels(value, scenario.settings)
    case "pure only": scenario.pureOnly = String(value)
    case "system keys pass": scenario.settings.systemKeys.pass = try SettingText.keys(value)
    case "system keys take": scenario.settings.systemKeys.take = try SettingText.keys(value)
    default:
      guard key.count == 2, key[0] == "device" else {
        throw Complaint(
          "unknown setting '\(line[..<colon])'; known are cases, output, scenes, cancel, "
            + "system keys pass, system keys take, pure only and device LABEL")
      }
      try addDevice(String(key[1]), value)
    }
  }

  private mutating func addDevice(_ label: String, _ value: Substring) throws(Complaint) {
    guard !["palm", "neutral", "source"].contains(label) else {
      throw Complaint("'\(label)' has a meaning in expectations: take another label")
    }
    guard !scenario.devices.contains(where: { $0.label == label }) else {
      throw Complaint("there is a device '\(label)' already")
    }
    let words = value.words
    var description: DeviceDescription
    if words.count == 2, words[0] == "file" {
      description = try describe(String(words[1]))
      description.phys = "scenario/" + label
    } else {
      description = try SettingText.shape(words).description(label: label)
    }
    scenario.devices.append(.init(label: label, description: description))
  }

  private func describe(_ path: String) throws(Complaint) -> DeviceDescription {
    guard let text = load(path) else {
      throw Complaint("cannot read '\(path)'; paths are from the top of the repository")
    }
    let evemu: EvemuFile
    do throws(TextError) {
      evemu = try EvemuFile(parsing: text, file: path)
    } catch {
      throw Complaint(error.description)
    }
    guard let found = evemu.description else { throw Complaint("'\(path)' describes no device") }
    return found
  }

  // MARK: Steps

  private mutating func step(
    _ line: Substring, _ words: [Substring], _ number: Int
  ) throws(Complaint) {
    var rest = line.dropFirst(words[0].count).trimmed
    if words[0] == "at" {
      guard words.count > 1, let milliseconds = Int64(words[1]),
        (0...3_600_000).contains(milliseconds)
      else { throw Complaint("expected milliseconds after 'at', as in 'at 20 key A down'") }
      guard milliseconds * 1000 >= time else { throw Complaint("time goes back here") }
      time = milliseconds * 1000
      rest = rest.dropFirst(words[1].count).trimmed
    } else {
      time += 20_000
    }
    let action = try ActionText(devices: scenario.devices).action(rest)
    scenario.steps.append(
      Step(line: number, text: String(line), time: Timestamp(microseconds: time), action: action))
  }

  private mutating func lose(_ text: Substring) throws(Complaint) {
    guard let last = scenario.steps.last, case .drop(let device, let frames) = last.action else {
      throw Complaint("'lost' belongs to a 'drop' step")
    }
    let (found, movements) = try ActionText(devices: scenario.devices).frame(text.trimmed)
    guard frames.isEmpty || found == device else {
      throw Complaint("one drop concerns one device")
    }
    scenario.steps[scenario.steps.count - 1].action = .drop(
      device: found, frames + [movements])
  }

  private mutating func expect(_ text: Substring, _ number: Int) throws(Complaint) {
    guard !scenario.steps.isEmpty else { throw Complaint("there is no step before it") }
    let parsed = try ExpectationText(devices: scenario.devices).expectation(text, line: number)
    scenario.steps[scenario.steps.count - 1].expectations.append(parsed)
  }
}
