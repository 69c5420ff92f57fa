import FocusModel
import InputGate

// What no field can know alone: whether the parts fit together.
extension BoardProfile {
  init(_ draft: Draft) throws(ProfileError) {
    name = draft.name
    outputs = try BoardProfile.outputs(draft.outputs, hasShell: draft.shell != nil)
    ranks = draft.ranks
    roles = try draft.roles.map(BoardProfile.roles) ?? [.operators]
    shell = draft.shell
    ignore = draft.input.ignore
    systemKeys = draft.systemKeys
    var rules: [TouchRule] = []
    for touch in draft.input.touch {
      // The table has made sure that there is an output.
      guard let output = touch.output else { continue }
      rules.append(try BoardProfile.rule(touch, on: output, of: outputs))
    }
    self.touch = rules
  }

  private static func outputs(
    _ drafts: [Draft.Output], hasShell: Bool
  ) throws(ProfileError) -> [FocusModel.Output] {
    var outputs: [FocusModel.Output] = []
    for draft in drafts {
      guard let name = draft.name else { continue }
      if outputs.contains(where: { $0.name == name.value }) {
        throw name.node.error("there is an output '\(name.value)' already")
      }
      outputs.append(
        .init(
          name: name.value, width: Int32(clamping: draft.width),
          height: Int32(clamping: draft.height), singleScene: draft.singleScene,
          geometry: draft.geometry?.value ?? .profile))
      if let geometry = draft.geometry, geometry.value == .compositor, !hasShell {
        throw geometry.node.error("geometry: compositor needs a shell")
      }
    }
    return outputs
  }

  private static func roles(_ entries: [Draft.RoleEntry]) throws(ProfileError) -> [Role] {
    var roles: [Role] = []
    for entry in entries {
      guard let name = entry.name else { continue }
      if roles.contains(where: { $0.name == name.value }) {
        throw name.node.error("there is a role '\(name.value)' already")
      }
      guard entry.holder != Role.Holder() else {
        throw name.node.error(
          "nobody has this role", allowed: "at least one of user, group, unit beside it")
      }
      roles.append(Role(name: name.value, holder: entry.holder, rights: entry.rights))
    }
    return roles
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
