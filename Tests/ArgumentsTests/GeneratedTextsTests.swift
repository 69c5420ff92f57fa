import Testing

@testable import Arguments

private let program = Command(
  "kiosk", "does things, 'quoted' and - dashed",
  details: """
    A paragraph that says \\ and "this",
    over two lines…

      a line that stays

    .dot first
    """,
  options: [Option("--json", "as JSON")],
  subcommands: [
    Command(
      "raise", "raises one",
      options: [Option("--output", value: "NAME", completing: "outputs", "where")],
      positionals: [Positional("KIND", choices: ["call", "lock"], "what it is")],
      examples: ["kiosk raise call"]),
    Command(
      "explain", "explains",
      positionals: [Positional("DEVICE", completing: "devices", "which")]),
  ],
  examples: ["kiosk raise lock"],
  manual: Manual(exitStatus: [("0", "done")], files: [("/run/x", "y")], seeAlso: ["other(8)"]))

/// Stands for the program, which a completion script asks.
private let standIn = """
  kiosk() { case $2 in outputs) echo HDMI-A-1 ;; devices) echo /dev/input/event1; echo 'My Panel' ;; esac; }

  """

@Suite struct GeneratedTextsTests {
  @Test("groff finds nothing to say of a page", .enabled(if: Shell.has("groff")))
  func groff() {
    let page = program.manPage(version: "1")
    Shell.withFile(page) { #expect(Shell.run("groff -man -ww -z -Tutf8 \($0)") == "") }
    // It can find something.
    Shell.withFile(page + ".undefined\n") {
      #expect(Shell.run("groff -man -ww -z -Tutf8 \($0)") != "")
    }
  }

  @Test("mandoc finds nothing but that there is no date", .enabled(if: Shell.has("mandoc")))
  func mandoc() {
    Shell.withFile(program.manPage(version: "1")) { path in
      let lines = Shell.run("mandoc -Tlint \(path)").split(separator: "\n")
      #expect(lines.filter { !$0.contains("missing date") } == [])
    }
  }

  @Test("a page reads as it was written", .enabled(if: Shell.has("groff")))
  func rendered() {
    Shell.withFile(program.manPage(version: "1")) { path in
      let text = Shell.run("groff -man -Tascii -P-cbou \(path)")
      for words in [
        #"says \ and "this", over two lines..."#, "  a line that stays\n", ".dot first",
        "'quoted' and - dashed", "EXIT STATUS", "other(8)", "kiosk raise call",
      ] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
    }
  }

  /// What is typed, the last word unfinished, and what is offered.
  private static let typed: [(words: [String], offered: [String])] = [
    (["ra"], ["raise"]),
    (["raise", ""], ["call", "lock", "--output", "--json", "--help"]),
    (["raise", "l"], ["lock"]),
    (["--json", "raise", "c"], ["call"]),
    (["raise", "--output", ""], ["HDMI-A-1"]),
    (["explain", "/dev"], ["/dev/input/event1"]),
    (["--comp"], ["--completion"]),
    (["--completion", "z"], ["zsh"]),
  ]

  @Test("bash completes", .enabled(if: Shell.has("bash")), arguments: typed)
  func bash(words: [String], offered: [String]) {
    let line = (["kiosk"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script =
      program.completionBash + standIn + """
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _kiosk
        printf '%s\\n' "${COMPREPLY[@]}"
        """
    Shell.withFile(script) { path in
      let lines = Shell.run("bash \(path)").split(separator: "\n").map(String.init)
      #expect(lines == offered)
    }
  }

  @Test("bash writes a name with spaces so that it stays one word", .enabled(if: Shell.has("bash")))
  func bashQuotes() {
    for (typed, offered) in [
      ("My", "My\\ Panel\n"), ("\\\"My", "My Panel\n"), ("My\\\\ P", "My\\ Panel\n"),
    ] {
      let script =
        program.completionBash + standIn + """
          COMP_WORDS=(kiosk explain "\(typed)"); COMP_CWORD=2; _kiosk
          printf '%s\\n' "${COMPREPLY[@]}"
          """
      Shell.withFile(script) { #expect(Shell.run("bash \($0)") == offered) }
    }
  }

  @Test("zsh completes", .enabled(if: Shell.has("zsh")), arguments: typed)
  func zsh(words: [String], offered: [String]) {
    let line = (["kiosk"] + words).map { "'\($0)'" }.joined(separator: " ")
    // compadd shows what it is given, in place of what the line editor does.
    let script =
      "compdef() { : }; compadd() { shift; print -rl -- $@ }\n" + standIn
      + program.completionZsh + """

        words=(\(line)); CURRENT=\(words.count + 1); _kiosk
        """
    Shell.withFile(script) { path in
      let lines = Shell.run("zsh -f \(path)").split(separator: "\n").map(String.init)
      #expect(lines.filter { $0.hasPrefix(words.last ?? "") } == offered)
    }
  }
}
