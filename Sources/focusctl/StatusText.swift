import ControlAPI

/// The state for people: a table for each thing there is.
enum StatusText {
  static func whole(_ status: ControlStatus) -> String {
    var text = table(
      "OUTPUT", ["SIZE", "SCENE", "STATE", "KEYBOARD"],
      status.outputs.map { output in
        let scene = status.scenes.first { $0.output == output.name }
        return [
          output.name, "\(output.width)x\(output.height)", scene.map { "\($0.id)" } ?? "-",
          scene?.state ?? "-", has(scene?.id, status),
        ]
      })
    if let shell = status.shell { text += "\n" + windows(status, shell) }
    text += "\n" + overlays(status)
    text +=
      "\n"
      + table(
        "DEVICE", ["CLASS", "NODE", "MIRROR", "STATE"],
        status.devices.map { device in
          let state = device.reason.map { "\(device.state): \($0)" } ?? "\(device.state)"
          return [device.name, device.deviceClass, device.node, device.mirror ?? "-", state]
        })
    return text + "\nplan \(status.planSerial) in force\n"
  }

  static func overlays(_ status: ControlStatus) -> String {
    table(
      "OVERLAY", ["KIND", "RANK", "OUTPUTS", "PRESENTED", "KEYBOARD"],
      status.overlays.map {
        [
          "\($0.id)", $0.kind, "\($0.rank)", $0.outputs.joined(separator: ","),
          $0.abandoned ? "abandoned" : $0.presented ? "yes" : "no", has($0.id, status),
        ]
      })
  }

  private static func windows(_ status: ControlStatus, _ shell: ControlStatus.Shell) -> String {
    let stale = shell.staleMilliseconds.map { ", told nothing for \($0) ms" } ?? ""
    let error = shell.error.map { ": \($0)" } ?? ""
    let rows = status.outputs.flatMap { output in
      (output.windows ?? []).map {
        [
          $0.name, output.name, "\($0.x),\($0.y),\($0.width),\($0.height)",
          $0.visible ? "yes" : "no", $0.focused ? "yes" : "no",
        ]
      }
    }
    return table("WINDOW", ["OUTPUT", "RECTANGLE", "VISIBLE", "FOCUSED"], rows)
      + "shell \(shell.state)\(stale)\(error)\n"
  }

  private static func has(_ owner: UInt32?, _ status: ControlStatus) -> String {
    owner != nil && owner == status.keyboardOwner ? "yes" : "no"
  }

  /// Columns as wide as what is in them; the first names the thing.
  static func table(
    _ thing: String, _ columns: [String], _ rows: [[String]]
  ) -> String {
    let lines = [[thing] + columns] + (rows.isEmpty ? [["none"]] : rows)
    let widths = (0...columns.count).map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return lines.map { cells in
      cells.enumerated().map { column, cell in
        column == cells.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
