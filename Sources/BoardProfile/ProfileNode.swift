import Spelling

/// A value that a field reads: a node and its path, so that each complaint
/// says where it stands.
struct ProfileNode: Sendable {
  let yaml: YAMLNode
  /// Empty for the whole profile.
  let path: String

  func error(
    _ problem: String, allowed: String = "", meant: String? = nil
  ) -> ProfileError {
    ProfileError(
      file: yaml.file, line: yaml.line, column: yaml.column, path: path, problem: problem,
      allowed: allowed, meant: meant)
  }

  /// A word that has to be one of a few.
  func error(_ problem: String, word: String, among words: [String]) -> ProfileError {
    error(
      problem, allowed: words.joined(separator: ", "), meant: nearest(to: word, in: words))
  }

  func expected(_ what: String) -> ProfileError {
    error("expected \(what), not \(yaml.kind)")
  }

  /// Any text that is not empty and fits a line.
  func text() throws(ProfileError) -> String {
    guard case .scalar(let text) = yaml.content, !text.isEmpty else { throw expected("a text") }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f }) else {
      throw error("the text has control characters")
    }
    return text
  }

  func integer(in range: ClosedRange<Int>) throws(ProfileError) -> Int {
    guard case .scalar(let text) = yaml.content, let value = Int(text) else {
      throw expected("a whole number")
    }
    guard range.contains(value) else {
      throw error("\(value) is out of range", allowed: range.words)
    }
    return value
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    of type: Choice.Type
  ) throws(ProfileError) -> Choice where Choice.RawValue == String {
    let words = type.allCases.map(\.rawValue)
    guard case .scalar(let text) = yaml.content else {
      throw expected("one of \(words.joined(separator: ", "))")
    }
    guard let choice = Choice(rawValue: text) else {
      throw error("'\(text)' is not possible here", word: text, among: words)
    }
    return choice
  }

  func items(_ count: ClosedRange<Int>) throws(ProfileError) -> [ProfileNode] {
    guard case .sequence(let items) = yaml.content else { throw expected("a list") }
    guard count.contains(items.count) else {
      let items = items.count == 1 ? "1 item" : "\(items.count) items"
      throw error("the list has \(items)", allowed: count.words)
    }
    return items.enumerated().map { ProfileNode(yaml: $1, path: "\(path)[\($0)]") }
  }

  /// The fields of a mapping: for each its name, the node of its name and its value.
  func fields() throws(ProfileError) -> [(name: String, key: ProfileNode, value: ProfileNode)] {
    guard case .mapping(let pairs) = yaml.content else { throw expected("a mapping") }
    return pairs.map { pair in
      var name = ""
      if case .scalar(let text) = pair.key.content { name = text }
      let inner = path.isEmpty ? name : "\(path).\(name)"
      return (
        name, ProfileNode(yaml: pair.key, path: inner), ProfileNode(yaml: pair.value, path: inner)
      )
    }
  }
}

/// `true` and `false`; nothing else is either.
enum Truth: String, CaseIterable, Sendable {
  case `true`
  case `false`
}

extension ClosedRange<Int> {
  /// For messages and the reference page: `1…16`, or the one number that there is.
  var words: String {
    lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)…\(upperBound)"
  }
}
