import FocusModel
import InputGate

// What no field can know alone: whether the parts fit together.
extension BoardProfile {
  /// Reads a profile out of a tree that may have come together from several files.
  static func read(_ tree: YAMLNode) throws(ProfileFailure) -> BoardProfile {
    var draft = Draft()
    var reading = Reading()
    ProfileFields.board.read(ProfileNode(yaml: tree, path: ""), into: &draft, &reading)
    guard reading.errors.isEmpty else { throw ProfileFailure(reading.errors) }
    let profile = BoardProfile(draft, &reading.errors)
    guard reading.errors.isEmpty else { throw ProfileFailure(reading.errors) }
    return profile
  }

  /// - Parameter errors: gets what does not fit; the profile is of no use then.
  private init(_ draft: Draft, _ errors: inout [ProfileError]) {
    name = draft.name
    ranks = draft.ranks
    shell = draft.shell
    ignore = draft.input.ignore
    systemKeys = draft.systemKeys
    var outputs: [FocusModel.Output] = []
    for output in draft.outputs {
      collect(&errors) { () throws(ProfileError) in
        try BoardProfile.check(output, outputs, hasShell: draft.shell != nil)
      }
      outputs.append(
        FocusModel.Output(
          name: output.name?.value ?? "", width: Int32(clamping: output.width),
          height: Int32(clamping: output.height), singleScene: output.singleScene,
          geometry: output.geometry?.value ?? .profile))
    }
    self.outputs = outputs
    var roles: [Role] = []
    for entry in draft.roles ?? [] {
      collect(&errors) { () throws(ProfileError) in try BoardProfile.check(entry, roles) }
      roles.append(
        Role(name: entry.name?.value ?? "", holder: entry.holder, rights: entry.rights))
    }
    self.roles = draft.roles == nil ? [.operators] : roles
    var rules: [TouchRule] = []
    for touch in draft.input.touch {
      // The table has made sure that there is an output.
      guard let output = touch.output else { continue }
      collect(&errors) { () throws(ProfileError) in
        rules.append(try BoardProfile.rule(touch, on: output, of: outputs))
      }
    }
    self.touch = rules
  }

  private static func check(
    _ output: Draft.Output, _ others: [FocusModel.Output], hasShell: Bool
  ) throws(ProfileError) {
    if let name = output.name, others.contains(where: { $0.name == name.value }) {
      throw name.node.error("there is an output '\(name.value)' already")
    }
    if let geometry = output.geometry, geometry.value == .compositor, !hasShell {
      throw geometry.node.error("geometry: compositor needs a shell")
    }
  }

  private static func check(_ role: Draft.RoleEntry, _ others: [Role]) throws(ProfileError) {
    guard let name = role.name else { return }
    if others.contains(where: { $0.name == name.value }) {
      throw name.node.error("there is a role '\(name.value)' already")
    }
    guard role.holder != Role.Holder() else {
      throw name.node.error(
        "nobody has this role", allowed: "at least one of user, group, unit beside it")
    }
  }

  private static func rule(
    _ touch: Draft.Touch, on output: Written<String>, of outputs: [FocusModel.Output]
  ) throws(ProfileError) -> TouchRule {
    guard let index = outputs.firstIndex(where: { $0.name == output.value }) else {
      throw output.node.error(
        "there is no output '\(output.value)'", word: output.value, among: outputs.map(\.name))
    }
    return TouchRule(
      match: touch.match, placement: placement(of: index, in: outputs),
      cancel: try cancel(touch, on: outputs[index]))
  }

  private static func cancel(
    _ touch: Draft.Touch, on output: FocusModel.Output
  ) throws(ProfileError) -> CancelPolicy {
    guard let cancel = touch.cancel, cancel.value == .neutral else {
      if let point = touch.neutralPoint {
        throw point.node.error("a neutralPoint is of use only with cancel: neutral")
      }
      return .palm
    }
    guard let point = touch.neutralPoint else {
      throw cancel.node.error("neutral needs a neutralPoint")
    }
    let x = Int32(clamping: point.value.x)
    let y = Int32(clamping: point.value.y)
    guard x < output.width, y < output.height else {
      throw point.node.error(
        "the point is outside the output '\(output.name)'",
        allowed: "[0…\(output.width - 1), 0…\(output.height - 1)]")
    }
    return .neutral(x: x, y: y)
  }
}

/// Keeps an error for later.
private func collect(
  _ errors: inout [ProfileError], _ body: () throws(ProfileError) -> Void
) {
  do throws(ProfileError) { try body() } catch { errors.append(error) }
}
