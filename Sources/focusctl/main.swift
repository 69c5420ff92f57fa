import Arguments
import ControlAPI

let arguments = program.parseOrExit(version: Product.version, candidates: Candidates.list)
do throws(ControlClientError) {
  try run(arguments)
} catch {
  printError("focusctl: \(error)")
  Exit.leave(error.isUnreachable ? .unreachable : .refused)
}
