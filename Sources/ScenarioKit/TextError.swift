/// What is wrong with a text file, and where.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counts from 1.
  public var line: Int
  public var reason: String

  public init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  public var description: String { "\(file):\(line): \(reason)" }
}

/// Why a piece of a line cannot be read or played; who knows the place adds it.
public struct Complaint: Error, Hashable, Sendable, CustomStringConvertible {
  public let reason: String
  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }

  public func at(_ file: String, _ line: Int) -> TextError {
    TextError(file: file, line: line, reason: reason)
  }
}

extension StringProtocol {
  /// The words between blanks.
  var words: [SubSequence] { split { $0 == " " || $0 == "\t" } }

  /// Without blanks at both ends.
  var trimmed: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }

  /// Line by line, blank lines included, so that an index tells the number.
  var lines: [SubSequence] { split(omittingEmptySubsequences: false) { $0.isNewline } }
}

/// The given names, for an error that says what is allowed.
func list(_ names: some Sequence<String>) -> String { names.joined(separator: ", ") }
