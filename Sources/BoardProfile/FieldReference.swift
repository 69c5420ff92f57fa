import Spelling

extension BoardProfile {
  /// A field of the profile, for reference pages, help and completion.
  public struct FieldReference: Hashable, Sendable {
    /// As in `outputs[].name`.
    public let path: String
    /// What may stand there, in words.
    public let type: String
    public let isRequired: Bool
    /// What holds where it is left out, in words.
    public let standard: String?
    public let meaning: String
    /// Whether a change of it takes a restart of focusd.
    public let needsRestart: Bool
    /// Whether the names in it are part of a value's path, as in `ranks.call`.
    let hasNames: Bool

    /// The meaning; a default stands behind it in brackets.
    public var help: String { standard.map { "\(meaning) (\($0))" } ?? meaning }
  }

  /// Every field that a profile may have, in the order of the table, those
  /// inside a field behind it.
  public static let fieldReference = rows(
    ProfileFields.board.fields.map(\.info), under: "", needsRestart: false)

  /// The field of a value's path: `outputs[0].width` is `outputs[].width`, and
  /// `ranks.call` is `ranks`.
  public static func field(of path: String) -> FieldReference? {
    var plain = ""
    var isIndex = false
    for character in path {
      if character == "]" { isIndex = false }
      if !isIndex { plain.append(character) }
      if character == "[" { isIndex = true }
    }
    return fieldReference.first { $0.path == plain }
      ?? fieldReference.first { $0.hasNames && plain.hasPrefix($0.path + ".") }
  }

  /// The field that was likely meant.
  public static func nearestField(to path: String) -> String? {
    nearest(to: path, in: fieldReference.map(\.path))
  }

  /// The table of docs/profile.md.
  public static var referenceTable: String {
    var table = "| field | value | default | meaning |\n|---|---|---|---|\n"
    for field in fieldReference {
      let path = field.isRequired ? "**`\(field.path)`**" : "`\(field.path)`"
      let mark = field.needsRestart ? " †" : ""
      table += "| \(path)\(mark) | \(field.type) | \(field.standard ?? "") | \(field.meaning) |\n"
    }
    return table
  }

  private static func rows(
    _ fields: [FieldInfo], under path: String, needsRestart: Bool
  ) -> [FieldReference] {
    fields.flatMap { field in
      let path = path.isEmpty ? field.name : "\(path).\(field.name)"
      let needsRestart = needsRestart || field.needsRestart
      var hasNames = false
      var inner: [FieldReference] = []
      switch field.shape {
      case .mapping(let fields):
        inner = rows(fields, under: path, needsRestart: needsRestart)
      case .list(_, of: .mapping(let fields)):
        inner = rows(fields, under: path + "[]", needsRestart: needsRestart)
      case .names: hasNames = true
      default: break
      }
      let row = FieldReference(
        path: path, type: field.type, isRequired: field.need != .optional,
        standard: field.standard, meaning: field.help, needsRestart: needsRestart,
        hasNames: hasNames)
      return [row] + inner
    }
  }
}
