import Glibc
import Spelling

extension Command {
  /// Reads a command line.
  ///
  /// `--help`, `--version`, `--completion` and `--man` are options like
  /// others here, and where one is given nothing else has to be complete:
  /// `printed(for:version:)` answers it.
  ///
  /// - Parameter arguments: without the program's name.
  public func parse(_ arguments: [String]) throws(UsageError) -> Parsed {
    var parser = Parser(command: self)
    return try parser.parse(arguments)
  }

  /// The text that `--help` and its like ask for, or nil where the command shall run.
  public func printed(for parsed: Parsed, version: String) -> String? {
    if parsed.has(BuiltIn.help.name) { return help(for: parsed.path) }
    if parsed.has(BuiltIn.version.name) { return "\(name) \(version)\n" }
    if parsed.has(BuiltIn.man.name) { return manPage(version: version) }
    switch parsed.value(BuiltIn.completion.name) {
    case "bash": return completionBash
    case "zsh": return completionZsh
    default: return nil
    }
  }

  /// Reads the process's own command line; answers `--help` and its like with
  /// status 0 and a wrong line with status 2, and comes back only to run.
  ///
  /// - Parameter candidates: what may stand where an option or argument is
  ///   `completing` something, one by one as they are typed.
  public func parseOrExit(
    version: String, candidates: (String) -> [String] = { _ in [] }
  ) -> Parsed {
    do throws(UsageError) {
      let parsed = try parse(Array(CommandLine.arguments.dropFirst()))
      if let wanted = parsed.value(BuiltIn.candidates.name) {
        for candidate in candidates(wanted) { print(candidate) }
        exit(0)
      }
      guard let text = printed(for: parsed, version: version) else { return parsed }
      print(text, terminator: "")
      exit(0)
    } catch {
      printError("\(name): \(error)\nTry '\(error.command) --help'.")
      exit(2)
    }
  }
}

private struct Parser {
  /// The innermost command so far.
  var command: Command
  var typed: String
  /// Of the command and of those around it.
  var options: [Option]
  var parsed = Parsed()

  init(command: Command) {
    self.command = command
    typed = command.name
    options = command.options + BuiltIn.ofProgram + [BuiltIn.candidates]
  }

  mutating func parse(_ arguments: [String]) throws(UsageError) -> Parsed {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        for argument in rest { try take(argument) }
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try takeOption(argument, &rest)
      } else {
        try take(argument)
      }
    }
    let answered = BuiltIn.ofProgram + [BuiltIn.candidates]
    if !answered.contains(where: { parsed.has($0.name) }) { try checkComplete() }
    return parsed
  }

  private mutating func takeOption(
    _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var name = argument == "-h" ? BuiltIn.help.name : argument
    var value: String?
    if let equals = argument.firstIndex(of: "=") {
      name = String(argument[..<equals])
      value = String(argument[argument.index(after: equals)...])
    }
    guard let option = options.first(where: { $0.name == name }) else {
      throw error("unknown option '\(name)'", meant: name, of: options.map(\.name))
    }
    if let placeholder = option.placeholder {
      guard let given = value ?? rest.popFirst() else {
        throw error("'\(name)' needs a value: \(name) \(placeholder)")
      }
      try check(given, option.choices, placeholder)
      guard option.repeats || !parsed.has(name) else { throw error("'\(name)' was given twice") }
      parsed.options[name, default: []].append(given)
    } else {
      guard value == nil else { throw error("'\(name)' takes no value") }
      parsed.options[name] = []
    }
  }

  private mutating func take(_ argument: String) throws(UsageError) {
    guard command.subcommands.isEmpty else {
      guard let next = command.subcommands.first(where: { $0.name == argument }) else {
        throw error(
          "unknown command '\(argument)'", meant: argument, of: command.subcommands.map(\.name))
      }
      command = next
      typed += " " + next.name
      options = next.options + options
      parsed.path.append(next.name)
      return
    }
    let index = parsed.positionals.count
    let last = command.positionals.last.flatMap { [.many, .any].contains($0.count) ? $0 : nil }
    let place = index < command.positionals.count ? command.positionals[index] : last
    guard let place else { throw error("'\(argument)' is one argument too many") }
    try check(argument, place.choices, place.placeholder)
    parsed.positionals.append(argument)
  }

  private func check(
    _ value: String, _ choices: [String], _ placeholder: String
  ) throws(UsageError) {
    guard !choices.isEmpty, !choices.contains(value) else { return }
    throw error("\(placeholder) cannot be '\(value)'", meant: value, of: choices)
  }

  private func checkComplete() throws(UsageError) {
    if !command.subcommands.isEmpty {
      let names = command.subcommands.map(\.name).joined(separator: ", ")
      throw error("say what to do: \(names)")
    }
    guard parsed.positionals.count < command.positionals.count else { return }
    let missing = command.positionals[parsed.positionals.count]
    if ![.optional, .any].contains(missing.count) {
      throw error("\(missing.placeholder) is missing: \(missing.help)")
    }
  }

  private func error(_ message: String) -> UsageError {
    UsageError(description: message, command: typed)
  }

  /// Names the nearest allowed word, or all of them.
  private func error(_ message: String, meant word: String, of allowed: [String]) -> UsageError {
    if let near = nearest(to: word, in: allowed) {
      return error("\(message); did you mean '\(near)'?")
    }
    return error("\(message); there is: \(allowed.joined(separator: ", "))")
  }
}
