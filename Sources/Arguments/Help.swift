extension Command {
  /// The help of the program or of a subcommand.
  ///
  /// - Parameter path: names of subcommands, as `Parsed.path` has them.
  public func help(for path: [String] = []) -> String {
    let chain = commands(along: path)
    guard let command = chain.last else { return "" }
    let typed = chain.map(\.name).joined(separator: " ")
    var text = "\(command.summary.sentence)\n\nUsage: \(command.usage(typed: typed))\n"
    if !command.details.isEmpty { text += "\n\(command.details)\n" }
    text += section("Commands", command.subcommands.map { ($0.name, $0.summary) })
    text += section(
      "Arguments", command.positionals.map { ($0.placeholder, $0.help.with($0.choices)) })
    text += section("Options", command.options.map { ($0.usage, $0.help.with($0.choices)) })
    let outer = chain.dropLast().reversed().flatMap(\.options)
    let builtIn = path.isEmpty ? BuiltIn.ofProgram : [BuiltIn.help]
    text += section("Everywhere", (outer + builtIn).map { ($0.usage, $0.help.with($0.choices)) })
    if path.isEmpty { text += section("Exit status", manual.exitStatus) }
    if !command.examples.isEmpty {
      text += "\nExamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }
    return text
  }

  /// The program and the subcommands down to the last name.
  private func commands(along path: [String]) -> [Command] {
    var chain = [self]
    for name in path {
      guard let next = chain.last?.subcommands.first(where: { $0.name == name }) else { break }
      chain.append(next)
    }
    return chain
  }

  func usage(typed: String) -> String {
    var words = [typed]
    words += options.map { "[\($0.usage)]\($0.repeats ? "…" : "")" }
    if !subcommands.isEmpty { words.append("COMMAND") }
    words += positionals.map(\.usage)
    return words.joined(separator: " ")
  }

  /// Every command with what is typed to call it, the program first.
  func flattened(under typed: String = "") -> [(typed: String, command: Command)] {
    let typed = typed.isEmpty ? name : "\(typed) \(name)"
    return [(typed, self)] + subcommands.flatMap { $0.flattened(under: typed) }
  }
}

private func section(_ title: String, _ rows: [(String, String)]) -> String {
  guard let width = rows.map(\.0.count).max() else { return "" }
  return "\n\(title):\n"
    + rows.map { name, help in
      "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(help)\n"
    }.joined()
}

extension String {
  /// As a sentence: a capital first, a full stop last.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

  func with(_ choices: [String]) -> String {
    choices.isEmpty ? self : "\(self): \(choices.joined(separator: ", "))"
  }
}
