import Arguments
import ControlAPI

let arguments = program.parseOrExit(version: Product.version)
do throws(ControlClientError) {
  try run(arguments)
} catch {
  printError("focusctl: \(error)")
  Exit.leave(error.isUnreachable ? .unreachable : .refused)
}
