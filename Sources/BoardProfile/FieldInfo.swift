/// What a field is: everything but how it is read.
struct FieldInfo: Sendable {
  enum Need: Sendable {
    case optional
    /// In the profile as a whole, whichever file it comes from.
    case required
    case inEachFile
  }

  let name: String
  let shape: FieldShape
  var words: String?
  var need = Need.optional
  /// What holds where the field is left out, in words.
  var standard: String?
  let help: String
  /// Whether a change of it, or of what is inside, takes a restart of focusd.
  var needsRestart = false

  /// What may stand there, in words.
  var type: String { words ?? shape.words }
}

/// What may stand at a field.
indirect enum FieldShape: Sendable {
  case text
  /// `true` or `false`.
  case truth
  case integer(ClosedRange<Int>)
  case choice([String])
  case list(ClosedRange<Int>, of: FieldShape)
  case mapping([FieldInfo])
  /// A mapping whose keys are out of a list of names, with what holds for
  /// those that are left out.
  case names([String], of: FieldShape, standard: [String: String])

  var words: String {
    switch self {
    case .text: "text"
    case .truth: "true, false"
    case .integer(let range): range.words
    case .choice(let words): words.joined(separator: ", ")
    case .list(let count, _): "list of \(count.words)"
    case .mapping, .names: "mapping"
    }
  }
}
