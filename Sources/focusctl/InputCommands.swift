import Arguments
import BoardProfile
import ControlAPI
import Glibc
import InputGate
import LinuxIO

/// `focusctl input`: what devices there are, and what becomes of their events.
enum InputCommands {
  static let command = Command(
    "input", "shows the input devices and what focusd does with them",
    subcommands: [
      Command(
        "list", "lists every input device and what focusd does with it",
        details: """
          Without focusd, too: what a node is comes from the node where it may be
          opened, else from sysfs. Nothing is grabbed.
          """,
        examples: ["focusctl input list", "focusctl input list --json"]),
      Command(
        "explain", "says why a device is classed so, and what the gate does with it",
        details: """
          Shows its identity, its axes with their ranges, and a line for each kind
          of its events. A mirror is explained by what it offers to its readers.
          Where a touch screen lies is said by the profile in the file, which may be
          newer than the one that focusd has read.
          """,
        options: [
          Option(
            "--profile", value: "PATH", "the board profile; default is the one that focusd finds")
        ],
        positionals: [
          Positional(
            "DEVICE", completing: Candidates.devices, "its node, its node's number or its name")
        ],
        examples: [
          "focusctl input explain /dev/input/event3", "focusctl input explain event3 --json",
          "focusctl input explain \"ILITEK ILITEK-TP\"",
        ]),
    ])

  static func run(_ arguments: Parsed) {
    let status = askStatus(arguments)
    let items: [InventoryItem]
    do throws(SystemError) {
      items = try Inventory.all(status)
    } catch {
      printError("focusctl: the input devices cannot be listed: \(error)")
      Exit.leave(.refused)
    }
    let json = arguments.has("--json")
    if arguments.path.last == "list" {
      json
        ? printJSON(items.map(InputReport.Row.init))
        : print(InputText.list(items), terminator: "")
    } else {
      let item = find(arguments.positionals.first ?? "", in: items)
      let profile = try? Reach.profile(arguments.value("--profile")).get().profile
      let report = InputReport(item, profile)
      json ? printJSON(report) : print(InputText.explain(report), terminator: "")
    }
  }

  /// What focusd says; nil, and a line for people, where it does not answer.
  private static func askStatus(_ arguments: Parsed) -> ControlStatus? {
    do throws(ControlClientError) {
      return try Reach.status(arguments.value("--socket") ?? ControlSocket.path).status
    } catch {
      printError("focusctl: \(error)")
      return nil
    }
  }

  private static func find(_ word: String, in items: [InventoryItem]) -> InventoryItem {
    if let item = items.first(where: {
      $0.node.path == word || $0.node.path == "/dev/input/" + word
    }) {
      return item
    }
    // A device before its mirror, which has the same name.
    let named = items.filter { $0.device.name == word }
    let physical = named.filter { !$0.device.isMirror }
    let found = physical.isEmpty ? named : physical
    if found.count == 1, let item = found.first { return item }
    if found.isEmpty {
      printError("focusctl: there is no input device '\(word)'; 'focusctl input list' has them")
    } else {
      let nodes = found.map(\.node.path).joined(separator: ", ")
      printError("focusctl: \(found.count) devices are called '\(word)'; name the node: \(nodes)")
    }
    Exit.leave(.refused)
  }
}
