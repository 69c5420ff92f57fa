import Arguments
import ControlAPI

// Commands for who may manage.

let endOverlay = Command(
  "end", "ends an overlay of somebody else",
  details: "Needs the right 'manage'. The overlay's own client is told so.",
  positionals: [Positional("ID", "the overlay's number in 'focusctl overlay list'")],
  examples: ["focusctl overlay end 4"])

let reloadCommand = Command(
  "reload", "has focusd read its board profile again",
  details: """
    Needs the right 'manage'. Says what of the profile has changed. All of it is in force
    then, or nothing: a wrong profile is refused, and where something of it needs a
    restart of focusd the old one stays too.
    """,
  examples: ["focusctl reload"])

func readOverlay(_ word: String) -> UInt32 {
  if let id = UInt32(word) { return id }
  printError("focusctl: '\(word)' is no overlay's number; 'focusctl overlay list' shows them")
  Exit.leave(.usage)
}

func reload(_ client: ControlClient, json: Bool) throws(ControlClientError) {
  let report = try client.reload()
  if json { return printJSON(report) }
  if report.applied.isEmpty, report.needsRestart.isEmpty { print("nothing has changed") }
  for change in report.applied { print(change) }
  guard !report.needsRestart.isEmpty else { return }
  print("The old profile stays in force: something of the new one needs a restart of focusd.")
  for change in report.needsRestart { print(change) }
}
