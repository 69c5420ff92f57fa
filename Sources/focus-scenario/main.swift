import Arguments
import ControlAPI
import Glibc

let arguments = program.parseOrExit(version: Product.version)
// A reader that hung up must not end a scenario in its middle.
signal(SIGPIPE, SIG_IGN)
do throws(Trouble) {
  try run(arguments).leave()
} catch {
  printError("focus-scenario: \(error)")
  Exit.trouble.leave()
}
