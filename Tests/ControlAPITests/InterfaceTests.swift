import FocusModel
import FoundationEssentials
import InputGate
import Testing

@testable import ControlAPI

/// The interface file against the types, in both directions: every field that is
/// declared is sent, and nothing is sent that is not declared.
@Suite struct InterfaceTests {
  private let file: InterfaceFile

  init() throws { file = try InterfaceFile.control() }

  @Test func theFileAndTheConstantAreTheSame() throws {
    let text = try InterfaceFile.text(InterfaceFile.path)
    if InterfaceFile.updates {
      let path = "Sources/ControlAPI/InterfaceText.swift"
      let old = try InterfaceFile.text(path)
      let start = try #require(old.firstRange(of: "  static let control = #\"\"\"\n")).upperBound
      let end = try #require(old.firstRange(of: "\n    \"\"\"#\n\n  /// https")).lowerBound
      let indented = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
      let before = old[..<start]
      let after = old[end...]
      try InterfaceFile.write("\(before)\(indented)\(after)", path)
    } else {
      #expect(text == InterfaceText.control, "FOCUSD_UPDATE=1 swift test writes it anew")
    }
  }

  @Test func theReferenceIsGenerated() throws {
    let path = "docs/api.md"
    let old = try InterfaceFile.text(path)
    let begin = "<!-- generated from the interface file -->\n"
    let end = "<!-- end of the generated part -->\n"
    let start = try #require(old.firstRange(of: begin)).upperBound
    let stop = try #require(old.firstRange(of: end)).lowerBound
    let reference = InterfaceReference.markdown(file)
    if InterfaceFile.updates {
      let before = old[..<start]
      let after = old[stop...]
      try InterfaceFile.write("\(before)\(reference)\(after)", path)
    } else {
      #expect(old[start..<stop] == reference, "FOCUSD_UPDATE=1 swift test writes it anew")
    }
  }

  @Test func theMethodsAreThose() {
    #expect(
      Set(file.members("method").map { "org.focusd.Control." + $0.name })
        == Set(ControlInterface.Method.allCases.map(\.rawValue)))
    #expect(file.members.count > 30)
  }

  private func takes<Parameters: CallParameters>(_ method: String, _: Parameters.Type) throws {
    let member = try #require(file.members("method").first { $0.name == method })
    #expect(
      Set(member.fields.map(\.name))
        == Set(Parameters.CodingKeys.allCases.map(\.stringValue)), "\(method)")
  }

  @Test func methodsTakeWhatIsDeclared() throws {
    try takes("Raise", RaiseParameters.self)
    try takes("Reclaim", ReclaimParameters.self)
    try takes("Present", PresentParameters.self)
    try takes("ConfirmKeyboard", ConfirmKeyboardParameters.self)
    try takes("Dismiss", DismissParameters.self)
    try takes("DismissOverlay", DismissOverlayParameters.self)
    try takes("Status", NoParameters.self)
    try takes("Watch", WatchParameters.self)
    try takes("Reload", NoParameters.self)
  }

  // MARK: Replies

  private static var status: ControlStatus {
    var model = FocusModel(outputs: [
      .init(name: "A", width: 9, height: 9, singleScene: true, geometry: .compositor)
    ])
    _ = try? model.handle(
      .raise(OverlayRequest(kind: .call, wantsKeyboard: true), token: OverlayToken("t")))
    let window = ShellReport.Window(
      id: 1, name: "w", process: 1, output: OutputID(rawValue: 0),
      rect: Rect(x: 0, y: 0, width: 9, height: 9), isVisible: true)
    _ = try? model.handle(.shell(ShellReport(windows: [window], keyboard: .noWindow)))
    _ = try? model.handle(.confirmKeyboard(OverlayToken("t"), entered: true))
    let device = ControlStatus.Device(
      name: "n", node: "e0", mirror: "e1", deviceClass: "touch", state: .degraded, reason: "busy")
    let shell = ControlStatus.Shell(
      socket: "s", state: "silent", staleMilliseconds: 1, error: "e")
    return ControlStatus(model: model, devices: [device], shell: shell, planSerial: 1)
  }

  /// A notice with everything that one can have.
  private static var notice: Notice {
    var notice = Notice(.gap)
    notice.state = status
    notice.scene = status.scenes.first
    notice.output = "A"
    notice.overlay = status.overlays.first
    notice.reason = EndReason.removed.rawValue
    notice.device = status.devices.first
    return notice
  }

  private func json(_ value: some Encodable) throws -> Any {
    try JSONValue.read(try JSONEncoder().encode(value))
  }

  /// What a whole value lacks or has too much, beside the declaration.
  private func mismatches(_ value: Any, _ fields: [InterfaceFile.Field], _ path: String) -> [String]
  {
    guard let object = value as? [String: Any] else { return ["\(path): no object"] }
    let undeclared = Set(object.keys).subtracting(fields.map(\.name))
    return undeclared.sorted().map { "\(path).\($0): not declared" }
      + fields.flatMap { field -> [String] in
        guard let inner = object[field.name] else { return ["\(path).\(field.name): never sent"] }
        return mismatches(inner, field.kind, "\(path).\(field.name)")
      }
  }

  private func mismatches(_ value: Any, _ kind: InterfaceFile.Kind, _ path: String) -> [String] {
    switch kind {
    case .optional(let inner): return mismatches(value, inner, path)
    case .list(let inner):
      guard let list = value as? [Any] else { return ["\(path): no list"] }
      return list.flatMap { mismatches($0, inner, path) }
    case .choice(let names):
      return (value as? String).map(names.contains) ?? false ? [] : ["\(path): \(value)"]
    case .named("string"): return value is String ? [] : ["\(path): no string"]
    case .named("int"): return value is Int64 ? [] : ["\(path): no int"]
    case .named("bool"): return value is Bool ? [] : ["\(path): no bool"]
    case .named(let name):
      guard let type = file.type(name) else { return ["\(path): no type \(name)"] }
      guard type.choices.isEmpty else { return mismatches(value, .choice(type.choices), path) }
      return mismatches(value, type.fields, path)
    }
  }

  private func reply(_ method: String) throws -> [InterfaceFile.Field] {
    try #require(file.members("method").first { $0.name == method }).reply
  }

  @Test func repliesAreWhatIsDeclared() throws {
    #expect(mismatches(try json(InterfaceTests.status), try reply("Status"), "Status") == [])
    #expect(mismatches(try json(InterfaceTests.notice), try reply("Watch"), "Watch") == [])
    let news = OverlayNews(state: .ended, id: 1, token: "t", reason: EndReason.stopping.rawValue)
    #expect(mismatches(try json(news), try reply("Raise"), "Raise") == [])
    #expect(try reply("Reclaim") == reply("Raise"))
    #expect(
      mismatches(
        try json(ReloadReport(applied: ["a"], needsRestart: ["b"])), try reply("Reload"), "Reload")
        == [])
    for method in ["Present", "ConfirmKeyboard", "Dismiss", "DismissOverlay"] {
      #expect(try reply(method) == [])
    }
    #expect(try reply("Status") == file.type("State")?.fields)
  }

  @Test func aMismatchIsSeen() throws {
    var status = try #require(try json(InterfaceTests.status) as? [String: Any])
    status["planSerial"] = "1"
    status["secret"] = true
    status["outputs"] = nil
    #expect(
      mismatches(status, try reply("Status"), "S")
        == ["S.secret: not declared", "S.outputs: never sent", "S.planSerial: no int"])
  }

  @Test func everyChoiceIsTheTypes() throws {
    #expect(file.type("OverlayKind")?.choices == OverlayKind.allCases.map(\.rawValue))
    func choices(_ method: String, _ field: String) throws -> [String] {
      let kind = try #require(try reply(method).first { $0.name == field }).kind
      switch kind {
      case .choice(let names), .optional(.choice(let names)): return names
      default: return []
      }
    }
    #expect(try choices("Watch", "event") == Notice.Event.allCases.map(\.rawValue))
    let reasons = [EndReason.dismissed, .clientGone, .removed, .stopping].map(\.rawValue)
    #expect(try choices("Raise", "reason") == reasons)
    #expect(try choices("Watch", "reason") == reasons)
  }

  // MARK: Errors

  private static let errors: [ControlError] = [
    .unknownToken, .noRegions, .keyboardNotWanted, .abandoned, .notAbandoned, .notYourOverlay,
    .permissionDenied("raise call", roles: ["a"]), .unknownOverlay(1), .tooManyClients(limit: 1),
    .tooManyCalls(limit: 1), .tooSlow(serial: 1), .badMessage("m"), .badProfile("m"),
    .unknownOutput("o"), .unknownKind("k"),
    .badRegion(ControlRegion(output: "o", x: 0, y: 0, width: 1, height: 1)),
    .tooManyRegions(limit: 1), .tooManyOverlays(limit: 1),
  ]

  @Test func errorsAreWhatIsDeclaredAndHaveWords() throws {
    let declared = file.members("error")
    #expect(
      Set(declared.map { "org.focusd.Control." + $0.name })
        == Set(InterfaceTests.errors.map(\.name)))
    for error in InterfaceTests.errors {
      let member = try #require(declared.first { error.name.hasSuffix("." + $0.name) })
      #expect(mismatches(try json(error.details), member.fields, member.name) == [])
      #expect(error.description != error.name)
    }
  }

  @Test func everythingIsExplained() {
    // What speaks for itself needs no words.
    let plain = [
      "UnknownOutput", "UnknownKind", "NoRegions", "TooManyRegions", "TooManyOverlays",
      "UnknownOverlay", "Output",
    ]
    for member in file.members where !plain.contains(member.name) {
      #expect(!member.comment.isEmpty, "\(member.name)")
    }
  }
}

/// JSON as plain values: FoundationEssentials has no JSONSerialization.
private enum JSONValue: Decodable {
  case value(Any)

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var plain: Any {
    switch self {
    case .value(let value): value
    }
  }

  static func read(_ data: Data) throws -> Any { try JSONDecoder().decode(self, from: data).plain }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      var fields: [String: Any] = [:]
      for key in object.allKeys {
        fields[key.stringValue] = try object.decode(JSONValue.self, forKey: key).plain
      }
      self = .value(fields)
    } else if var list = try? decoder.unkeyedContainer() {
      var items: [Any] = []
      while !list.isAtEnd { items.append(try list.decode(JSONValue.self).plain) }
      self = .value(items)
    } else {
      let single = try decoder.singleValueContainer()
      if let value = try? single.decode(Bool.self) {
        self = .value(value)
      } else if let value = try? single.decode(Int64.self) {
        self = .value(value)
      } else {
        self = .value(try single.decode(String.self))
      }
    }
  }
}
