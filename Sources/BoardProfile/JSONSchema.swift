extension BoardProfile {
  /// A JSON Schema (2020-12) of a profile's file, for editors and CI.
  ///
  /// It sees a file alone, as YAML 1.2 reads it. What is about two fields (is
  /// the output there, is the point inside) and about several files only
  /// `focusctl board check` sees.
  public static var jsonSchema: String {
    let fields = ProfileFields.board.fields.map(\.info)
    // A profile that extends another has the rest from there.
    let whole = fields.filter { $0.need != .optional }.map(\.name)
    let alone: JSONText = .object([
      ("required", .words(whole)),
      ("properties", .object(fields.compactMap(neededInside))),
    ])
    let extending: JSONText = .object([
      ("required", .words(fields.filter { $0.need == .inEachFile }.map(\.name)))
    ])
    let root: JSONText = .object([
      ("$schema", .word("https://json-schema.org/draft/2020-12/schema")),
      ("title", .word("focusd board profile")),
      ("type", .word("object")),
      ("properties", .object(fields.map { ($0.name, schema(of: $0)) })),
      ("additionalProperties", .truth(false)),
      ("if", .object([("required", .words(["extends"]))])),
      ("then", extending),
      ("else", alone),
    ])
    return root.text() + "\n"
  }

  /// What a mapping of the profile has to have in it, once all is together.
  private static func neededInside(_ field: FieldInfo) -> (String, JSONText)? {
    guard case .mapping(let inner) = field.shape else { return nil }
    let names = inner.filter { $0.need != .optional }.map(\.name)
    return names.isEmpty ? nil : (field.name, .object([("required", .words(names))]))
  }

  private static func schema(of field: FieldInfo) -> JSONText {
    var members = members(of: field.shape, isItem: false)
    members.append(("description", .word(field.help)))
    if case .choice = field.shape, let standard = field.standard {
      members.append(("default", .word(standard)))
    }
    if case .truth = field.shape, let standard = field.standard {
      members.append(("default", .truth(standard == "true")))
    }
    return .object(members)
  }

  /// - Parameter isItem: whether it is the item of a list, which is whole in one file.
  private static func members(of shape: FieldShape, isItem: Bool) -> [(String, JSONText)] {
    switch shape {
    case .text:
      // A field that wants a text takes a number or a truth as its text.
      return [
        ("type", .words(["string", "number", "boolean"])),
        ("pattern", .word("^[^\\u0000-\\u001f\\u007f]+$")),
      ]
    case .truth:
      return [("type", .word("boolean"))]
    case .integer(let range):
      return [
        ("type", .word("integer")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]
    case .choice(let words):
      return [("enum", .words(words))]
    case .list(let count, let item):
      return [
        ("type", .word("array")), ("minItems", .number(count.lowerBound)),
        ("maxItems", .number(count.upperBound)),
        ("items", .object(members(of: item, isItem: true))),
      ]
    case .mapping(let fields):
      let needed = fields.filter { $0.need != .optional }.map(\.name)
      return [
        ("type", .word("object")),
        ("properties", .object(fields.map { ($0.name, schema(of: $0)) })),
        ("additionalProperties", .truth(false)),
      ] + (isItem && !needed.isEmpty ? [("required", .words(needed))] : [])
    case .names(let names, let value, _):
      return [
        ("type", .word("object")), ("propertyNames", .object([("enum", .words(names))])),
        ("additionalProperties", .object(members(of: value, isItem: false))),
      ]
    }
  }
}
