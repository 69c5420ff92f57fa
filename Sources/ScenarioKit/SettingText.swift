import InputGate

/// Reads the values of a scenario's settings.
enum SettingText {
  static func cases(_ value: Substring) throws(Complaint) -> [Scenario.Case] {
    var result: [Scenario.Case] = []
    for part in value.split(separator: ",") {
      let words = part.words
      guard words.count == 2, ["input", "lifecycle", "display"].contains(words[0]) else {
        throw Complaint("'\(part.trimmed)' is no case: expected one as in 'input 20a'")
      }
      result.append(.init(area: String(words[0]), number: String(words[1])))
    }
    return result
  }

  static func output(
    _ value: Substring, into settings: inout Scenario.Settings
  ) throws(Complaint) {
    let words = value.words
    guard words.count == 2 else {
      throw Complaint("expected a name and a size, as in 'Virtual-1 1024x768'")
    }
    settings.output = String(words[0])
    (settings.width, settings.height) = try size(words[1])
  }

  static func isSingle(_ value: Substring) throws(Complaint) -> Bool {
    switch value {
    case "single": return true
    case "several": return false
    default: throw Complaint("'\(value)' is no number of scenes; known are single, several")
    }
  }

  static func cancels(
    _ value: Substring, _ settings: Scenario.Settings
  ) throws(Complaint) -> [CancelPolicy] {
    var result: [CancelPolicy] = []
    var words = value.words[...]
    while let word = words.popFirst() {
      switch word {
      case "or": continue
      case "palm": result.append(.palm)
      case "neutral":
        guard let x = words.popFirst().flatMap({ Int32($0) }),
          let y = words.popFirst().flatMap({ Int32($0) }),
          Rect(x: 0, y: 0, width: settings.width, height: settings.height).contains(x: x, y: y)
        else { throw Complaint("expected a pixel of the output after 'neutral'") }
        result.append(.neutral(x: x, y: y))
      default:
        throw Complaint("'\(word)' is no cancel policy; known are palm, neutral X Y")
      }
    }
    guard !result.isEmpty else { throw Complaint("expected palm or neutral X Y") }
    return result
  }

  static func keys(_ value: Substring) throws(Complaint) -> KeySet {
    var result = KeySet()
    for word in value.split(whereSeparator: { $0 == " " || $0 == "," }) {
      guard let code = EventNames.key(word) else { throw Complaint("there is no key '\(word)'") }
      result[code] = true
    }
    return result
  }

  static func shape(_ words: [Substring]) throws(Complaint) -> DeviceShape {
    switch (words.first, words.count) {
    case ("keyboard", 1): return .keyboard
    case ("mouse", 1): return .mouse
    case ("gamepad", 1): return .gamepad
    case ("combined", 1): return .combined
    case ("touch-single", 2):
      let (width, height) = try size(words[1])
      return .touchSingle(width: width, height: height)
    case ("touch-a", 2):
      let (width, height) = try size(words[1])
      return .touchA(width: width, height: height)
    case ("touch-b", 4), ("touchpad", 4):
      guard let slots = Int(words[1]), (1...100).contains(slots), words[2].hasPrefix("slot") else {
        throw Complaint("expected 1 to 100 slots, as in '\(words[0]) 5 slots 1024x768'")
      }
      let (width, height) = try size(words[3])
      return words[0] == "touchpad"
        ? .touchpad(slots: slots, width: width, height: height)
        : .touchB(slots: slots, width: width, height: height)
    default:
      throw Complaint(
        "unknown device; known are keyboard, mouse, gamepad, combined, touch-b N slots WxH, "
          + "touch-single WxH, touch-a WxH, touchpad N slots WxH and file PATH")
    }
  }

  private static func size(_ word: Substring) throws(Complaint) -> (Int32, Int32) {
    let parts = word.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int32(parts[0]), let height = Int32(parts[1]),
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { throw Complaint("'\(word)' is no size, as in 1024x768") }
    return (width, height)
  }
}
