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
      hasKeyboard = overlay.hasKeyboard
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
  public var scenes: [Scene]
  public var overlays: [Overlay]
  public var keyboardOwner: UInt32?
  public var devices: [Device]
  /// The plan that the input loop executes.
  public var planSerial: Int64

  public init(model: FocusModel, devices: [Device], planSerial: UInt64) {
    outputs = model.outputs.map {
      Output(name: $0.name, width: $0.width, height: $0.height, singleScene: $0.singleScene)
    }
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

  func output(named name: String) -> OutputID? {
    guard let index = outputs.firstIndex(where: { $0.name == name }) else { return nil }
    return OutputID(rawValue: UInt16(truncatingIfNeeded: index))
  }
}
