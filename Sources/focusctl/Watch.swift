import Arguments
import ControlAPI
import Glibc

let watchCommand = Command(
  "watch", "tells what happens, as it happens",
  details: """
    Needs the right 'watch'. A line for each notice, the serial first: what is up
    already, then scenes, overlays and devices as they change. With --since it begins
    behind the notice with that serial; what focusd no longer has is told as a gap.

    It ends when focusd does: watch again with --since and the last serial.
    """,
  options: [Option("--since", value: "SERIAL", "begin behind this notice")],
  examples: ["focusctl watch", "focusctl watch --json --since 81234567"])

func readSerial(_ arguments: Parsed) -> Int64? {
  guard let word = arguments.value("--since") else { return nil }
  if let number = Int64(word) { return number }
  printError("focusctl: '\(word)' is no serial; every notice begins with its own")
  Exit.leave(.usage)
}

func watch(
  _ client: ControlClient, since: Int64?, json: Bool
) throws(ControlClientError) {
  var notice = try client.watch(since: since)
  while true {
    json ? printJSON(notice) : print(NoticeText.line(notice))
    // Somebody may read along at the other end of a pipe.
    fflush(nil)
    notice = try client.nextNotice()
  }
}

/// A notice for people.
enum NoticeText {
  static func line(_ notice: Notice) -> String {
    var words = ["\(notice.serial)", "\(notice.event.rawValue)"]
    if let state = notice.state {
      words.append(
        "\(state.scenes.count) scenes, \(state.overlays.count) overlays, "
          + "\(state.devices.count) devices")
    }
    if let scene = notice.scene { words.append("scene \(scene.id) on \(scene.output)") }
    if let output = notice.output { words.append(output) }
    if let overlay = notice.overlay {
      let outputs = overlay.outputs.joined(separator: ",")
      words.append("overlay \(overlay.id) (\(overlay.kind)) on \(outputs)")
      if notice.event == .overlayKeyboard { words.append(overlay.hasKeyboard ? "entered" : "left") }
    }
    if let reason = notice.reason { words.append(reason) }
    if let device = notice.device {
      words.append("\(device.name) (\(device.node))" + (device.reason.map { ": \($0)" } ?? ""))
    }
    return words.joined(separator: "  ")
  }
}
