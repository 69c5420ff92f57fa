import FoundationEssentials

/// A Varlink interface file, read as far as this one goes.
struct InterfaceFile {
  /// `?[]string`: a type as it is written, without the wrapping.
  indirect enum Kind: Equatable {
    case named(String)
    case optional(Kind)
    case list(Kind)
    case choice([String])
  }

  struct Field: Equatable {
    var name: String
    var kind: Kind
    var isOptional: Bool { if case .optional = kind { true } else { false } }
  }

  struct Member {
    var keyword: String
    var name: String
    var comment: String
    /// Of a type or an error; what a method takes.
    var fields: [Field] = []
    /// Of a type that is an enumeration.
    var choices: [String] = []
    var reply: [Field] = []
    var text: String
  }

  var members: [Member] = []

  func members(_ keyword: String) -> [Member] { members.filter { $0.keyword == keyword } }
  func type(_ name: String) -> Member? { members("type").first { $0.name == name } }

  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  static func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(root)/\(path)"))
  }

  /// Whether generated files are to be written instead of compared.
  static var updates: Bool { ProcessInfo.processInfo.environment["FOCUSD_UPDATE"] != nil }

  static let path = "Sources/ControlAPI/org.focusd.Control.varlink"

  static func control() throws -> InterfaceFile { InterfaceFile(try text(path)) }

  init(_ text: String) {
    // A blank line parts the members; what stands in front of one is about it.
    for block in text.components(separatedBy: "\n\n") {
      let lines = block.split(separator: "\n")
      let comment = lines.prefix { $0.hasPrefix("#") }.map { $0.dropFirst(1).drop { $0 == " " } }
      let body = lines.drop { $0.hasPrefix("#") }.joined(separator: "\n")
      var reader = Reader(body)
      let keyword = reader.word()
      guard ["type", "method", "error"].contains(keyword) else { continue }
      var member = Member(
        keyword: keyword, name: reader.word(),
        comment: comment.map(String.init).joined(separator: "\n"), text: body)
      if keyword == "type", reader.isChoice {
        if case .choice(let names) = reader.kind() { member.choices = names }
      } else {
        member.fields = reader.fields()
      }
      if keyword == "method" {
        reader.skip("->")
        member.reply = reader.fields()
      }
      members.append(member)
    }
  }

  /// Reads from left to right. The file is ours: what it cannot read is a failed test.
  private struct Reader {
    var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func skip(_ token: String = "") {
      rest = rest.drop { $0.isWhitespace }
      if !token.isEmpty, rest.hasPrefix(token) { rest = rest.dropFirst(token.count) }
      rest = rest.drop { $0.isWhitespace }
    }

    mutating func word() -> String {
      skip()
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
      rest = rest.dropFirst(word.count)
      return String(word)
    }

    /// Whether the next parenthesis has names without types.
    var isChoice: Bool {
      var copy = self
      copy.skip("(")
      _ = copy.word()
      copy.skip()
      return copy.rest.hasPrefix(",") || (copy.rest.hasPrefix(")") && !rest.hasPrefix("()"))
    }

    mutating func kind() -> Kind {
      skip()
      if rest.hasPrefix("?") {
        skip("?")
        return .optional(kind())
      }
      if rest.hasPrefix("[]") {
        skip("[]")
        return .list(kind())
      }
      guard rest.hasPrefix("(") else { return .named(word()) }
      skip("(")
      var names: [String] = []
      while !rest.hasPrefix(")"), !rest.isEmpty {
        names.append(word())
        skip(",")
      }
      skip(")")
      return .choice(names)
    }

    mutating func fields() -> [Field] {
      skip("(")
      var fields: [Field] = []
      while !rest.hasPrefix(")"), !rest.isEmpty {
        let name = word()
        skip(":")
        fields.append(Field(name: name, kind: kind()))
        skip(",")
      }
      skip(")")
      return fields
    }
  }
}
