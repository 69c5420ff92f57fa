import Arguments
import ControlAPI
import FocusModel
import FoundationEssentials
import Glibc

/// What the process leaves with.
enum Exit: Int32 {
  case refused = 1
  case usage = 2
  case unreachable = 3

  static func leave(_ status: Exit) -> Never { exit(status.rawValue) }
}

/// Does what the command line asks for.
func run(_ arguments: Parsed) throws(ControlClientError) {
  let json = arguments.has("--json")
  let command = arguments.path.last ?? ""
  let words = arguments.positionals
  // Read before anything is asked of focusd: wrong usage is told as such.
  let regions = command == "present" ? words.dropFirst().map(readRegion) : []
  let client = try ControlClient(path: arguments.value("--socket") ?? ControlSocket.path)
  switch command {
  case "status":
    let status = try client.status()
    json ? printJSON(status) : print(StatusText.whole(status), terminator: "")
  case "list":
    let status = try client.status()
    json ? printJSON(status.overlays) : print(StatusText.overlays(status), terminator: "")
  case "raise": try raise(client, arguments)
  case "present": try client.present(words[0], regions)
  case "keyboard": try client.confirmKeyboard(words[0], entered: words[1] == "entered")
  case "dismiss": try client.dismiss(words[0])
  default: break
  }
  if json, ["present", "keyboard", "dismiss"].contains(command) { print("{}") }
}

/// Holds the overlay until it ends. A signal ends the process and with it the
/// connection, and focusd takes the overlay down: also in the background of a
/// script, where a shell has SIGINT ignored, for no overlay shall stay behind.
private func raise(
  _ client: ControlClient, _ arguments: Parsed
) throws(ControlClientError) {
  guard let kind = OverlayKind(rawValue: arguments.positionals[0]) else { return }
  signal(SIGINT, SIG_DFL)
  let raised = try client.raise(
    kind, outputs: arguments.values("--output"), wantsKeyboard: arguments.has("--keyboard"),
    wantsPointer: arguments.has("--pointer"))
  let json = arguments.has("--json")
  json ? printJSON(raised) : print("\(raised.id) \(raised.token)")
  // Somebody may wait for the line at the other end of a pipe.
  fflush(nil)
  let reason = try client.waitForEnd()
  if json { printJSON(["ended": reason]) }
  guard reason == "dismissed" else {
    printError("focusctl: the overlay has ended: \(reason)")
    Exit.leave(.refused)
  }
}

/// Reads `OUTPUT:X,Y,W,H`; the output's name may have colons itself.
private func readRegion(_ text: String) -> ControlRegion {
  if let colon = text.lastIndex(of: ":") {
    let numbers = text[text.index(after: colon)...]
      .split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
    if numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    {
      return ControlRegion(
        output: String(text[..<colon]), x: x, y: y, width: width, height: height)
    }
  }
  printError("focusctl: '\(text)' is no rectangle; write it as OUTPUT:X,Y,WIDTH,HEIGHT")
  Exit.leave(.usage)
}

private func printJSON(_ value: some Encodable) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if let data = try? encoder.encode(value) { print(String(decoding: data, as: UTF8.self)) }
}
