/// What the kernel itself does with keys.
extension Facts {
  var consoleFinding: Finding {
    switch console {
    case .none:
      return .ok("console", "the kernel has no virtual console")
    case .notKnown(let reason):
      return .notKnown(
        "console", "the console's keyboard mode is not known: \(reason)", advice: "run as root")
    case .mode(Facts.off, isMapEmpty: _, let terminal):
      return .ok("console", "the console in front (\(terminal)) takes no keys (K_OFF)")
    case .mode(_, isMapEmpty: true, let terminal):
      return .ok("console", "the console in front (\(terminal)) has an empty keymap")
    case .mode(let mode, isMapEmpty: _, let terminal):
      return .problem(
        "console",
        "the console in front (\(terminal)) takes keys (\(Facts.name(of: mode)))",
        means: "what passes to an app is typed on the console too, where a shell may read it, "
          + "and Ctrl-Alt-F2 and Ctrl-Alt-Del work",
        advice: "'systemctl enable --now focusd-console' empties its keymap; beside that a "
          + "compositor started by seatd or logind switches it off while it runs")
    }
  }

  /// K_OFF of linux/kd.h.
  private static let off: Int32 = 4

  private static func name(of mode: Int32) -> String {
    let names = ["K_RAW", "K_XLATE", "K_MEDIUMRAW", "K_UNICODE"]
    return names.indices.contains(Int(mode)) ? names[Int(mode)] : "mode \(mode)"
  }

  /// The bits of /proc/sys/kernel/sysrq that go round the gate
  /// (Documentation/admin-guide/sysrq.rst).
  private static let sysRqBits: [(bit: Int, does: String)] = [
    (4, "take the keyboard back for the console (r) and kill what is on it (k)"),
    (8, "print memory and keys held to the log"),
    (64, "kill all programs (e, i)"),
  ]

  var sysRqFinding: Finding {
    guard let sysRq, sysRq != 0 else { return .ok("sysrq", "SysRq is off") }
    let advice =
      "'systemctl enable --now focusd-console' switches it off, as kernel.sysrq=0 in "
      + "/etc/sysctl.d does"
    let does = sysRq == 1 ? Facts.sysRqBits : Facts.sysRqBits.filter { sysRq & $0.bit != 0 }
    guard !does.isEmpty else {
      return .warning(
        "sysrq", "SysRq is limited (kernel.sysrq = \(sysRq))",
        means: "any keyboard can do what is left of it, a reboot for example, whatever is in front",
        advice: advice)
    }
    return .problem(
      "sysrq", "SysRq is on (kernel.sysrq = \(sysRq))",
      means: "any keyboard can, whatever is in front: "
        + does.map(\.does).joined(separator: "; "),
      advice: advice)
  }
}
