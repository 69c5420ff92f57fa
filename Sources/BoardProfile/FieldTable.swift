/// The fields of a mapping: what may stand there, what it means, how it is
/// read. Decoding, messages, the JSON Schema, the reference page, `focusctl
/// board explain` and its completion all come from it.
struct FieldTable<Target>: Sendable {
  let fields: [Field<Target>]

  /// Reads a mapping whole: an unknown field is an error, and so is a missing
  /// one that is required. Goes on after an error, so that all are told.
  func read(_ node: ProfileNode, into target: inout Target, _ reading: inout Reading) {
    var missing = Set(fields.map(\.info).filter(reading.asksFor).map(\.name))
    do throws(ProfileError) {
      for (name, key, value) in try node.fields() {
        guard let field = fields.first(where: { $0.info.name == name }) else {
          let names = fields.map(\.info.name)
          reading.errors.append(key.error("unknown field", word: name, among: names))
          continue
        }
        field.read(value, &target, &reading)
        missing.remove(name)
      }
      for info in fields.map(\.info) where missing.contains(info.name) {
        reading.errors.append(
          node.error("'\(info.name)' is missing: \(info.help)", allowed: info.type))
      }
    } catch {
      reading.errors.append(error)
    }
  }
}

/// What reading has come across.
struct Reading {
  var errors: [ProfileError] = []
  /// Whether the rest of the profile may stand in another file.
  var isPartial = false

  func asksFor(_ field: FieldInfo) -> Bool {
    switch field.need {
    case .optional: false
    case .required: !isPartial
    case .inEachFile: true
    }
  }
}
