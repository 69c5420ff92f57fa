/// Event nodes, and what else shows the same devices.
extension Facts {
  /// Devices that the gate is for.
  private var gated: [Device] { devices.filter { $0.treatment != .leftAlone } }

  private static let trigger = "install focusd's udev rules and run 'udevadm trigger -s input'"

  var nodeFindings: [Finding] {
    guard !gated.isEmpty else {
      return [
        .warning(
          "devices", "there is no keyboard, touch screen or pointer",
          means: "there is nothing to gate until one is plugged in",
          advice: "look at 'focusctl input list'")
      ]
    }
    let findings = gated.flatMap(nodeFindings)
    return findings.isEmpty
      ? [.ok("devices", "focusd alone can read the \(gated.count) devices that it gates")]
      : findings
  }

  private func nodeFindings(_ device: Device) -> [Finding] {
    let node = "\(device.access.path) (\(device.name), \(device.access.words))"
    var findings: [Finding] = []
    if case .degraded(let reason) = device.treatment {
      findings.append(
        .problem(
          "devices", "\(device.access.path) (\(device.name)) is degraded: \(reason)",
          means: "its events reach nobody through focusd",
          advice: "'focusctl input explain \(device.access.path)' says more"))
    }
    if !device.access.lets(holder, .read) {
      findings.append(
        .problem(
          "devices", "\(node) is closed to \(holder.user)",
          means: "focusd cannot gate it, and its events go round the gate", advice: Facts.trigger))
    }
    let others = others(device.access, .read)
    if !others.isEmpty {
      findings.append(
        .problem(
          "devices", "\(node) can be read by \(others.joined(separator: ", "))",
          means: "they see what is held down on it, and everything while focusd does not run",
          advice: Facts.trigger))
    }
    if !device.isIgnoredByLibinput {
      findings.append(
        .problem(
          "devices", "\(node) has no LIBINPUT_IGNORE_DEVICE",
          means: "a compositor reads it beside its mirror: everything, while focusd does not run",
          advice: Facts.trigger))
    }
    return findings
  }

  /// Who holds a device that focusd could not get, or reads one beside it.
  var grabFindings: [Finding] {
    var findings: [Finding] = []
    for device in gated where device.isGrabbed == true {
      let readers = device.readers.map { readers in
        readers.isEmpty
          ? "nobody that can be seen" : readers.map(\.description).joined(separator: ", ")
      }
      findings.append(
        .problem(
          "grabs",
          "\(device.access.path) (\(device.name)) is grabbed by another program; "
            + "open in: \(readers ?? "not known: run as root")",
          means: "its events reach that program and nobody else: not focusd, no app",
          advice: "stop that program, or name the device in the profile's input.ignore"))
    }
    for device in gated where device.isGrabbed != true {
      guard let readers = device.readers, !readers.isEmpty else { continue }
      findings.append(
        .warning(
          "grabs",
          "\(device.access.path) (\(device.name)) is open in "
            + readers.map(\.description).joined(separator: ", "),
          means: "they get nothing while focusd holds it, and everything when it does not",
          advice: "start them when focusd is ready, so that they open the mirrors"))
    }
    if findings.isEmpty, gated.contains(where: { $0.readers == nil }) {
      return [.notKnown("grabs", "who has devices open may not be seen", advice: "run as root")]
    }
    return findings.isEmpty
      ? [.ok("grabs", "nobody but focusd has a physical device open")] : findings
  }

  /// Who reads mirrors themselves is not asked which window is in front.
  var mirrorFindings: [Finding] {
    let open = mirrors.filter { $0.others(than: holder, .read).contains("everybody") }
    if let mirror = open.first {
      return [
        .problem(
          "mirrors", "\(open.count) mirrors can be read by everybody, as \(mirror.path)",
          means: "any program gets what is typed, whichever window is in front",
          advice: "find the udev rule that opens them ('udevadm test \(mirror.path)')")
      ]
    }
    let members = mirrorReaders.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    guard !members.isEmpty else {
      return [.ok("mirrors", "nobody but compositors' seats can open mirrors")]
    }
    return members.map { group, users in
      .warning(
        "mirrors", "group \(group) reads mirrors; its members: \(users.joined(separator: ", "))",
        means: "their programs get what is typed, whichever window is in front",
        advice: "take users of apps and compositors out of it: logind or seatd opens "
          + "the devices of a compositor")
    }
  }

  /// Handlers beside evdev: silent while focusd holds the device, but open before and after.
  var legacyFindings: [Finding] {
    let open = legacyNodes.filter { !others($0, .read).isEmpty }
    guard !open.isEmpty else {
      return [.ok("js-mouse", "no js or mouse node is open to others than focusd")]
    }
    return open.map { node in
      .warning(
        "js-mouse",
        "\(node.path) (\(node.words)) can be read by "
          + others(node, .read).joined(separator: ", "),
        means: "they get the device's events whenever focusd does not hold it",
        advice: "\(Facts.trigger); programs can read the mirrors' event nodes instead")
    }
  }

  /// hidraw gives reports before the input layer sees them: no grab stops that.
  var rawFindings: [Finding] {
    let open = rawNodes.filter { !others($0, .read).isEmpty }
    guard !open.isEmpty else {
      return [.ok("hidraw", "no input device's hidraw node is open to others than root")]
    }
    return open.map { node in
      .problem(
        "hidraw",
        "\(node.path) (\(node.words)) can be read by "
          + others(node, .read).joined(separator: ", "),
        means: "they get everything that the device sends, gated or not",
        advice: "find the udev rule that opens it ('udevadm test \(node.path)') and take it out")
    }
  }
}
