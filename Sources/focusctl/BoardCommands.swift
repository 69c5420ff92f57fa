import Arguments
import BoardProfile
import Glibc

/// `focusctl board …`: works on files alone and asks nothing of focusd.
enum BoardCommands {
  static let command = Command(
    "board", "checks and shows board profiles, without focusd",
    subcommands: [
      Command(
        "check", "tells all that is wrong with profiles",
        details: """
          Without FILE: all that are installed, their drop-ins, and the one that this
          machine gets. Exit status 1 where anything is wrong.
          """,
        positionals: [Positional("FILE", count: .any, "a profile, or a drop-in in a NAME.d")],
        examples: ["focusctl board check", "focusctl board check /etc/focusd/board.yaml"]),
      Command(
        "show", "shows every value that holds, and the file and line it comes from",
        positionals: [Positional("FILE", count: .optional, file)],
        examples: ["focusctl board show", "focusctl board show --json"]),
      Command(
        "explain", "says what a field is, and what holds here",
        positionals: [
          Positional(
            "FIELD", completing: Candidates.fields, "as in outputs[].width or ranks.call")
        ],
        examples: ["focusctl board explain input.touch[].cancel"]),
      Command(
        "probe", "says what this machine is, as a profile to start from",
        examples: ["focusctl board probe > board.yaml"]),
      Command(
        "diff", "shows what differs between two profiles",
        details: """
          Without files: what drop-ins change in this machine's profile. With OLD alone:
          from OLD to this machine's profile.
          """,
        positionals: [
          Positional("OLD", count: .optional, "a profile's file"),
          Positional("NEW", count: .optional, "a profile's file"),
        ],
        examples: ["focusctl board diff", "focusctl board diff old.yaml new.yaml"]),
      Command(
        "schema", "prints the JSON Schema of profiles, for editors and CI",
        options: [Option("--markdown", "the table of docs/profile.md instead")],
        examples: ["focusctl board schema > board.schema.json"]),
    ])

  private static let file = "a profile's file; this machine's if left out"

  static func run(_ arguments: Parsed) {
    let json = arguments.has("--json")
    let words = arguments.positionals
    do throws(ProfileFailure) {
      switch arguments.path.last {
      case "check": check(words, json)
      case "show":
        let loaded = try ProfileSource(path: words.first).load()
        json ? printJSON(BoardReport.Profile(loaded)) : print(BoardText.profile(loaded))
      case "explain": explain(words[0], json)
      case "probe":
        let probe = try probe()
        json ? printJSON(BoardReport.Probe(probe)) : print(probe.yaml, terminator: "")
      case "diff":
        let changes = try differences(words)
        json ? printJSON(changes.map(BoardReport.Change.init)) : print(BoardText.changes(changes))
      case "schema":
        print(
          arguments.has("--markdown") ? BoardProfile.referenceTable : BoardProfile.jsonSchema,
          terminator: "")
      default: break
      }
    } catch {
      if json { printJSON(["errors": error.errors.map(BoardReport.Problem.init)]) }
      printError("\(error)")
      Exit.leave(.refused)
    }
  }

  private static func check(_ files: [String], _ json: Bool) {
    var report = BoardReport.Check()
    do throws(ProfileFailure) {
      let source = ProfileSource()
      for path in files.isEmpty ? try source.installed() : files {
        report.files.append(.init(path: path, ProfileSource.check(path)))
      }
      if files.isEmpty {
        let loaded = try source.load()
        report.chosen = loaded.file
        report.reason = loaded.reason
        for leftOut in loaded.leftOut { report.add(leftOut.errors) }
      }
    } catch {
      report.add(error.errors)
    }
    if json {
      printJSON(report)
    } else {
      for problem in report.problems { printError(problem.text) }
      for file in report.files where file.errors.isEmpty { print("\(file.path): good") }
      if let chosen = report.chosen { print("this machine gets \(chosen): \(report.reason ?? "")") }
    }
    if !report.problems.isEmpty { Exit.leave(.refused) }
  }

  private static func probe() throws(ProfileFailure) -> BoardProbe {
    do throws(ProfileError) {
      return try BoardProbe.read()
    } catch {
      throw ProfileFailure([error])
    }
  }

  private static func explain(_ path: String, _ json: Bool) {
    guard let field = BoardProfile.field(of: path) else {
      let near = BoardProfile.nearestField(to: path).map { "; did you mean '\($0)'?" }
      printError("focusctl: there is no field '\(path)'\(near ?? "; docs/profile.md lists them")")
      Exit.leave(.usage)
    }
    // Where this machine has no profile the field is explained all the same.
    let values = (try? ProfileSource().load().values) ?? []
    let held = values.filter { BoardProfile.field(of: $0.path)?.path == field.path }
    json ? printJSON(BoardReport.Field(field, held)) : print(BoardText.field(field, held))
  }

  private static func differences(_ files: [String]) throws(ProfileFailure) -> [ProfileChange] {
    let old = ProfileSource(path: files.first, withDropIns: !files.isEmpty)
    let new = ProfileSource(path: files.count > 1 ? files[1] : nil)
    return ProfileChange.between(try old.load(), try new.load())
  }
}
