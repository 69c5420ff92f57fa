/// The fields of a mapping: what may stand there, what it means, how it is
/// read. Decoding, messages and the reference page all come from it.
struct FieldTable<Target>: Sendable {
  let fields: [Field<Target>]

  /// Reads a mapping whole: an unknown field is an error, and so is a missing
  /// one that is required.
  func read(_ node: ProfileNode, into target: inout Target) throws(ProfileError) {
    var missing = Set(fields.filter(\.isRequired).map(\.name))
    for (name, key, value) in try node.fields() {
      guard let field = fields.first(where: { $0.name == name }) else {
        throw key.error("unknown field", word: name, among: fields.map(\.name))
      }
      try field.read(value, &target)
      missing.remove(name)
    }
    if let field = fields.first(where: { missing.contains($0.name) }) {
      throw node.error("'\(field.name)' is missing: \(field.help)", allowed: field.type)
    }
  }

  /// One row for each field, with those inside it.
  func rows(under path: String = "") -> [FieldRow] {
    fields.flatMap { field in
      let path = path.isEmpty ? field.name : "\(path).\(field.name)"
      let row = FieldRow(
        path: path, type: field.type, isRequired: field.isRequired, help: field.help)
      return [row] + field.inner(path)
    }
  }
}

/// A row of the reference.
struct FieldRow: Sendable {
  let path: String
  let type: String
  let isRequired: Bool
  let help: String
}

struct Field<Target>: Sendable {
  typealias Reader = @Sendable (ProfileNode, inout Target) throws(ProfileError) -> Void

  let name: String
  /// What may stand there, in words.
  let type: String
  let isRequired: Bool
  let help: String
  let read: Reader
  /// The rows of the fields inside, given this one's path.
  let inner: @Sendable (String) -> [FieldRow]

  init(
    _ name: String, _ type: String, required: Bool = false, _ help: String,
    inner: @escaping @Sendable (String) -> [FieldRow] = { _ in [] }, read: @escaping Reader
  ) {
    self.name = name
    self.type = type
    isRequired = required
    self.help = help
    self.read = read
    self.inner = inner
  }

  static func text(
    _ name: String, required: Bool = false, _ help: String,
    _ store: @escaping @Sendable (inout Target, String) -> Void
  ) -> Field {
    Field(name, "text", required: required, help) { (node, target) throws(ProfileError) in
      store(&target, try node.text())
    }
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>, required: Bool = false, _ help: String,
    _ store: @escaping @Sendable (inout Target, Int) -> Void
  ) -> Field {
    Field(name, range.words, required: required, help) {
      (node, target) throws(ProfileError) in
      store(&target, try node.integer(in: range))
    }
  }

  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ type: Choice.Type, _ help: String,
    _ store: @escaping @Sendable (inout Target, Choice) -> Void
  ) -> Field where Choice.RawValue == String {
    let words = type.allCases.map(\.rawValue).joined(separator: ", ")
    return Field(name, words, help) { (node, target) throws(ProfileError) in
      store(&target, try node.choice(of: Choice.self))
    }
  }

  /// A mapping with fields of its own.
  static func mapping<Inner: Sendable>(
    _ name: String, _ table: FieldTable<Inner>, from empty: Inner, _ help: String,
    _ store: @escaping @Sendable (inout Target, Inner) -> Void
  ) -> Field {
    Field(
      name, "mapping", help, inner: { table.rows(under: $0) },
      read: { (node, target) throws(ProfileError) in
        var inner = empty
        try table.read(node, into: &inner)
        store(&target, inner)
      })
  }

  /// A list of mappings.
  static func list<Item: Sendable>(
    _ name: String, _ count: ClosedRange<Int>, of table: FieldTable<Item>, from empty: Item,
    required: Bool = false, _ help: String,
    _ store: @escaping @Sendable (inout Target, [Item]) -> Void
  ) -> Field {
    Field(
      name, "list of \(count.words)", required: required, help,
      inner: { table.rows(under: $0 + "[]") },
      read: { (node, target) throws(ProfileError) in
        var items: [Item] = []
        for node in try node.items(count) {
          var item = empty
          try table.read(node, into: &item)
          items.append(item)
        }
        store(&target, items)
      })
  }
}
