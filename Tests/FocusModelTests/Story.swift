import FocusModel
import InputGate
import Testing

/// A model with one app on one output, told as given, when, then: every step
/// names all effects, so nothing more can have come.
struct Story {
  var model: FocusModel
  var plan = GatePlan.closed
  var now: Int64 = 1000
  static let app = OwnerID(rawValue: 1)
  static let output = OutputID(rawValue: 0)

  init(singleScene: Bool = true) {
    model = FocusModel(outputs: [
      .init(name: "DSI-1", width: 1000, height: 500, singleScene: singleScene)
    ])
    compile()
  }

  private mutating func compile() {
    plan = model.plan(after: plan, at: Timestamp(microseconds: now))
  }

  /// What happens, and all that it has for effect.
  mutating func when(
    _ event: FocusModel.Event, effects: [Effect],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    now += 1000
    let result = try model.handle(event)
    #expect(result == effects, sourceLocation: sourceLocation)
    compile()
  }

  /// What is refused changes nothing.
  mutating func refuses(
    _ event: FocusModel.Event, _ reason: FocusModel.Refusal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let before = model.overlays
    #expect(throws: reason, sourceLocation: sourceLocation) { try model.handle(event) }
    #expect(model.overlays == before, sourceLocation: sourceLocation)
  }

  func owner(_ token: OverlayToken) -> OwnerID? {
    model.overlays.first { $0.token == token }?.owner
  }

  /// Who gets a touch at a pixel by the plan in force.
  func touch(_ x: Int32, _ y: Int32) -> OwnerID? {
    plan.zones.first { $0.rect.contains(x: x, y: y) }?.permission.owner
  }

  var state: LifecycleState { model.scenes[0].state }

  // The effects of the first overlay to come and of the last to go.
  static let resign: [Effect] = [.willResignActive(app), .interruptionBegan(output)]
  static let become: [Effect] = [.interruptionEnded(output), .didBecomeActive(app)]
}

extension FocusModel.Event {
  static func raise(
    _ kind: OverlayKind, _ token: OverlayToken, keyboard: Bool = false, pointer: Bool = false
  ) -> FocusModel.Event {
    .raise(
      OverlayRequest(kind: kind, wantsKeyboard: keyboard, wantsPointer: pointer), token: token)
  }

  static func present(
    _ token: OverlayToken, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32
  ) -> FocusModel.Event {
    .present(
      token,
      regions: [
        Region(output: Story.output, rect: Rect(x: x, y: y, width: width, height: height))
      ])
  }
}
