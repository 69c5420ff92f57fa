extension Command {
  /// The manual page of the program with all its subcommands, in roff.
  public func manPage(version: String) -> String {
    var page = """
      .TH \(name.uppercased()) 1 "" "\(name) \(version)"
      .SH NAME
      \(roff(name)) \\- \(roff(summary))
      .SH SYNOPSIS

      """
    let commands = flattened()
    for (typed, command) in commands where command.subcommands.isEmpty {
      page += ".PP\n.B \(roff(command.usage(typed: typed)))\n"
    }
    if !details.isEmpty { page += ".SH DESCRIPTION\n" + verbatim(details) }
    if !subcommands.isEmpty {
      page += ".SH COMMANDS\n"
      for (typed, command) in commands where command.subcommands.isEmpty {
        page += ".SS \(roff(typed))\n\(roff(command.summary))\n"
        if !command.details.isEmpty { page += verbatim(command.details) }
        page += rows(command.positionals.map { ($0.placeholder, $0.help.with($0.choices)) })
        page += rows(command.options.map { ($0.usage, $0.help.with($0.choices)) })
      }
    } else {
      page += rows(positionals.map { ($0.placeholder, $0.help.with($0.choices)) })
    }
    page += ".SH OPTIONS\n"
    page += rows((options + BuiltIn.ofProgram).map { ($0.usage, $0.help.with($0.choices)) })
    let examples = commands.flatMap(\.command.examples)
    if !examples.isEmpty {
      page += ".SH EXAMPLES\n" + verbatim(examples.joined(separator: "\n"))
    }
    return page
  }
}

private func rows(_ rows: [(String, String)]) -> String {
  rows.map { ".TP\n.B \(roff($0.0))\n\(roff($0.1))\n" }.joined()
}

private func verbatim(_ text: String) -> String { ".PP\n.nf\n\(roff(text))\n.fi\n" }

/// Keeps what roff would read as its own: backslashes, dashes, and a full stop
/// or quote at the beginning of a line.
private func roff(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    var result = line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : ""
    for character in line {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return result
  }.joined(separator: "\n")
}
