import Arguments
import BoardProfile
import ControlAPI
import Glibc
import LinuxIO
import Service

let command = Command(
  "focusd", "gates touch and keys while something of the system is in front",
  details: """
    focusd grabs the input devices, mirrors each by a virtual one, and decides what \
    of it a mirror gets. While an overlay is raised (see focusctl), the app below gets \
    no touch and no key, nothing is left stuck, and nothing slips in when it ends.

    Compositors and toolkits read the mirrors: start them once focusd is ready \
    (Type=notify in systemd's units). It needs read and write access to /dev/input/event* \
    and /dev/uinput.
    """,
  options: [
    Option(
      "--profile", value: "PATH",
      "the board profile; default \(BoardProfile.defaultPath), else the installed one that fits"),
    Option(
      "--socket", value: "PATH",
      "the control socket; default is the one that systemd passes, "
        + "else \(ControlSocket.defaultPath)"),
    Option("--man-profile", "print the manual page of the profile, board.yaml(5), in roff"),
  ],
  examples: [
    "focusd --profile /etc/focusd/board.yaml",
    "focusd --profile boards/50-generic-kiosk.yaml --socket /tmp/focusd/control",
  ],
  manual: Manual(
    section: 8,
    exitStatus: [
      ("0", "stopped by a signal"), ("1", "cannot run, or failed; the last line says why"),
      ("2", "wrong usage"),
    ],
    environment: [("FOCUSD_SOCKET", "the control socket, where --socket is left out")],
    files: [
      (BoardProfile.defaultPath, "the board profile, board.yaml(5)"),
      (ControlSocket.defaultPath, "the control socket"),
    ],
    seeAlso: ["focusctl(1)", "board.yaml(5)", "focus-scenario(1)"]))
let arguments = command.parseOrExit(version: Product.version)
if arguments.has("--man-profile") {
  print(ProfileManual.page, terminator: "")
  exit(0)
}

/// Says why focusd cannot run and what to do, and ends.
func fail(_ message: String, status: Int32 = 1) -> Never {
  Log.error("focusd: \(message)")
  exit(status)
}

// Keystrokes are in this process's memory: no core dumps, no swapping out.
var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
_ = mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT)

let source = ProfileSource(path: arguments.value("--profile"))
let profile: ProfileInForce
do throws(ProfileFailure) {
  profile = ProfileInForce(try source.load(), from: source)
} catch {
  // EX_CONFIG: to be started again is of no use before somebody has mended it.
  ProfileLog.tell(error)
  fail("there is no board profile to go by", status: 78)
}
ProfileLog.tell(profile.loaded)
let socket = arguments.value("--socket")
do throws(SystemError) {
  let passed = socket == nil ? try Service.takeListeningSocket() : nil
  exit(try Daemon(profile, socket: socket ?? ControlSocket.path, passed: passed).run())
} catch {
  fail(Advice.text(for: error))
}
