/// A profile and where it came from.
public struct LoadedProfile: Sendable {
  /// A file that is not heeded since it is wrong; everything else is.
  public struct LeftOut: Hashable, Sendable {
    public var path: String
    /// Never empty.
    public var errors: [ProfileError]
  }

  public let profile: BoardProfile
  /// The file that was chosen.
  public let file: String
  /// Why it was chosen.
  public let reason: String
  /// All files that it came together from, the lowest first.
  public let files: [String]
  public internal(set) var leftOut: [LeftOut]
  /// Everything that the profile says, and the defaults, in the reference's order.
  public let values: [ProfileValue]
}

/// One value of a profile and where it came from.
public struct ProfileValue: Hashable, Sendable {
  public enum Origin: Hashable, Sendable, CustomStringConvertible {
    case file(String, line: Int)
    /// No file says anything.
    case standard

    public var description: String {
      switch self {
      case .file(let file, let line): "\(file):\(line)"
      case .standard: "default"
      }
    }
  }

  /// As in `outputs[0].width`.
  public var path: String
  public var text: String
  public var origin: Origin

  static func all(of tree: YAMLNode) -> [ProfileValue] {
    values(.mapping(ProfileFields.board.fields.map(\.info)), tree, "")
  }

  private static func values(
    _ shape: FieldShape, _ node: YAMLNode, _ path: String
  ) -> [ProfileValue] {
    let inner = { (name: String) in path.isEmpty ? name : "\(path).\(name)" }
    switch (shape, node.content) {
    case (.mapping(let fields), .mapping):
      return fields.flatMap { field in
        if let value = node.field(field.name) {
          return values(field.shape, value, inner(field.name))
        }
        return standards(field, inner(field.name))
      }
    case (.names(let names, let shape, let standard), .mapping):
      return names.flatMap { name in
        if let value = node.field(name) { return values(shape, value, inner(name)) }
        return standard[name].map { [.init(path: inner(name), text: $0, origin: .standard)] } ?? []
      }
    case (.list(_, .mapping(let fields)), .sequence(let items)) where !items.isEmpty:
      return items.enumerated().flatMap { index, item in
        values(.mapping(fields), item, "\(path)[\(index)]")
      }
    default:
      return [.init(path: path, text: node.text, origin: .file(node.file, line: node.line))]
    }
  }

  private static func standards(_ field: FieldInfo, _ path: String) -> [ProfileValue] {
    if let standard = field.standard {
      return [.init(path: path, text: standard, origin: .standard)]
    }
    guard case .names(let names, _, let standard) = field.shape else { return [] }
    return names.compactMap { name in
      standard[name].map { .init(path: "\(path).\(name)", text: $0, origin: .standard) }
    }
  }
}

extension YAMLNode {
  /// In one line, as YAML's flow style has it.
  fileprivate var text: String {
    switch content {
    case .scalar(let text): text
    case .sequence(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .mapping(let pairs):
      "{" + pairs.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }
}
