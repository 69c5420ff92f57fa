/// The input devices for people.
enum InputText {
  static func list(_ items: [InventoryItem]) -> String {
    StatusText.table(
      "NODE", ["NAME", "CLASS", "PHYS", "FOCUSD"],
      items.map {
        [
          $0.node.path, $0.device.name, $0.device.className,
          $0.device.phys.isEmpty ? "-" : $0.device.phys,
          $0.treatment.words,
        ]
      })
  }

  static func explain(_ report: InputReport) -> String {
    var text = "\(report.device.node)  \(report.device.name)\n"
    func line(_ label: String, _ value: String) {
      guard !value.isEmpty else { return }
      text += "  \(label)\(String(repeating: " ", count: max(1, 12 - label.count)))\(value)\n"
    }
    line("class", "\(report.device.deviceClass), because of: \(report.because)")
    line("focusd", report.device.words)
    line("profile", report.profile ?? "")
    line("identity", "\(report.identity) (bus, vendor, product, version)")
    line("phys", report.device.phys)
    line("uniq", report.uniq)
    line("properties", report.properties.joined(separator: ", "))
    for type in report.codes.keys.sorted() where type != "EV_ABS" || report.axes.isEmpty {
      line(type, brief(report.codes[type] ?? []))
    }
    if let unread = report.unread {
      line("read from", "sysfs, without the axes' ranges: \(unread)")
    }
    if !report.axes.isEmpty {
      text += "\n"
      text += StatusText.table(
        "AXIS", ["MINIMUM", "MAXIMUM", "UNITS/MM", "FUZZ", "FLAT"],
        report.axes.map {
          [
            $0.name, "\($0.minimum)", "\($0.maximum)",
            $0.resolution == 0 ? "-" : "\($0.resolution)",
            "\($0.fuzz)", "\($0.flat)",
          ]
        })
    }
    if !report.gate.isEmpty {
      text += "\n"
      text += StatusText.table("EVENTS", ["GATE"], report.gate.map { [$0.events, $0.rule] })
    }
    return text
  }

  private static func brief(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
