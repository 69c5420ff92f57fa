/// A JSON value that keeps the order of its members.
enum JSONText {
  case word(String)
  case number(Int)
  case truth(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  static func words(_ words: [String]) -> JSONText { .list(words.map { .word($0) }) }

  /// Indented; lists of words stand in one line.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .word(let text): return JSONText.quoted(text)
    case .number(let number): return "\(number)"
    case .truth(let isTrue): return "\(isTrue)"
    case .list(let items):
      return "[" + items.map { $0.text(indent: inner) }.joined(separator: ", ") + "]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { "\(inner)\(JSONText.quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
