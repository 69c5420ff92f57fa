/// What a program's manual page says beside its commands and options.
public struct Manual: Sendable {
  public var section: Int
  public var exitStatus: [(String, String)]
  public var environment: [(String, String)]
  public var files: [(String, String)]
  /// Other pages, as `focusd(8)`.
  public var seeAlso: [String]

  public init(
    section: Int = 1, exitStatus: [(String, String)] = [], environment: [(String, String)] = [],
    files: [(String, String)] = [], seeAlso: [String] = []
  ) {
    self.section = section
    self.exitStatus = exitStatus
    self.environment = environment
    self.files = files
    self.seeAlso = seeAlso
  }
}

extension Command {
  /// The manual page of the program with all its subcommands, in roff.
  public func manPage(version: String) -> String {
    var page = ManualPage(
      name, section: manual.section, source: "\(name) \(version)", summary: summary)
    let commands = flattened().filter(\.command.subcommands.isEmpty)
    page.heading("SYNOPSIS")
    for (typed, command) in commands { page.command(command.usage(typed: typed)) }
    if !details.isEmpty {
      page.heading("DESCRIPTION")
      page.text(details)
    }
    if subcommands.isEmpty {
      page.rows(positionals.map { ($0.placeholder, $0.help.with($0.choices)) })
    } else {
      page.heading("COMMANDS")
      for (typed, command) in commands {
        page.subheading(typed)
        page.text("\(command.summary.sentence)")
        if !command.details.isEmpty { page.text(command.details) }
        page.rows(command.positionals.map { ($0.placeholder, $0.help.with($0.choices)) })
        page.rows(command.options.map { ($0.usage, $0.help.with($0.choices)) })
        page.lines(command.examples)
      }
    }
    page.section(
      "OPTIONS", (options + BuiltIn.ofProgram).map { ($0.usage, $0.help.with($0.choices)) })
    page.section("EXIT STATUS", manual.exitStatus)
    page.section("ENVIRONMENT", manual.environment)
    page.section("FILES", manual.files)
    if !examples.isEmpty {
      page.heading("EXAMPLES")
      page.lines(examples)
    }
    page.seeAlso(manual.seeAlso)
    return page.roff
  }
}
