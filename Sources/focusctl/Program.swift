import Arguments
import ControlAPI
import FocusModel

/// The command line of focusctl.
let program = Command(
  "focusctl", "asks focusd about its state and puts overlays in front",
  details: """
    Who may do what is said by the roles of the board profile; root may everything.
    Without --socket the environment's FOCUSD_SOCKET names the socket, else it is
    /run/focusd/control.
    """,
  options: [
    Option("--json", "print JSON, one value a line"),
    Option("--socket", value: "PATH", "the socket of focusd"),
  ],
  subcommands: [
    Command(
      "status", "shows outputs, scenes, overlays and devices",
      examples: ["focusctl status", "focusctl status --json"]),
    Command(
      "overlay", "raises overlays, presents and dismisses them",
      subcommands: [raise, present, keyboard, dismiss, list, endOverlay]),
    watchCommand,
    reloadCommand,
    BoardCommands.command,
    InputCommands.command,
    DoctorCommand.command,
  ],
  examples: ["focusctl status", "focusctl overlay raise call --keyboard", "sudo focusctl doctor"],
  manual: Manual(
    exitStatus: [
      ("0", "done; for doctor: no problem"),
      ("1", "refused or failed; for doctor: there is a problem"),
      ("2", "wrong usage"),
      ("3", "focusd does not run or cannot be reached"),
    ],
    environment: [
      ("FOCUSD_SOCKET", "the socket of focusd, where --socket is left out"),
      ("WAYLAND_DISPLAY", "the compositor that doctor asks"),
    ],
    files: [(ControlSocket.defaultPath, "the socket of focusd")],
    seeAlso: ["focusd(8)", "board.yaml(5)", "focus-scenario(1)"]))

private let token = Positional("TOKEN", "what 'focusctl overlay raise' printed")

private let raise = Command(
  "raise", "puts an overlay in front and holds it there",
  details: """
    Prints one line, the overlay's id and its token, once nothing below gets
    input any more, and stays until the overlay has ended. Interrupted (Ctrl-C,
    SIGTERM), it dismisses the overlay. When it is killed, the overlay ends after a
    grace of a second; a lock stays until somebody ends it.
    """,
  options: [
    Option(
      "--output", value: "NAME", completing: Candidates.outputs, repeats: true,
      "an output to be in front of; all if left out"),
    Option("--keyboard", "the overlay takes keys, once it has said that it has them"),
    Option("--pointer", "mice and touchpads follow it where it covers everything"),
  ],
  positionals: [
    Positional("KIND", choices: OverlayKind.allCases.map(\.rawValue), "what it is")
  ],
  examples: [
    "focusctl overlay raise call", "focusctl overlay raise lock --output Virtual-1 --keyboard",
  ])

private let present = Command(
  "present", "says that an overlay is on the screen, and where it is touched",
  positionals: [
    token,
    Positional("OUTPUT:X,Y,W,H", count: .many, "a rectangle in pixels, from the top left"),
  ],
  examples: ["focusctl overlay present 3f0c… Virtual-1:0,0,1024,200"])

private let keyboard = Command(
  "keyboard", "says that the compositor's keyboard focus entered an overlay, or left it",
  positionals: [token, Positional("STATE", choices: ["entered", "left"], "which of both")],
  examples: ["focusctl overlay keyboard 3f0c… entered"])

private let dismiss = Command(
  "dismiss", "ends an overlay", positionals: [token],
  examples: ["focusctl overlay dismiss 3f0c…"])

private let list = Command(
  "list", "shows the overlays that are up, the foremost first",
  examples: ["focusctl overlay list --json"])
