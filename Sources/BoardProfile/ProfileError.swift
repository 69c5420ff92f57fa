/// What is wrong with a profile, where, and what would be right.
public struct ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// From 1; 0 where the file could not be read at all.
  public var line: Int
  public var column: Int
  /// The field, as in `outputs[0].width`; empty where it is about the text itself.
  public var path = ""
  public var problem: String
  /// What may stand there, in words; empty where that says nothing.
  public var allowed = ""
  /// The allowed word that was likely meant.
  public var meant: String?

  /// `file:line:column: path: problem; allowed: …; did you mean '…'?`
  public var description: String {
    var text = line == 0 ? "\(file): " : "\(file):\(line):\(column): "
    if !path.isEmpty { text += "\(path): " }
    text += problem
    if !allowed.isEmpty { text += "; allowed: \(allowed)" }
    if let meant { text += "; did you mean '\(meant)'?" }
    return text
  }
}

/// Why there is no profile: all that is wrong, never nothing.
public struct ProfileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var errors: [ProfileError]

  /// Sorts them by where they stand.
  public init(_ errors: [ProfileError]) {
    let files = errors.map(\.file)
    let place = { (error: ProfileError) in
      (files.firstIndex(of: error.file) ?? 0, error.line, error.column)
    }
    self.errors = errors.sorted { place($0) < place($1) }
  }

  /// A line for each.
  public var description: String {
    errors.map(\.description).joined(separator: "\n")
  }
}
