import BoardProfile

extension BoardProbe {
  /// A profile to start from: right in itself, with what is not known in comments.
  var yaml: String {
    var lines = head
    lines += ["schema: 1", "name: \(quoted(title))", ""]
    lines += matchLines
    lines.append("")
    lines += outputLines
    lines.append("")
    lines += touchLines
    return lines.joined(separator: "\n") + "\n"
  }

  private var title: String {
    if let product = machine.dmi["product_name"] {
      return (machine.dmi["sys_vendor"].map { "\($0) " } ?? "") + product
    }
    return machine.compatible.first ?? "a board"
  }

  private var head: [String] {
    var lines = ["# What 'focusctl board probe' found; check each line (docs/profile.md)."]
    lines += machine.compatible.map { "# compatible: \($0)" }
    for name in Machine.dmiNames {
      if let text = machine.dmi[name] { lines.append("# \(name): \(text)") }
    }
    lines += outputs.map { output in
      let state = output.isConnected ? "connected" : "not connected"
      return "# output \(output.name): \(state) \(output.modes.first ?? "")"
    }
    lines += devices.map { "# \($0.node): \($0.deviceClass), name \($0.name), phys \($0.phys)" }
    return lines.map(plain)
  }

  private var matchLines: [String] {
    if let first = machine.compatible.first {
      return ["match:", "  - compatible: \(quoted(first))"]
    }
    let fields = ["sys_vendor", "product_name"].compactMap { name in
      machine.dmi[name].map { "\(name): \(quoted($0))" }
    }
    guard !fields.isEmpty else {
      return ["# Nothing tells this machine from others: name the profile to focusd."]
    }
    return ["match:", "  - dmi: {\(fields.joined(separator: ", "))}"]
  }

  private var connected: [Output] {
    var connected: [Output] = []
    for output in outputs where output.isConnected && size(output) != nil {
      // Two cards may have outputs of one name.
      if !connected.contains(where: { $0.name == output.name }) { connected.append(output) }
    }
    return connected.isEmpty
      ? [Output(name: "HDMI-A-1", isConnected: false, modes: ["1920x1080"])]
      : Array(connected.prefix(16))
  }

  private var outputLines: [String] {
    var lines = ["outputs:"]
    for output in connected {
      guard let size = size(output) else { continue }
      if !output.isConnected { lines.append("  # No output is connected: this one is made up.") }
      lines += [
        "  - name: \(quoted(output.name))", "    # Swap them where the compositor rotates it.",
        "    width: \(size.width)", "    height: \(size.height)",
        "    # true where one app has this output for itself.", "    singleScene: false",
      ]
    }
    return lines
  }

  private var touchLines: [String] {
    let panels = devices.filter { $0.deviceClass == "touchscreen" && !$0.name.isEmpty }
    guard !panels.isEmpty, let output = connected.first else {
      return ["# No touch screen was found."]
    }
    var lines = ["input:", "  touch:"]
    for panel in panels.prefix(64) {
      if connected.count > 1 { lines.append("    # Which output does it lie on?") }
      lines += [
        "    - match: {name: \(quoted(panel.name))}", "      output: \(quoted(output.name))",
        "      # palm under sway; else neutral, with a neutralPoint.", "      cancel: palm",
      ]
    }
    return lines
  }

  private func size(_ output: Output) -> (width: Int, height: Int)? {
    // An interlaced mode has a letter behind it.
    let parts = (output.modes.first ?? "").split(separator: "x").map { part in
      Int(part.prefix { ("0"..."9").contains($0) })
    }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    return (width, height)
  }

  /// In YAML's double quotes.
  private func quoted(_ text: String) -> String {
    let escaped = plain(text).map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
    return "\"\(escaped.joined())\""
  }

  /// What is no text of a line for YAML becomes a blank: controls, other line
  /// ends, what is no character.
  private func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f...0x9f, 0x2028...0x2029, 0xfeff, 0xfffe...0xffff: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
