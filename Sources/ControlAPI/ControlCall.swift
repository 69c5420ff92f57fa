import FocusModel

/// For clients, which have no use for the model itself.
public typealias ControlOverlayKind = OverlayKind

/// Calls as they go over the wire.
package enum ControlCall {
  package static func raise(
    _ kind: OverlayKind, outputs: [String], wantsKeyboard: Bool, wantsPointer: Bool
  ) -> [UInt8] {
    make(
      .raise,
      RaiseParameters(
        kind: kind.rawValue, outputs: outputs, wantsKeyboard: wantsKeyboard,
        wantsPointer: wantsPointer), more: true)
  }

  package static func reclaim(_ token: String) -> [UInt8] {
    make(.reclaim, ReclaimParameters(token: token), more: true)
  }

  package static func present(_ token: String, _ regions: [ControlRegion]) -> [UInt8] {
    make(.present, PresentParameters(token: token, regions: regions))
  }

  package static func confirmKeyboard(_ token: String, entered: Bool) -> [UInt8] {
    make(.confirmKeyboard, ConfirmKeyboardParameters(token: token, entered: entered))
  }

  package static func dismiss(_ token: String) -> [UInt8] {
    make(.dismiss, DismissParameters(token: token))
  }

  /// Not answered: for who hangs up behind it.
  package static func dismissAndGo(_ token: String) -> [UInt8] {
    WireMessage.call(
      ControlInterface.Method.dismiss.rawValue, DismissParameters(token: token), oneway: true)
  }

  package static func dismissOverlay(_ id: UInt32) -> [UInt8] {
    make(.dismissOverlay, DismissOverlayParameters(id: id))
  }

  package static func watch(since: Int64?) -> [UInt8] {
    make(.watch, WatchParameters(since: since), more: true)
  }

  package static let status = make(.status, NoParameters())
  package static let reload = make(.reload, NoParameters())

  private static func make(
    _ method: ControlInterface.Method, _ parameters: some Encodable, more: Bool = false
  ) -> [UInt8] {
    WireMessage.call(method.rawValue, parameters, more: more)
  }
}

/// An answer without fields.
package struct ControlDone: Codable, Sendable {
  package init() {}
}

/// An answer of Raise or Reclaim.
package struct OverlayNews: Codable, Sendable {
  package enum State: String, Codable, Sendable {
    case gated
    case ended
  }

  package var state: State
  package var id: UInt32?
  package var token: String?
  package var reason: String?
}
