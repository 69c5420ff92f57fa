import InputGate

/// What the compositor's shell says of an output's windows and of the keyboard.
public struct ShellReport: Hashable, Sendable {
  /// A window's number with its compositor; none is given twice.
  public typealias WindowID = Int64

  public struct Window: Hashable, Sendable {
    public var id: WindowID
    /// What its program calls itself: for people, proves nothing.
    public var name: String
    /// The process at the other end of the window's connection, by the kernel's
    /// word; nil where the compositor has only the program's own.
    public var process: Int32?
    /// nil where it is on no output of the profile's.
    public var output: OutputID?
    /// Mode pixels as the user sees them.
    public var rect: Rect
    public var isVisible: Bool

    public init(
      id: WindowID, name: String, process: Int32?, output: OutputID?, rect: Rect,
      isVisible: Bool
    ) {
      self.id = id
      self.name = name
      self.process = process
      self.output = output
      self.rect = rect
      self.isVisible = isVisible
    }
  }

  /// Where what is typed goes.
  public enum Keyboard: Hashable, Sendable {
    /// It is changing, or is not known since something happened.
    case unknown
    /// To these: more than one only where there is more than one seat.
    case windows(Set<WindowID>)
    /// To no window: to a panel, a lock, or nobody. The shell cannot tell them apart.
    case noWindow
  }

  public var windows: [Window]
  public var keyboard: Keyboard

  public init(windows: [Window], keyboard: Keyboard) {
    self.windows = windows
    self.keyboard = keyboard
  }

  /// Whether a window has the keyboard.
  public func isFocused(_ window: WindowID) -> Bool {
    guard case .windows(let ids) = keyboard else { return false }
    return ids.contains(window)
  }

  fileprivate func window(_ id: WindowID) -> Window? { windows.first { $0.id == id } }
}

/// What the model keeps of the shell.
struct ShellState: Sendable {
  /// nil while the shell is silent or gone.
  var report: ShellReport?
  /// The overlay whose keyboard is looked after.
  var candidate: OwnerID?
  /// The last window that had the keyboard and was no overlay's.
  var lastWindow: ShellReport.WindowID?
  /// What had the keyboard before the first overlay that wanted it.
  var home: ShellReport.WindowID?
  /// The window that the shell was asked to give the keyboard to: it is asked
  /// once, since the user may want something else.
  var asked: ShellReport.WindowID?
  /// The scene that last had the keyboard.
  var scene: OwnerID?
}

// Outputs whose geometry and focus the compositor tells (design.md, section 5).
extension FocusModel {
  /// What the shell says now; nil while it is silent or gone.
  public var shellReport: ShellReport? { shell.report }

  /// Whether the compositor's word is asked for an overlay's keyboard.
  public func asksCompositor(for overlay: Overlay) -> Bool {
    overlay.outputs.contains { outputs[Int($0.rawValue)].geometry == .compositor }
  }

  /// Whether what is typed goes to an overlay, as far as can be told.
  ///
  /// Where the compositor is asked its word decides. Its shell tells of windows
  /// only: an overlay that is a panel of the compositor's has to say so itself,
  /// and is believed as long as no window has the keyboard.
  public func hasConfirmedKeyboard(_ overlay: Overlay) -> Bool {
    guard asksCompositor(for: overlay) else { return overlay.hasKeyboard }
    switch shell.report?.keyboard {
    case nil, .unknown: return false
    case .windows(let ids): return !ids.isEmpty && ids.allSatisfy { owns(overlay, $0) }
    case .noWindow: return overlay.hasKeyboard
    }
  }

  private func owns(_ overlay: Overlay, _ id: ShellReport.WindowID) -> Bool {
    guard let process = overlay.process, let window = shell.report?.window(id) else { return false }
    return window.process == process
  }

  /// The scene that has the keyboard while nothing is in front, where the
  /// compositor gives it away.
  ///
  /// Nothing is gated then, so nothing can go wrong with a key: one passes
  /// whether the shell is there or not.
  var focusedScene: OwnerID? {
    guard let first = firstShellScene else { return nil }
    return shell.scene ?? first
  }

  /// Cursors do not follow the focus from scene to scene: a button that is held
  /// is not to come up because its press moved the focus.
  var firstShellScene: OwnerID? {
    scenes.first { outputs[Int($0.output.rawValue)].geometry == .compositor }?.owner
  }

  mutating func take(_ report: ShellReport?) {
    shell.report = report
    guard let report, case .windows(let ids) = report.keyboard else { return }
    guard let window = report.windows.first(where: { ids.contains($0.id) }) else { return }
    if let scene = scenes.first(where: { $0.output == window.output }) {
      shell.scene = scene.owner
    }
    let isOverlays = overlays.contains { asksCompositor(for: $0) && owns($0, window.id) }
    if !isOverlays { shell.lastWindow = window.id }
  }

  /// Looks after the keyboard of the foremost overlay, and moves the focus to
  /// it and back. Called after every event.
  mutating func settleKeyboard() -> [Effect] {
    let keyboardOverlays = overlays.filter { $0.wantsKeyboard && asksCompositor(for: $0) }
    let front = overlays.first { $0.kind.gates }
    let candidate = keyboardOverlays.first { $0.owner == front?.owner }
    var effects: [Effect] = []
    if candidate?.owner != shell.candidate {
      shell.candidate = candidate?.owner
      shell.asked = nil
      // What was known before does not count: a panel takes the keyboard
      // without a word of the shell's.
      if candidate != nil { shell.report?.keyboard = .unknown }
      effects.append(.watchKeyboard(candidate != nil))
    }
    if let candidate {
      if shell.home == nil, let last = shell.lastWindow, !owns(candidate, last) {
        shell.home = last
      }
      return effects + focus(candidate)
    }
    return keyboardOverlays.isEmpty ? effects + focusHome() : effects
  }

  private mutating func focus(_ overlay: Overlay) -> [Effect] {
    guard overlay.isPresented, !hasConfirmedKeyboard(overlay), let report = shell.report,
      report.keyboard != .unknown,
      let window = report.windows.first(where: { $0.isVisible && owns(overlay, $0.id) }),
      window.id != shell.asked
    else { return [] }
    shell.asked = window.id
    return [.focusWindow(window.id)]
  }

  private mutating func focusHome() -> [Effect] {
    guard let home = shell.home else { return [] }
    guard let report = shell.report else {
      shell.home = nil
      return []
    }
    // While it changes by itself there is nothing to put right yet.
    guard report.keyboard != .unknown else { return [] }
    shell.home = nil
    guard report.window(home) != nil, !report.isFocused(home) else { return [] }
    return [.focusWindow(home)]
  }
}
