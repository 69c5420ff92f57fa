import Arguments
import ControlAPI
import Glibc
import LinuxIO
import ScenarioKit

/// What the process leaves with.
enum Exit: Int32 {
  case agreed = 0
  case differed = 1
  case usage = 2
  case trouble = 3
  case skipped = 4

  func leave() -> Never { exit(rawValue) }
}

/// Why the machine cannot do it; says what to do.
struct Trouble: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }

  init(_ error: SystemError) {
    switch (error.path, error.errno) {
    case ("/dev/uinput", ENOENT):
      description = "\(error): load it with 'modprobe uinput'"
    case (_, EACCES), (_, EPERM):
      description = "\(error): run it as root, or as a member of group input"
    default:
      description = "\(error)"
    }
  }

  init(_ error: ControlClientError) { description = "\(error)" }
}

/// Makes a `Trouble` of whatever a call throws.
func troubled<Result>(
  _ body: () throws(SystemError) -> Result
) throws(Trouble) -> Result {
  do throws(SystemError) { return try body() } catch { throw Trouble(error) }
}

/// Does what the command line asks for.
func run(_ arguments: Parsed) throws(Trouble) -> Exit {
  let words = arguments.positionals
  switch arguments.path.first {
  case "check": return check(words, json: arguments.has("--json"))
  case "play": return play(words, PlayOptions(arguments))
  case "record": return try record(words[0], json: arguments.has("--json"))
  case "replay": return try replay(words[0], arguments)
  default: return .usage
  }
}

/// Ends with a word about wrong usage.
func misuse(_ text: String) -> Never {
  printError("focus-scenario: \(text)\nTry 'focus-scenario --help'.")
  Exit.usage.leave()
}
