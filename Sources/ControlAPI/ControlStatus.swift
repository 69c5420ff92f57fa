import FocusModel
import InputGate

// ControlStatus has types of the same names.
typealias FocusedScene = Scene
typealias FocusedOverlay = Overlay

/// What Status answers. The fields are those of org.focusd.Control.varlink.
public struct ControlStatus: Codable, Hashable, Sendable {
  public struct Output: Codable, Hashable, Sendable {
    public var name: String
    public var width: Int32
    public var height: Int32
    public var singleScene: Bool
    /// What the compositor's shell tells; nil where it is not asked.
    public var windows: [Window]?
  }

  /// A window of an output, in the output's pixels.
  public struct Window: Codable, Hashable, Sendable {
    public var id: Int64
    public var name: String
    public var x: Int32
    public var y: Int32
    public var width: Int32
    public var height: Int32
    public var visible: Bool
    public var focused: Bool
  }

  /// The compositor's shell.
  public struct Shell: Codable, Hashable, Sendable {
    public var socket: String
    /// connected, silent or disconnected.
    public var state: String
    /// For how long it has told nothing; nil while it is heard.
    public var staleMilliseconds: Int64?
    public var error: String?

    public init(socket: String, state: String, staleMilliseconds: Int64?, error: String?) {
      self.socket = socket
      self.state = state
      self.staleMilliseconds = staleMilliseconds
      self.error = error
    }
  }

  public struct Scene: Codable, Hashable, Sendable {
    public var id: UInt32
    public var output: String
    public var state: String

    init(_ scene: FocusedScene, in model: FocusModel) {
      id = scene.owner.rawValue
      output = model.name(of: scene.output)
      state = scene.state.rawValue
    }
  }

  public struct Overlay: Codable, Hashable, Sendable {
    public var id: UInt32
    public var kind: String
    public var rank: Int
    public var outputs: [String]
    public var wantsKeyboard: Bool
    public var wantsPointer: Bool
    public var presented: Bool
    public var hasKeyboard: Bool
    /// Its client is gone; it ends unless that comes back.
    public var abandoned: Bool

    init(_ overlay: FocusedOverlay, in model: FocusModel) {
      id = overlay.owner.rawValue
      kind = overlay.kind.rawValue
      rank = overlay.rank
      outputs = overlay.outputs.map(model.name(of:))
      wantsKeyboard = overlay.wantsKeyboard
      wantsPointer = overlay.wantsPointer
      presented = overlay.isPresented
      hasKeyboard = model.hasConfirmedKeyboard(overlay)
      abandoned = overlay.client != .present
    }
  }

  public struct Device: Codable, Hashable, Sendable {
    public enum State: String, Codable, Sendable {
      case ok
      case degraded
    }

    public var name: String
    public var node: String
    /// nil while there is no mirror.
    public var mirror: String?
    public var deviceClass: String
    public var state: State
    /// Why it is degraded.
    public var reason: String?

    public init(
      name: String, node: String, mirror: String?, deviceClass: String, state: State,
      reason: String? = nil
    ) {
      self.name = name
      self.node = node
      self.mirror = mirror
      self.deviceClass = deviceClass
      self.state = state
      self.reason = reason
    }
  }

  public var outputs: [Output]
  public var shell: Shell?
  public var scenes: [Scene]
  public var overlays: [Overlay]
  public var keyboardOwner: UInt32?
  public var devices: [Device]
  /// The plan that the input loop executes.
  public var planSerial: Int64

  public init(
    model: FocusModel, devices: [Device], shell: Shell? = nil, planSerial: UInt64
  ) {
    outputs = model.outputs.indices.map { index in
      let output = model.outputs[index]
      return Output(
        name: output.name, width: output.width, height: output.height,
        singleScene: output.singleScene, windows: model.windows(ofOutput: index))
    }
    self.shell = shell
    scenes = model.scenes.map { Scene($0, in: model) }
    overlays = model.overlays.map { Overlay($0, in: model) }
    keyboardOwner = model.keyOwner?.rawValue
    self.devices = devices
    self.planSerial = Int64(clamping: planSerial)
  }
}

extension FocusModel {
  /// Empty for an output that there is not.
  func name(of id: OutputID) -> String {
    let index = Int(id.rawValue)
    return outputs.indices.contains(index) ? outputs[index].name : ""
  }

  fileprivate func windows(ofOutput index: Int) -> [ControlStatus.Window]? {
    guard outputs[index].geometry == .compositor else { return nil }
    let report = shellReport ?? ShellReport(windows: [], keyboard: .unknown)
    return report.windows.filter { $0.output.map { Int($0.rawValue) } == index }.map {
      ControlStatus.Window(
        id: $0.id, name: $0.name, x: $0.rect.x, y: $0.rect.y, width: $0.rect.width,
        height: $0.rect.height, visible: $0.isVisible, focused: report.isFocused($0.id))
    }
  }

  func output(named name: String) -> OutputID? {
    guard let index = outputs.firstIndex(where: { $0.name == name }) else { return nil }
    return OutputID(rawValue: UInt16(truncatingIfNeeded: index))
  }
}
