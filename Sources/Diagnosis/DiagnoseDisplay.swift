/// What a compositor or an X server lets clients do beside focusd.
extension Facts {
  /// Interfaces by which a client makes input that no device sent.
  static let typing: Set<String> = [
    "zwp_virtual_keyboard_manager_v1", "zwlr_virtual_pointer_manager_v1",
    "org_kde_kwin_fake_input", "zwp_input_method_manager_v2",
  ]
  /// Interfaces by which a client gets pictures of other clients.
  static let capture: Set<String> = [
    "zwlr_screencopy_manager_v1", "ext_image_copy_capture_manager_v1",
    "zwlr_export_dmabuf_manager_v1",
  ]

  var compositorFindings: [Finding] {
    guard !compositors.isEmpty else {
      return [
        .notKnown(
          "compositor", "no Wayland socket was found",
          advice: "name it: --wayland /run/user/1000/wayland-1")
      ]
    }
    return compositors.flatMap(Facts.findings)
  }

  private static func findings(_ compositor: Compositor) -> [Finding] {
    guard let globals = compositor.globals else {
      return [
        .notKnown(
          "compositor", "\(compositor.socket) could not be asked: \(compositor.error)",
          advice: "run as root or as the compositor's user")
      ]
    }
    let advice =
      globals.contains("wp_security_context_manager_v1")
      ? "start apps in a security context (wp_security_context_v1), which hides it from them"
      : "use a compositor that does not offer it, or keep its socket from apps"
    var findings: [Finding] = []
    let typing = globals.intersection(typing).sorted()
    if !typing.isEmpty {
      findings.append(
        .problem(
          "virtual-input", "\(compositor.socket) offers \(typing.joined(separator: ", "))",
          means: "its clients can type and point into whatever is in front, past the gate",
          advice: advice))
    }
    let capture = globals.intersection(capture).sorted()
    if !capture.isEmpty {
      findings.append(
        .warning(
          "screencopy", "\(compositor.socket) offers \(capture.joined(separator: ", "))",
          means: "its clients can take pictures of each other and of overlays", advice: advice))
    }
    return findings.isEmpty
      ? [
        .ok(
          "compositor", "\(compositor.socket) lets clients neither make input nor take pictures")
      ] : findings
  }

  var xFinding: Finding {
    guard !xServers.isEmpty else { return .ok("x11", "no X server runs") }
    return .warning(
      "x11", "an X server listens: \(xServers.joined(separator: ", "))",
      means: "its clients can read each other's keys and make them (XTEST); Xwayland's only "
        + "among X clients",
      advice: "keep apps that do not trust each other off X11, or start the compositor without "
        + "Xwayland")
  }
}
