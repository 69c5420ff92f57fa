import FocusModel
import InputGate
import Spelling

enum Cancel: String, CaseIterable, Sendable {
  case palm
  case neutral
}

enum KeyPolicy: String, CaseIterable {
  case pass
  case take
}

enum Permit: String, CaseIterable {
  case inspect, watch, manage

  var right: Right {
    switch self {
    case .inspect: .inspect
    case .watch: .watch
    case .manage: .manage
    }
  }
}

/// The table of all fields.
enum ProfileFields {
  /// A mode's pixels in one direction.
  private static let pixels = 1...16384

  static let board = FieldTable<Draft>(fields: [
    Field("schema", "1", required: true, "the version of this format") {
      (node, _) throws(ProfileError) in
      _ = try node.integer(in: 1...1)
    },
    .text("name", required: true, "the board's name, for people") { $0.name = $1 },
    .list(
      "outputs", 1...16, of: output, from: Draft.Output(), required: true,
      "the screens, as the compositor names them"
    ) { $0.outputs = $1 },
    .mapping("input", input, from: Draft.Input(), "the input devices") { $0.input = $1 },
    Field(
      "systemKeys", "mapping of key names to pass or take",
      "keys with a policy of their own, whatever is in front: pass always delivers, "
        + "take never does"
    ) { (node, draft) throws(ProfileError) in draft.systemKeys = try systemKeys(node) },
    Field(
      "ranks", "mapping of overlay kinds to 0…1000",
      "what is in front of what, the higher nearer to the user"
    ) { (node, draft) throws(ProfileError) in draft.ranks = try ranks(node) },
    .list(
      "roles", 0...64, of: role, from: Draft.RoleEntry(),
      "who may use the control API, and for what; root may do everything "
        + "(left out: members of group focus may do everything)"
    ) { $0.roles = $1 },
    .mapping(
      "shell", shell, from: Shell(kind: .sway, socket: ""),
      "the compositor's shell, where an output's geometry is compositor"
    ) { $0.shell = $1 },
  ])

  private static let output = FieldTable<Draft.Output>(fields: [
    Field("name", "text", required: true, "as the compositor names it, for example HDMI-A-1") {
      (node, output) throws(ProfileError) in
      output.name = Written(try node.text(), at: node)
    },
    .integer("width", pixels, required: true, "pixels of its mode, after rotation") {
      $0.width = $1
    },
    .integer("height", pixels, required: true, "pixels of its mode, after rotation") {
      $0.height = $1
    },
    .choice(
      "singleScene", Truth.self,
      "whether one app has this output for itself; only then, and where it is the only "
        + "output, keys are delivered to it (false)"
    ) { $0.singleScene = $1 == .true },
    Field(
      "geometry", FocusModel.GeometrySource.allCases.map(\.rawValue).joined(separator: ", "),
      "who says where windows are and which of them has the keyboard; compositor needs a "
        + "shell (profile)"
    ) { (node, output) throws(ProfileError) in
      output.geometry = Written(try node.choice(of: FocusModel.GeometrySource.self), at: node)
    },
  ])

  private static let shell = FieldTable<Shell>(fields: [
    .choice("kind", Shell.Kind.self, "what is spoken there (sway)") { $0.kind = $1 },
    .text("socket", required: true, "the path of its socket, as SWAYSOCK names it") {
      $0.socket = $1
    },
  ])

  private static let role = FieldTable<Draft.RoleEntry>(fields: [
    Field("name", "text", required: true, "what refusals call it") {
      (node, role) throws(ProfileError) in
      role.name = Written(try node.text(), at: node)
    },
    .text("user", "a user's name or number") { $0.holder.user = $1 },
    .text("group", "a group's name or number; with user, both have to fit") {
      $0.holder.group = $1
    },
    .text("unit", "a systemd unit's whole name, for example dialer.service; it has to fit too") {
      $0.holder.unit = $1
    },
    Field("raise", "list of overlay kinds", "which overlays its holders may raise") {
      (node, role) throws(ProfileError) in
      for item in try node.items(0...OverlayKind.allCases.count) {
        role.rights.insert(.raise(try item.choice(of: OverlayKind.self)))
      }
    },
    Field(
      "may", "list of inspect, watch, manage",
      "what else: read the state, be told of changes, reload the profile and end overlays"
    ) { (node, role) throws(ProfileError) in
      for item in try node.items(0...Permit.allCases.count) {
        role.rights.insert(try item.choice(of: Permit.self).right)
      }
    },
  ])

  private static let input = FieldTable<Draft.Input>(fields: [
    .list(
      "touch", 0...64, of: touch, from: Draft.Touch(),
      "which touch screen lies on which output; the first that matches counts"
    ) { $0.touch = $1 },
    Field("ignore", "list of 0…64 texts", "devices by name that are left alone, ungated") {
      (node, input) throws(ProfileError) in
      input.ignore = []
      for item in try node.items(0...64) { input.ignore.append(try item.text()) }
    },
  ])

  private static let touch = FieldTable<Draft.Touch>(fields: [
    .mapping(
      "match", match, from: DeviceMatch(), "the device; left out, it is every touch screen"
    ) { $0.match = $1 },
    Field("output", "name of an output", required: true, "where the device lies") {
      (node, touch) throws(ProfileError) in
      touch.output = Written(try node.text(), at: node)
    },
    Field(
      "cancel", "palm, neutral",
      "how a touch that is taken away ends: palm for compositors that pass a cancel on, "
        + "neutral for the others (palm)"
    ) { (node, touch) throws(ProfileError) in
      touch.cancel = Written(try node.choice(of: Cancel.self), at: node)
    },
    Field(
      "neutralPoint", "[x, y]", "a pixel where a lift does nothing; needed with cancel: neutral"
    ) { (node, touch) throws(ProfileError) in
      let items = try node.items(2...2)
      let point = Draft.Point(
        x: try items[0].integer(in: 0...pixels.upperBound),
        y: try items[1].integer(in: 0...pixels.upperBound))
      touch.neutralPoint = Written(point, at: node)
    },
  ])

  private static let match = FieldTable<DeviceMatch>(fields: [
    .text("name", "the device's whole name") { $0.name = $1 },
    .text("phys", "its whole physical path; with name, both have to match") { $0.phys = $1 },
  ])

  private static func systemKeys(_ node: ProfileNode) throws(ProfileError) -> SystemKeys {
    var keys = SystemKeys()
    for (name, key, value) in try node.fields() {
      guard let found = EventNames.find(name), found.type == EV.key, !name.contains(":") else {
        throw key.error(
          "there is no key '\(name)'", allowed: "names of linux/input-event-codes.h",
          meant: nearest(to: name, in: EventNames.keyNames))
      }
      switch try value.choice(of: KeyPolicy.self) {
      case .pass: keys.pass[found.code] = true
      case .take: keys.take[found.code] = true
      }
    }
    return keys
  }

  private static func ranks(_ node: ProfileNode) throws(ProfileError) -> [OverlayKind: Int] {
    var ranks: [OverlayKind: Int] = [:]
    let kinds = OverlayKind.allCases.map(\.rawValue)
    for (name, key, value) in try node.fields() {
      guard let kind = OverlayKind(rawValue: name) else {
        throw key.error("there is no such kind of overlay", word: name, among: kinds)
      }
      ranks[kind] = try value.integer(in: 0...1000)
    }
    return ranks
  }
}
