import FocusModel
import InputGate

/// What a board's hardware is and how focusd behaves on it.
public struct BoardProfile: Hashable, Sendable {
  /// The board's own profile; where it is, no installed one is looked for.
  public static let defaultPath = "/etc/focusd/board.yaml"

  public let name: String
  /// At least one; their places are the `OutputID`s.
  public let outputs: [FocusModel.Output]
  /// Only what the profile says: the kinds have ranks of their own.
  public let ranks: [OverlayKind: Int]
  /// Who may do what; `Role.operators` alone where the profile says nothing.
  public let roles: [Role]
  /// The compositor's shell that is asked for geometry and focus.
  public let shell: Shell?
  let touch: [TouchRule]
  let ignore: [String]
  let systemKeys: SystemKeys

  /// What the profile says about a device.
  ///
  /// A touch screen lies where the first rule that matches says; without one
  /// it lies on the only output, or nowhere where there are several.
  ///
  /// - Returns: nil for a device that is to be left alone.
  public func settings(for device: DeviceDescription) -> GateSettings? {
    guard !ignore.contains(device.name) else { return nil }
    guard device.isDirect || device.touch == .single else {
      return GateSettings(systemKeys: systemKeys)
    }
    if let rule = touch.first(where: { $0.match.matches(device) }) {
      return GateSettings(
        placement: rule.placement, cancel: rule.cancel, systemKeys: systemKeys)
    }
    let only = outputs.count == 1 ? BoardProfile.placement(of: 0, in: outputs) : nil
    return GateSettings(placement: only, systemKeys: systemKeys)
  }

  /// Which of `input.touch` a touch screen goes by.
  public func touchRule(for device: DeviceDescription) -> Int? {
    touch.firstIndex { $0.match.matches(device) }
  }

  static func placement(of index: Int, in outputs: [FocusModel.Output]) -> Placement {
    Placement(
      output: OutputID(rawValue: UInt16(truncatingIfNeeded: index)),
      width: outputs[index].width, height: outputs[index].height)
  }
}

/// How to reach the compositor's shell.
public struct Shell: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// sway's i3-compatible IPC (sway-ipc(7)).
    case sway
  }

  public var kind: Kind
  /// The path of its socket.
  public var socket: String
}

/// Where one touch screen lies, or all that match.
struct TouchRule: Hashable, Sendable {
  let match: DeviceMatch
  let placement: Placement
  let cancel: CancelPolicy
}

/// Which devices a rule is about; what is nil is not asked for.
struct DeviceMatch: Hashable, Sendable {
  var name: String?
  var phys: String?

  func matches(_ device: DeviceDescription) -> Bool {
    (name == nil || name == device.name) && (phys == nil || phys == device.phys)
  }
}
