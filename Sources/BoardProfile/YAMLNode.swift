/// A piece of a YAML document and where it stands. Scalars keep their text:
/// what they mean is said by the field that reads them.
struct YAMLNode: Sendable {
  enum Content: Sendable {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  let content: Content
  /// What messages call it; a profile may have come together from several.
  let file: String
  /// From 1, as editors count.
  let line: Int
  let column: Int

  /// For messages.
  var kind: String {
    switch content {
    case .scalar(let text): text.isEmpty ? "nothing" : "'\(text)'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The value of a field; nil in anything but a mapping that has it.
  func field(_ name: String) -> YAMLNode? {
    guard case .mapping(let pairs) = content else { return nil }
    return pairs.first { $0.key.isWord(name) }?.value
  }

  func isWord(_ word: String) -> Bool {
    guard case .scalar(let text) = content else { return false }
    return text == word
  }

  /// This node with `other` laid over it: two mappings become one, key by key
  /// and at any depth; of all else, lists as well, the upper one stands.
  func overlaid(by other: YAMLNode) -> YAMLNode {
    guard case .mapping(var pairs) = content, case .mapping(let above) = other.content else {
      return other
    }
    for pair in above {
      guard case .scalar(let name) = pair.key.content,
        let place = pairs.firstIndex(where: { $0.key.isWord(name) })
      else {
        pairs.append(pair)
        continue
      }
      pairs[place] = (pair.key, pairs[place].value.overlaid(by: pair.value))
    }
    return YAMLNode(
      content: .mapping(pairs), file: other.file, line: other.line, column: other.column)
  }

  func without(_ names: [String]) -> YAMLNode {
    guard case .mapping(let pairs) = content else { return self }
    let rest = pairs.filter { pair in !names.contains { pair.key.isWord($0) } }
    return YAMLNode(content: .mapping(rest), file: file, line: line, column: column)
  }
}
