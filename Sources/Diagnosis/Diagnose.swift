extension Facts {
  /// What is well and what is not, in the order in which one would mend it.
  public func diagnose() -> [Finding] {
    [profileFinding, daemonFinding, memoryFinding, accountFinding].compactMap { $0 }
      + uinputFindings
      + [rulesFinding] + nodeFindings + grabFindings + mirrorFindings + legacyFindings + rawFindings
      + [consoleFinding, sysRqFinding] + compositorFindings + [xFinding, clientsFinding]
  }

  /// Whom nodes are to belong to.
  var holder: Account { account ?? Account(user: "focusd", group: "focusd") }

  /// Who else may do something with a file, with the unit's own group not counted
  /// where focusd runs as somebody else.
  func others(_ access: FileAccess, _ right: FileAccess.Right) -> [String] {
    access.others(than: holder, right).filter { $0 != "group focusd" }
  }

  var profileFinding: Finding {
    switch profile {
    case .valid(let path): .ok("profile", "\(path) is a valid board profile")
    case .wrong(let error):
      if case .running = daemon {
        // It may have been started with another one.
        .warning(
          "profile", error, means: "focusd runs, but will not start again with this profile",
          advice: "mend it (docs/profile.md), or name the right one with --profile")
      } else {
        .problem(
          "profile", error, means: "focusd does not start without a valid profile",
          advice: "write one (docs/profile.md); boards/ has examples")
      }
    }
  }

  var daemonFinding: Finding {
    switch daemon {
    case .running(let running):
      return .ok("focusd", "\(running.process) runs as \(running.account.user) and answers")
    case .stopped(let reason):
      return .problem(
        "focusd", reason, means: "nothing is gated: every app gets every event",
        advice: "'systemctl start focusd'; 'journalctl -u focusd' says what keeps it from starting")
    case .refused(let reason):
      return .notKnown("focusd", reason, advice: "run as root, or as a member of group focus")
    }
  }

  /// Keystrokes are in focusd's memory: it locks it, so that they are not swapped out.
  var memoryFinding: Finding? {
    guard case .running(let running) = daemon else { return nil }
    let advice = "LimitMEMLOCK=infinity in focusd's unit, and start it again"
    guard let locked = running.lockedKiB else {
      return .notKnown("memory", "focusd's memory cannot be looked at", advice: "run as root")
    }
    let limit = running.lockLimit.map { "may lock \($0 / 1024) KiB" } ?? "may lock all it needs"
    guard locked > 0 else {
      return .warning(
        "memory", "focusd has locked no memory; it \(limit)",
        means: "what is typed may be written to swap", advice: advice)
    }
    return .ok("memory", "focusd has locked \(locked) KiB and \(limit)")
  }

  var accountFinding: Finding? {
    guard account == nil else { return nil }
    return .problem(
      "account", "there is no user focusd", means: "the unit cannot start focusd",
      advice: "'systemd-sysusers' makes it from systemd/focusd.sysusers")
  }

  var uinputFindings: [Finding] {
    guard let uinput else {
      return [
        .problem(
          "uinput", "there is no /dev/uinput", means: "focusd cannot make mirrors",
          advice: "'modprobe uinput', or a kernel with CONFIG_INPUT_UINPUT")
      ]
    }
    var findings: [Finding] = []
    let rules = "install focusd's udev rules and run 'udevadm trigger -s misc -c change'"
    if !holder.lets(uinput) {
      findings.append(
        .problem(
          "uinput", "/dev/uinput (\(uinput.words)) is closed to \(holder.user)",
          means: "focusd cannot make mirrors", advice: rules))
    }
    let others = others(uinput, .write)
    if !others.isEmpty {
      findings.append(
        .problem(
          "uinput",
          "/dev/uinput (\(uinput.words)) can be written by \(others.joined(separator: ", "))",
          means: "they can type and touch past the gate with devices of their own",
          advice: "give it to focusd's group alone: \(rules)"))
    }
    return findings.isEmpty
      ? [.ok("uinput", "/dev/uinput (\(uinput.words)) can be written by focusd alone")] : findings
  }

  var rulesFinding: Finding {
    guard rules.isEmpty else {
      return .ok("rules", "udev rules: \(rules.joined(separator: ", "))")
    }
    return .problem(
      "rules", "focusd's udev rules are in none of udev's directories",
      means: "physical devices are given to whoever reads input on this system",
      advice:
        "install the package, or copy udev/*-focusd.rules to /etc/udev/rules.d, and start the machine again"
    )
  }

  var clientsFinding: Finding {
    guard let clients else {
      return .warning(
        "clients", "there is no group focus", means: "only root may raise overlays",
        advice: "'systemd-sysusers' makes it from systemd/focusd.sysusers")
    }
    return clients.isEmpty
      ? .ok("clients", "group focus has no members but by their units: root may raise overlays")
      : .ok("clients", "members of group focus: \(clients.joined(separator: ", "))")
  }
}

extension Account {
  fileprivate func lets(_ access: FileAccess) -> Bool {
    access.lets(self, .read) && access.lets(self, .write)
  }
}
