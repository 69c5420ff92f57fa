import Testing

@testable import Arguments

private let program = Command(
  "kiosk", "does things",
  options: [Option("--json", "as JSON"), Option("--socket", value: "PATH", "where")],
  subcommands: [
    Command(
      "raise", "raises one",
      options: [
        Option("--output", value: "NAME", repeats: true, "where"), Option("--keyboard", "k"),
      ],
      positionals: [Positional("KIND", choices: ["call", "lock"], "what it is")],
      examples: ["kiosk raise call"]),
    Command(
      "present", "presents it",
      positionals: [Positional("TOKEN", "which"), Positional("REGION", count: .many, "where")]),
    Command("list", "lists", positionals: [Positional("NAME", count: .optional, "one only")]),
  ])

private func parse(_ line: String) throws(UsageError) -> Parsed {
  try program.parse(line.split(separator: " ").map(String.init))
}

@Suite struct ArgumentsTests {
  @Test func readsOptionsBeforeAndBehindTheCommand() throws {
    let parsed = try parse("--json raise --output a call --output=b --keyboard --socket /s")
    #expect(parsed.path == ["raise"])
    #expect(parsed.positionals == ["call"])
    #expect(parsed.values("--output") == ["a", "b"])
    #expect(parsed.has("--json") && parsed.has("--keyboard") && !parsed.has("--help"))
    #expect(parsed.value("--socket") == "/s")
  }

  @Test func countsPositionals() throws {
    #expect(try parse("present t r1 r2 r3").positionals == ["t", "r1", "r2", "r3"])
    #expect(try parse("list").positionals == [])
    #expect(try parse("list -- --odd").positionals == ["--odd"])
  }

  /// Typed: Swift 6.0 takes long for a list of tuples in a macro.
  private static let refused: [(line: String, message: String)] = [
    ("", "say what to do: raise, present, list"),
    ("rise", "unknown command 'rise'; did you mean 'raise'?"),
    ("zzzzzz", "unknown command 'zzzzzz'; there is: raise, present, list"),
    ("raise", "KIND is missing: what it is"),
    ("raise cal", "KIND cannot be 'cal'; did you mean 'call'?"),
    ("raise call lock", "'lock' is one argument too many"),
    ("raise call --keybord", "unknown option '--keybord'; did you mean '--keyboard'?"),
    ("raise call --output", "'--output' needs a value: --output NAME"),
    ("raise call --keyboard=yes", "'--keyboard' takes no value"),
    ("list --socket a --socket b", "'--socket' was given twice"),
    ("present t", "REGION is missing: where"),
    ("--completion fish", "SHELL cannot be 'fish'; there is: bash, zsh"),
  ]

  @Test(arguments: refused)
  func refuses(line: String, message: String) {
    #expect { try parse(line) } throws: { ($0 as? UsageError)?.description == message }
  }

  @Test func namesTheCommandThatWasTyped() {
    #expect { try parse("raise") } throws: { ($0 as? UsageError)?.command == "kiosk raise" }
  }

  @Test func helpNeedsNothingElse() throws {
    let parsed = try parse("raise --help")
    #expect(
      program.printed(for: parsed, version: "1") == """
        Raises one.

        Usage: kiosk raise [--output NAME]… [--keyboard] KIND

        Arguments:
          KIND  what it is: call, lock

        Options:
          --output NAME  where
          --keyboard     k

        Everywhere:
          --json         as JSON
          --socket PATH  where
          --help         print this help

        Examples:
          kiosk raise call

        """)
    #expect(program.printed(for: try parse("--version"), version: "1") == "kiosk 1\n")
    #expect(program.printed(for: try parse("list"), version: "1") == nil)
  }

  @Test func generatedTextsKnowEveryCommand() {
    for text in [program.completionBash, program.completionZsh, program.manPage(version: "1")] {
      #expect(text.contains("raise") && text.contains("present") && text.contains("call"))
    }
    #expect(program.manPage(version: "1").contains("\n.B \\-\\-socket PATH\n"))
  }
}
