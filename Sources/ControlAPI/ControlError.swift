import FocusModel

/// A named error of the interface, as it goes over the wire in both directions.
public struct ControlError: Error, Hashable, Sendable {
  /// The fields that one error or another has.
  struct Details: Codable, Hashable, Sendable {
    var output: String?
    var kind: String?
    var region: ControlRegion?
    var limit: Int?
    var needed: String?
    var roles: [String]?
    var id: Int64?
    var serial: Int64?
    var message: String?
    var parameter: String?
    var method: String?
    var interface: String?
  }

  /// With its interface: `org.focusd.Control.UnknownToken`.
  public let name: String
  let details: Details

  init(_ name: String, _ details: Details = Details()) {
    self.name = name
    self.details = details
  }

  static let unknownToken = ControlError("org.focusd.Control.UnknownToken")
  static let noRegions = ControlError("org.focusd.Control.NoRegions")
  static let keyboardNotWanted = ControlError("org.focusd.Control.KeyboardNotWanted")
  static let expectedMore = ControlError("org.varlink.service.ExpectedMore")
  static let abandoned = ControlError("org.focusd.Control.Abandoned")
  static let notAbandoned = ControlError("org.focusd.Control.NotAbandoned")
  static let notYourOverlay = ControlError("org.focusd.Control.NotYourOverlay")

  static func permissionDenied(_ right: String, roles: [String]) -> ControlError {
    ControlError("org.focusd.Control.PermissionDenied", Details(needed: right, roles: roles))
  }

  static func unknownOverlay(_ id: Int64) -> ControlError {
    ControlError("org.focusd.Control.UnknownOverlay", Details(id: id))
  }

  static func tooManyClients(limit: Int) -> ControlError {
    ControlError("org.focusd.Control.TooManyClients", Details(limit: limit))
  }

  static func tooManyCalls(limit: Int) -> ControlError {
    ControlError("org.focusd.Control.TooManyCalls", Details(limit: limit))
  }

  static func tooSlow(serial: Int64) -> ControlError {
    ControlError("org.focusd.Control.TooSlow", Details(serial: serial))
  }

  static func badMessage(_ message: String) -> ControlError {
    ControlError("org.focusd.Control.BadMessage", Details(message: message))
  }

  static func badProfile(_ message: String) -> ControlError {
    ControlError("org.focusd.Control.BadProfile", Details(message: message))
  }

  static func unknownOutput(_ name: String) -> ControlError {
    ControlError("org.focusd.Control.UnknownOutput", Details(output: name.shortened))
  }

  static func unknownKind(_ kind: String) -> ControlError {
    ControlError("org.focusd.Control.UnknownKind", Details(kind: kind.shortened))
  }

  static func badRegion(_ region: ControlRegion) -> ControlError {
    ControlError("org.focusd.Control.BadRegion", Details(region: region))
  }

  static func tooManyRegions(limit: Int) -> ControlError {
    ControlError("org.focusd.Control.TooManyRegions", Details(limit: limit))
  }

  static func tooManyOverlays(limit: Int) -> ControlError {
    ControlError("org.focusd.Control.TooManyOverlays", Details(limit: limit))
  }

  static func invalidParameter(_ name: String) -> ControlError {
    ControlError("org.varlink.service.InvalidParameter", Details(parameter: name.shortened))
  }

  static func methodNotFound(_ name: String) -> ControlError {
    ControlError("org.varlink.service.MethodNotFound", Details(method: name.shortened))
  }

  static func interfaceNotFound(_ name: String) -> ControlError {
    ControlError("org.varlink.service.InterfaceNotFound", Details(interface: name.shortened))
  }

  /// The one place where the model's refusals get their names.
  init(_ refusal: FocusModel.Refusal, in model: FocusModel) {
    switch refusal {
    case .unknownToken, .duplicateToken:
      // The server draws tokens of 128 bits: it does not draw one twice.
      self = .unknownToken
    case .unknownOutput(let id): self = .unknownOutput(model.name(of: id))
    case .noRegions: self = .noRegions
    case .badRegion(let region):
      self = .badRegion(
        ControlRegion(
          output: model.name(of: region.output), x: Int64(region.rect.x), y: Int64(region.rect.y),
          width: Int64(region.rect.width), height: Int64(region.rect.height)))
    case .tooManyRegions(let limit): self = .tooManyRegions(limit: limit)
    case .tooManyOverlays(let limit): self = .tooManyOverlays(limit: limit)
    case .keyboardNotWanted: self = .keyboardNotWanted
    case .abandoned: self = .abandoned
    case .notAbandoned: self = .notAbandoned
    case .unknownOverlay(let id): self = .unknownOverlay(Int64(id.rawValue))
    }
  }
}

extension ControlError: CustomStringConvertible {
  private var denial: String {
    let roles = details.roles ?? []
    let who =
      roles.isEmpty
      ? "no role of the board's profile has it, so only root may"
      : "roles of the board's profile that have it: \(roles.joined(separator: ", "))"
    return "permission denied: this needs the right '\(details.needed ?? "")'; \(who)"
  }

  /// For people: what is wrong and what to do.
  public var description: String {
    switch name {
    case "org.focusd.Control.UnknownToken": "no overlay has this token; it may have ended"
    case "org.focusd.Control.UnknownOutput":
      "there is no output '\(details.output ?? "")'; 'focusctl status' lists them"
    case "org.focusd.Control.UnknownKind":
      "there is no overlay kind '\(details.kind ?? "")'; there is: "
        + OverlayKind.allCases.map(\.rawValue).joined(separator: ", ")
    case "org.focusd.Control.BadRegion":
      "region \(details.region?.text ?? "") is outside its output, has no area, "
        + "or is on an output that the overlay is not on"
    case "org.focusd.Control.NoRegions": "at least one region is needed"
    case "org.focusd.Control.TooManyRegions":
      "too many regions: no more than \(details.limit ?? 0)"
    case "org.focusd.Control.TooManyOverlays":
      "too many overlays are up: no more than \(details.limit ?? 0)"
    case "org.focusd.Control.KeyboardNotWanted":
      "the overlay was raised without the wish for the keyboard"
    case "org.focusd.Control.Abandoned":
      "the overlay's Raise call is gone; reclaim it first"
    case "org.focusd.Control.NotAbandoned":
      "the overlay's client is there; there is nothing to reclaim"
    case "org.focusd.Control.NotYourOverlay":
      "the overlay was raised by another user or unit"
    case "org.focusd.Control.UnknownOverlay":
      "there is no overlay \(details.id ?? 0); 'focusctl overlay list' shows them"
    case "org.focusd.Control.TooManyClients":
      "focusd is busy: \(details.limit ?? 0) clients are connected; close some"
    case "org.focusd.Control.TooManyCalls":
      "more than \(details.limit ?? 0) calls a second; wait between them"
    case "org.focusd.Control.TooSlow":
      "notices were not read in time; watch again since \(details.serial ?? 0)"
    case "org.focusd.Control.BadMessage": "the message is refused: \(details.message ?? "")"
    case "org.focusd.Control.BadProfile":
      "the profile is refused and the old one stays: \(details.message ?? "")"
    case "org.focusd.Control.PermissionDenied": denial
    case "org.varlink.service.InvalidParameter":
      "parameter '\(details.parameter ?? "")' is missing, unknown or of the wrong type"
    case "org.varlink.service.ExpectedMore": "this method has to be called with 'more'"
    case "org.varlink.service.MethodNotFound":
      "this focusd has no method '\(details.method ?? "")'"
    case "org.varlink.service.InterfaceNotFound":
      "this focusd has no interface '\(details.interface ?? "")'"
    default: name
    }
  }
}

extension ControlRegion {
  /// As focusctl takes it: `OUTPUT:x,y,w,h`.
  var text: String { "\(output):\(x),\(y),\(width),\(height)" }
}

extension String {
  /// What a client sent is not sent back at any length.
  fileprivate var shortened: String { String(prefix(64)) }
}

extension ControlError {
  /// Whether the same may be granted a moment later.
  package var isPassing: Bool {
    [
      "org.focusd.Control.NotAbandoned", "org.focusd.Control.TooManyClients",
      "org.focusd.Control.TooManyCalls",
    ].contains(name)
  }

  /// Whether a stream has ended since it was not read in time.
  package var isTooSlow: Bool { name == "org.focusd.Control.TooSlow" }
}
