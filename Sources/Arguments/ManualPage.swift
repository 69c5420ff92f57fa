/// A manual page, written in roff's man macros from top to bottom.
public struct ManualPage: Sendable {
  /// What there is of it so far.
  public private(set) var roff: String
  /// Right behind a heading no paragraph is begun.
  private var isAfterHeading = false

  /// - Parameters:
  ///   - source: what it belongs to, with the version.
  ///   - summary: one line, without a full stop.
  public init(_ name: String, section: Int, source: String, summary: String) {
    roff = ".TH \(escaped(name.uppercased())) \(section) \"\" \"\(source)\"\n"
    heading("NAME")
    roff += "\(escaped(name)) \\- \(escaped(summary))\n"
  }

  public mutating func heading(_ title: String) {
    roff += ".SH \(escaped(title))\n"
    isAfterHeading = true
  }

  public mutating func subheading(_ title: String) {
    roff += ".SS \(escaped(title))\n"
    isAfterHeading = true
  }

  /// A line in bold.
  public mutating func command(_ line: String) {
    paragraph()
    roff += ".B \(escaped(line))\n"
  }

  /// Paragraphs, apart by empty lines, are filled; lines that begin with a
  /// space stay as they are.
  public mutating func text(_ text: String) {
    var verbatim = false
    paragraph()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(" ") != verbatim, !line.isEmpty {
        verbatim.toggle()
        roff += verbatim ? ".nf\n" : ".fi\n"
      }
      if line.isEmpty {
        paragraph()
      } else {
        roff += verbatim ? escaped(line) + "\n" : filled(line)
      }
    }
    if verbatim { roff += ".fi\n" }
    isAfterHeading = false
  }

  /// Terms and what they mean.
  public mutating func rows(_ rows: [(String, String)]) {
    for (term, meaning) in rows { roff += ".TP\n.B \(escaped(term))\n\(filled(meaning))" }
    if !rows.isEmpty { isAfterHeading = false }
  }

  /// Lines that stay as they are.
  public mutating func lines(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    paragraph()
    roff += ".nf\n" + lines.map { escaped($0) + "\n" }.joined() + ".fi\n"
  }

  /// A section of terms, left out where there are none.
  public mutating func section(_ title: String, _ rows: [(String, String)]) {
    guard !rows.isEmpty else { return }
    heading(title)
    self.rows(rows)
  }

  /// A section that names other pages, as `focusd(8)`.
  public mutating func seeAlso(_ pages: [String]) {
    guard !pages.isEmpty else { return }
    heading("SEE ALSO")
    roff += escaped(pages.joined(separator: ", ")) + "\n"
  }

  private mutating func paragraph() {
    if !isAfterHeading { roff += ".PP\n" }
    isAfterHeading = false
  }
}

/// Lines of less than 80 bytes, which roff joins again.
private func filled(_ text: some StringProtocol) -> String {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.utf8.count + word.utf8.count < 72 {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append(String(word))
    }
  }
  return lines.map { escaped($0) + "\n" }.joined()
}

/// Keeps what roff would read as its own, and what typesetting would change:
/// backslashes, dashes, quotes, and a full stop at the beginning of a line.
private func escaped(_ text: some StringProtocol) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    var result = line.hasPrefix(".") ? "\\&" : ""
    for character in line {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case "→": result += "\\(->"
      default:
        if character.isASCII {
          result.append(character)
        } else {
          for scalar in character.unicodeScalars {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
          }
        }
      }
    }
    return result
  }.joined(separator: "\n")
}
