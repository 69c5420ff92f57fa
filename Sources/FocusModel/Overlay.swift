import InputGate

/// What an overlay is. Rank, and whether it gates, follow from it.
public enum OverlayKind: String, CaseIterable, Hashable, Sendable {
  case call, controlPanel, notification, permission, dialog, slideOver, appSwitcher
  case onScreenKeyboard, lock, custom

  /// Whether what is below becomes inactive. An on-screen keyboard types into
  /// the app below it and takes nothing away.
  public var gates: Bool { self != .onScreenKeyboard }

  /// Higher is nearer to the user; the profile may say otherwise.
  public var defaultRank: Int {
    switch self {
    case .lock: 100
    case .call: 90
    case .permission: 80
    case .appSwitcher: 70
    case .controlPanel: 60
    case .notification: 50
    case .dialog: 40
    case .slideOver: 30
    case .custom: 20
    case .onScreenKeyboard: 10
    }
  }
}

/// Names an overlay to its client: unguessable, so that a client can speak
/// only of its own. Made outside the model, which has no source of chance.
public struct OverlayToken: Hashable, Sendable {
  public var text: String
  public init(_ text: String) { self.text = text }
}

/// A rectangle of one output.
public struct Region: Hashable, Sendable {
  public var output: OutputID
  public var rect: Rect
  public init(output: OutputID, rect: Rect) {
    self.output = output
    self.rect = rect
  }
}

/// What a client asks for when it raises an overlay.
public struct OverlayRequest: Hashable, Sendable {
  public var kind: OverlayKind
  /// Empty means every output.
  public var outputs: [OutputID]
  public var wantsKeyboard: Bool
  public var wantsPointer: Bool
  /// Who asks, by the kernel's word: a window of this process is the overlay's.
  public var process: Int32?

  public init(
    kind: OverlayKind, outputs: [OutputID] = [], wantsKeyboard: Bool = false,
    wantsPointer: Bool = false, process: Int32? = nil
  ) {
    self.kind = kind
    self.outputs = outputs
    self.wantsKeyboard = wantsKeyboard
    self.wantsPointer = wantsPointer
    self.process = process
  }
}

/// An overlay in front.
public struct Overlay: Hashable, Sendable {
  public let owner: OwnerID
  public let token: OverlayToken
  public let kind: OverlayKind
  public let rank: Int
  /// Never empty.
  public let outputs: [OutputID]
  public let wantsKeyboard: Bool
  public let wantsPointer: Bool
  /// Whose windows are its own, where a shell tells of windows.
  public internal(set) var process: Int32?
  /// Where touches reach it; inert until it is presented.
  public internal(set) var regions: [Region] = []
  public internal(set) var isPresented = false
  /// Whether it reports that the compositor's keyboard focus is on it: its own
  /// word, see `hasConfirmedKeyboard`.
  public internal(set) var hasKeyboard = false
  public internal(set) var client = Client.present

  /// Whether the call that holds an overlay is there.
  public enum Client: Hashable, Sendable {
    case present
    /// The overlay still gates, but takes nothing; nil is for ever.
    case gone(until: Timestamp?)

    var deadline: Timestamp? {
      guard case .gone(let deadline) = self else { return nil }
      return deadline
    }
  }
}
