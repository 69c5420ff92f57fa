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
  switch arguments.path.first {
  case "board": return BoardCommands.run(arguments)
  case "input": return InputCommands.run(arguments)
  case "doctor": DoctorCommand.run(arguments)
  default: break
  }
  let json = arguments.has("--json")
  let command = arguments.path.last ?? ""
  let words = arguments.positionals
  // Read before anything is asked of focusd: wrong usage is told as such.
  let regions = command == "present" ? words.dropFirst().map(readRegion) : []
  let overlay = command == "end" ? readOverlay(words[0]) : 0
  let since = command == "watch" ? readSerial(arguments) : nil
  let client = try ControlClient(path: arguments.value("--socket") ?? ControlSocket.path)
  switch command {
  case "status":
    let status = try client.status()
    json ? printJSON(status) : print(StatusText.whole(status), terminator: "")
  case "list":
    let status = try client.status()
    json ? printJSON(status.overlays) : print(StatusText.overlays(status), terminator: "")
  case "raise": try HeldOverlay.raise(client, arguments)
  case "present": try client.present(words[0], regions)
  case "keyboard": try client.confirmKeyboard(words[0], entered: words[1] == "entered")
  case "dismiss": try client.dismiss(words[0])
  case "end": try client.dismissOverlay(overlay)
  case "watch": try watch(client, since: since, json: json)
  case "reload": try reload(client, json: json)
  default: break
  }
  if json, ["present", "keyboard", "dismiss", "end"].contains(command) { print("{}") }
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

func printJSON(_ value: some Encodable) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if let data = try? encoder.encode(value) { print(String(decoding: data, as: UTF8.self)) }
}
