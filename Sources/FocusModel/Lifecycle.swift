import InputGate

/// What a scene is in the eyes of its app.
///
///     notRunning ──▶ inactive ◀──▶ active
///                      │  ▲
///                      ▼  │
///                   background ──▶ suspended
///
/// `inactive` is in the foreground, visible, and receives no event: the only
/// state that leads both back to `active` and on to `background`.
public enum LifecycleState: String, Hashable, Sendable {
  case notRunning, inactive, active, background, suspended
}

/// One window of an app. So far each fills its output.
public struct Scene: Hashable, Sendable {
  public let owner: OwnerID
  public let output: OutputID
  public internal(set) var state: LifecycleState

  public init(owner: OwnerID, output: OutputID, state: LifecycleState = .active) {
    self.owner = owner
    self.output = output
    self.state = state
  }
}

/// What the model tells the world, in order.
public enum Effect: Hashable, Sendable {
  case willResignActive(OwnerID)
  case didBecomeActive(OwnerID)
  /// Something came in front of an output, or the last such thing went.
  case interruptionBegan(OutputID)
  case interruptionEnded(OutputID)
  case ended(OverlayToken, EndReason)
  /// Whether the shell is to be asked again and again where the keyboard is,
  /// beginning now: what it answered before does not count.
  case watchKeyboard(Bool)
  /// The shell is to give a window the keyboard.
  case focusWindow(ShellReport.WindowID)
}

/// Why an overlay is gone.
public enum EndReason: String, Hashable, Sendable {
  case dismissed
  /// The call that held it is gone, its program died or hung up, and did not
  /// come back in time.
  case clientGone
  /// By somebody who may manage.
  case removed
  /// focusd stops.
  case stopping
}
