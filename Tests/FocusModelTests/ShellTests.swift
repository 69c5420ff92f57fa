import InputGate
import Testing

@testable import FocusModel

/// Who gets keys where the compositor's shell is asked (design.md, section 5).
@Suite struct ShellTests {
  let a = OverlayToken("a")
  let b = OverlayToken("b")
  static let scene = OwnerID(rawValue: 1)
  static let appWindow: Int64 = 5
  static let overlayWindow: Int64 = 6
  static let process: Int32 = 274

  /// Two outputs, and what the compositor says of them.
  private struct Desk {
    var model = FocusModel(outputs: [
      .init(name: "A", width: 1000, height: 500, singleScene: false, geometry: .compositor),
      .init(name: "B", width: 1000, height: 500, singleScene: false, geometry: .compositor),
    ])
    var windows = [
      ShellTests.window(ShellTests.appWindow, process: 264, on: 0),
      ShellTests.window(ShellTests.overlayWindow, process: ShellTests.process, on: 0),
      ShellTests.window(7, process: 300, on: 1),
    ]

    init(focus: ShellReport.Keyboard = .windows([ShellTests.appWindow])) throws {
      try says(focus)
    }

    @discardableResult
    mutating func says(_ keyboard: ShellReport.Keyboard) throws -> [Effect] {
      try model.handle(.shell(ShellReport(windows: windows, keyboard: keyboard)))
    }

    @discardableResult
    mutating func raise(
      _ token: OverlayToken, kind: OverlayKind = .lock, process: Int32? = ShellTests.process,
      wantsKeyboard: Bool = true
    ) throws -> [Effect] {
      let request = OverlayRequest(kind: kind, wantsKeyboard: wantsKeyboard, process: process)
      return try model.handle(.raise(request, token: token)).filter(Self.isShells)
    }

    @discardableResult
    mutating func present(_ token: OverlayToken) throws -> [Effect] {
      try model.handle(.present(token, 0, 0, 100, 100))
    }

    mutating func dismiss(_ token: OverlayToken) throws -> [Effect] {
      try model.handle(.dismiss(token)).filter(Self.isShells)
    }

    private static func isShells(_ effect: Effect) -> Bool {
      switch effect {
      case .watchKeyboard, .focusWindow: true
      default: false
      }
    }

    func owner(_ token: OverlayToken) -> OwnerID? {
      model.overlays.first { $0.token == token }?.owner
    }

    /// Who gets keys by the plan.
    var keys: OwnerID? {
      model.plan(after: .closed, at: Timestamp(microseconds: 1)).keys?.owner
    }
  }

  static func window(_ id: Int64, process: Int32?, on output: UInt16) -> ShellReport.Window {
    .init(
      id: id, name: "w\(id)", process: process, output: OutputID(rawValue: output),
      rect: Rect(x: 0, y: 0, width: 10, height: 10), isVisible: true)
  }

  // MARK: Nothing in front

  @Test func withNothingInFrontTheFocusedWindowsSceneHasTheKeyboard() throws {
    var desk = try Desk()
    #expect(desk.keys == Self.scene)
    try desk.says(.windows([7]))
    #expect(desk.keys == OwnerID(rawValue: 2))
    // While it changes, and on a workspace without windows, keys go on.
    try desk.says(.unknown)
    #expect(desk.keys == OwnerID(rawValue: 2))
    try desk.says(.noWindow)
    #expect(desk.keys == OwnerID(rawValue: 2))
  }

  @Test func withNothingInFrontASilentShellTakesNoKeysAway() throws {
    var desk = try Desk()
    _ = try desk.model.handle(.shell(nil))
    #expect(desk.keys == Self.scene)
    #expect(
      FocusModel(outputs: desk.model.outputs).keyOwner == Self.scene, "before it was ever heard")
  }

  @Test func aButtonStaysWithItsOwnerWhenItsPressMovesTheFocus() throws {
    var desk = try Desk()
    let before = desk.model.pointerOwner
    try desk.says(.windows([7]))
    #expect(before != nil)
    #expect(desk.model.pointerOwner == before)
  }

  // MARK: An overlay

  @Test func keysWaitForTheCompositorsWord() throws {
    var desk = try Desk()
    #expect(try desk.raise(a) == [.watchKeyboard(true)])
    #expect(desk.keys == nil)
    try desk.says(.windows([Self.appWindow]))
    #expect(desk.keys == nil)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(desk.keys == desk.owner(a))
    try desk.says(.unknown)
    #expect(desk.keys == nil)
  }

  @Test func whatWasKnownBeforeTheRaiseDoesNotCount() throws {
    var desk = try Desk(focus: .windows([Self.overlayWindow]))
    try desk.raise(a)
    #expect(desk.keys == nil)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(desk.keys == desk.owner(a))
  }

  @Test func theOverlaysWordDoesNotBeatTheCompositors() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.appWindow]))
    _ = try desk.model.handle(.confirmKeyboard(a, entered: true))
    #expect(desk.keys == nil)
    try desk.says(.unknown)
    #expect(desk.keys == nil)
    _ = try desk.model.handle(.shell(nil))
    #expect(desk.keys == nil)
  }

  @Test func aPanelsWordCountsWhileNoWindowHasTheKeyboard() throws {
    var desk = try Desk()
    try desk.raise(a, process: 999)
    try desk.says(.noWindow)
    #expect(desk.keys == nil)
    _ = try desk.model.handle(.confirmKeyboard(a, entered: true))
    #expect(desk.keys == desk.owner(a))
    try desk.says(.windows([Self.appWindow]))
    #expect(desk.keys == nil)
  }

  @Test func everySeatHasToBeOnTheOverlay() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.overlayWindow, Self.appWindow]))
    #expect(desk.keys == nil)
  }

  @Test func aWindowWithoutAProvenProcessIsNobodys() throws {
    var desk = try Desk()
    desk.windows[1].process = nil
    try desk.raise(a, process: nil)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(desk.keys == nil)
  }

  @Test func silenceShutsAtOnce() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.overlayWindow]))
    _ = try desk.model.handle(.shell(nil))
    #expect(desk.keys == nil)
  }

  @Test func anOutputOfTheProfilesAsksNobody() throws {
    var model = FocusModel(outputs: [
      .init(name: "A", width: 1000, height: 500, singleScene: true)
    ])
    _ = try model.handle(.raise(.lock, a, keyboard: true))
    let effects = try model.handle(.confirmKeyboard(a, entered: true))
    #expect(effects.isEmpty)
    #expect(model.keyOwner == model.overlays[0].owner)
  }

  // MARK: Moving the focus

  @Test func aPresentedOverlayGetsTheFocusAndGivesItBack() throws {
    var desk = try Desk()
    try desk.raise(a)
    #expect(try desk.says(.windows([Self.appWindow])).isEmpty, "not before it is presented")
    #expect(try desk.present(a) == [.focusWindow(Self.overlayWindow)])
    #expect(try desk.says(.windows([Self.appWindow])).isEmpty, "asked once")
    try desk.says(.windows([Self.overlayWindow]))
    #expect(try desk.dismiss(a) == [.watchKeyboard(false), .focusWindow(Self.appWindow)])
    #expect(try desk.says(.windows([Self.overlayWindow])).isEmpty, "given back once")
  }

  @Test func aFocusThatCameByItselfIsGivenBackToo() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(try desk.present(a).isEmpty)
    #expect(try desk.dismiss(a) == [.watchKeyboard(false), .focusWindow(Self.appWindow)])
  }

  @Test func nothingIsMovedWhereSwayHasDoneSoItself() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.overlayWindow]))
    try desk.says(.unknown)
    #expect(try desk.dismiss(a) == [.watchKeyboard(false)])
    #expect(try desk.says(.windows([Self.appWindow])).isEmpty)
  }

  @Test func aWindowThatIsGoneGetsNothingBack() throws {
    var desk = try Desk()
    try desk.raise(a)
    try desk.says(.windows([Self.overlayWindow]))
    desk.windows.removeFirst()
    try desk.says(.windows([Self.overlayWindow]))
    #expect(try desk.dismiss(a) == [.watchKeyboard(false)])
  }

  @Test("closed in any order, the focus goes home once", arguments: [true, false])
  func nested(_ olderFirst: Bool) throws {
    var desk = try Desk()
    desk.windows.append(Self.window(8, process: 400, on: 0))
    try desk.raise(a, kind: .call)
    try desk.says(.windows([Self.appWindow]))
    #expect(try desk.present(a) == [.focusWindow(Self.overlayWindow)])
    try desk.says(.windows([Self.overlayWindow]))
    #expect(try desk.raise(b, kind: .lock, process: 400) == [.watchKeyboard(true)])
    #expect(desk.keys == nil)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(try desk.present(b) == [.focusWindow(8)])
    try desk.says(.windows([8]))
    #expect(desk.keys == desk.owner(b))
    if olderFirst {
      #expect(try desk.dismiss(a).isEmpty)
      #expect(try desk.dismiss(b) == [.watchKeyboard(false), .focusWindow(Self.appWindow)])
    } else {
      #expect(try desk.dismiss(b) == [.watchKeyboard(true)])
      #expect(try desk.says(.windows([8])) == [.focusWindow(Self.overlayWindow)])
      try desk.says(.windows([Self.overlayWindow]))
      #expect(desk.keys == desk.owner(a))
      #expect(try desk.dismiss(a) == [.watchKeyboard(false), .focusWindow(Self.appWindow)])
    }
  }

  @Test func anOverlayInFrontThatWantsNoKeyboardLeavesTheFocus() throws {
    var desk = try Desk()
    try desk.raise(a, kind: .dialog)
    try desk.says(.windows([Self.overlayWindow]))
    #expect(
      try desk.raise(b, kind: .call, process: 400, wantsKeyboard: false) == [.watchKeyboard(false)])
    #expect(desk.keys == nil)
    #expect(try desk.dismiss(b) == [.watchKeyboard(true)])
    try desk.says(.windows([Self.overlayWindow]))
    #expect(desk.keys == desk.owner(a))
  }
}
