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
    Field("schema", .integer(1...1), need: .inEachFile, "the version of this format") {
      (node, _) throws(ProfileError) in
      _ = try node.integer(in: 1...1)
    },
    .text("name", need: .required, "the board's name, for people") { $0.name = $1.value },
    .list(
      "match", 0...16, of: match, from: BoardMatch(),
      "the machines that this profile is for, any of them; `{}` is every machine"
    ) { $0.match = $1 },
    .text("extends", "the profile that this one is laid over, by name or by path") {
      $0.extends = $1
    },
    .list(
      "outputs", 1...16, of: output, from: Draft.Output(), need: .required,
      "the screens, as the compositor names them"
    ) { $0.outputs = $1 }.atStart,
    .mapping("input", input, from: Draft.Input(), "the input devices") { $0.input = $1 },
    Field(
      "systemKeys",
      .names(EventNames.keyNames, of: choices(KeyPolicy.self), standard: [:]),
      words: "mapping of key names to pass or take",
      "keys with a policy of their own, whatever is in front: pass always delivers, "
        + "take never does"
    ) { (node, draft) throws(ProfileError) in draft.systemKeys = try systemKeys(node) },
    Field(
      "ranks", .names(OverlayKind.allCases.map(\.rawValue), of: .integer(rank), standard: ranks),
      words: "mapping of overlay kinds to \(rank.words)",
      "what is in front of what, the higher nearer to the user"
    ) { (node, draft) throws(ProfileError) in draft.ranks = try ranks(node) },
    .list(
      "roles", 0...64, of: role, from: Draft.RoleEntry(),
      standard: "members of group focus may do everything",
      "who may use the control API, and for what; root may do everything"
    ) { $0.roles = $1 },
    .mapping(
      "shell", shell, from: Shell(kind: .sway, socket: ""),
      "the compositor's shell, where an output's geometry is compositor"
    ) { $0.shell = $1 }.atStart,
  ])

  private static let match = FieldTable<BoardMatch>(fields: [
    .text("compatible", "a name of the device tree's root, for example pine64,pinephone") {
      $0.compatible = $1.value
    },
    Field(
      "dmi", .names(Machine.dmiNames, of: .text, standard: [:]),
      words: "mapping of DMI names to texts",
      "what the firmware calls the machine, as in /sys/class/dmi/id"
    ) { (node, match) throws(ProfileError) in match.dmi = try dmi(node) },
    .text("parameter", "a word of the kernel's command line, for example board=till") {
      $0.parameter = $1.value
    },
  ])

  private static let output = FieldTable<Draft.Output>(fields: [
    .text("name", need: .required, "as the compositor names it, for example HDMI-A-1") {
      $0.name = $1
    },
    .integer("width", pixels, need: .required, "pixels of its mode, after rotation") {
      $0.width = $1
    },
    .integer("height", pixels, need: .required, "pixels of its mode, after rotation") {
      $0.height = $1
    },
    .choice(
      "singleScene", Truth.self, standard: .false,
      "whether one app has this output for itself; only then, and where it is the only "
        + "output, keys are delivered to it"
    ) { $0.singleScene = $1.value == .true },
    .choice(
      "geometry", FocusModel.GeometrySource.self, standard: .profile,
      "who says where windows are and which of them has the keyboard; compositor needs a shell"
    ) { $0.geometry = $1 },
  ])

  private static let shell = FieldTable<Shell>(fields: [
    .choice("kind", Shell.Kind.self, standard: .sway, "what is spoken there") {
      $0.kind = $1.value
    },
    .text("socket", need: .required, "the path of its socket, as SWAYSOCK names it") {
      $0.socket = $1.value
    },
  ])

  private static let role = FieldTable<Draft.RoleEntry>(fields: [
    .text("name", need: .required, "what refusals call it") { $0.name = $1 },
    .text("user", "a user's name or number") { $0.holder.user = $1.value },
    .text("group", "a group's name or number; with user, both have to fit") {
      $0.holder.group = $1.value
    },
    .text("unit", "a systemd unit's whole name, for example dialer.service; it has to fit too") {
      $0.holder.unit = $1.value
    },
    Field(
      "raise", list(of: OverlayKind.self), words: "list of overlay kinds",
      "which overlays its holders may raise"
    ) { (node, role) throws(ProfileError) in
      for item in try node.items(0...OverlayKind.allCases.count) {
        role.rights.insert(.raise(try item.choice(of: OverlayKind.self)))
      }
    },
    Field(
      "may", list(of: Permit.self), words: "list of inspect, watch, manage",
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
    Field(
      "ignore", .list(0...64, of: .text), words: "list of 0…64 texts",
      "devices by name that are left alone, ungated"
    ) { (node, input) throws(ProfileError) in
      input.ignore = []
      for item in try node.items(0...64) { input.ignore.append(try item.text()) }
    },
  ])

  private static let touch = FieldTable<Draft.Touch>(fields: [
    .mapping(
      "match", device, from: DeviceMatch(), "the device; left out, it is every touch screen"
    ) { $0.match = $1 },
    .text("output", words: "name of an output", need: .required, "where the device lies") {
      $0.output = $1
    },
    .choice(
      "cancel", Cancel.self, standard: .palm,
      "how a touch that is taken away ends: palm for compositors that pass a cancel on, "
        + "neutral for the others"
    ) { $0.cancel = $1 },
    Field(
      "neutralPoint", .list(2...2, of: .integer(0...pixels.upperBound)), words: "[x, y]",
      "a pixel where a lift does nothing; needed with cancel: neutral"
    ) { (node, touch) throws(ProfileError) in
      let items = try node.items(2...2)
      let point = Draft.Point(
        x: try items[0].integer(in: 0...pixels.upperBound),
        y: try items[1].integer(in: 0...pixels.upperBound))
      touch.neutralPoint = Written(point, at: node)
    },
  ])

  private static let device = FieldTable<DeviceMatch>(fields: [
    .text("name", "the device's whole name") { $0.name = $1.value },
    .text("phys", "its whole physical path; with name, both have to match") {
      $0.phys = $1.value
    },
  ])
}
