import Arguments
import ControlAPI
import FocusModel
import Glibc
import LinuxIO

/// `focusctl overlay raise`: an overlay for as long as the process.
enum HeldOverlay {
  /// Holds the overlay until it has ended. A signal dismisses it: also in the
  /// background of a script, where a shell has SIGINT ignored, for no overlay
  /// shall stay behind.
  static func raise(_ client: ControlClient, _ arguments: Parsed) throws(ControlClientError) {
    guard let kind = OverlayKind(rawValue: arguments.positionals[0]) else { return }
    // Caught from before the raise, so that there is no moment in between.
    let signals = try? Signals([SIGINT, SIGTERM, SIGHUP])
    let raised = try client.raise(
      kind, outputs: arguments.values("--output"), wantsKeyboard: arguments.has("--keyboard"),
      wantsPointer: arguments.has("--pointer"))
    let json = arguments.has("--json")
    json ? printJSON(raised) : print("\(raised.id) \(raised.token)")
    // Somebody may wait for the line at the other end of a pipe.
    fflush(nil)
    if let signals { try dismissOnSignal(client, raised, signals, arguments) }
    let reason = try client.waitForEnd()
    if json { printJSON(["ended": reason]) }
    guard reason == "dismissed" else {
      printError("focusctl: the overlay has ended: \(reason)")
      Exit.leave(.refused)
    }
  }

  /// Waits until there is news of the overlay. A signal ends the process, as it
  /// would have anyway, once the overlay is gone.
  private static func dismissOnSignal(
    _ client: ControlClient, _ raised: ControlClient.Raised, _ signals: Signals,
    _ arguments: Parsed
  ) throws(ControlClientError) {
    var waiting = [
      pollfd(fd: client.raw, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.raw, events: Int16(POLLIN), revents: 0),
    ]
    _ = retrying { poll(&waiting, 2, -1) }
    guard waiting[1].revents != 0, let number = signals.next() else { return }
    try ControlClient(path: arguments.value("--socket") ?? ControlSocket.path)
      .dismiss(raised.token)
    exit(128 + number)
  }
}
