/// A piece of a YAML document and where it stands. Scalars keep their text:
/// what they mean is said by the field that reads them.
struct YAMLNode {
  enum Content {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  let content: Content
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
}
