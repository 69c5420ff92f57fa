import FocusModel
import InputGate
import Testing

/// What the state compiles to.
@Suite struct PlanTests {
  let a = OverlayToken("a")

  @Test func serialRises() throws {
    var story = Story()
    let first = story.plan.serial
    try story.when(.raise(.call, a), effects: Story.resign)
    #expect(story.plan.serial == first + 1)
  }

  @Test("a permission that goes on keeps its date")
  func permissionGoesOn() throws {
    var story = Story()
    try story.when(.raise(.call, a), effects: Story.resign)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    let since = story.plan.zones[0].permission.since
    try story.when(.raise(.dialog, OverlayToken("b")), effects: [])
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    #expect(story.plan.zones.map(\.permission.since) == [since])
    try story.when(.present(a, 0, 0, 400, 101), effects: [])
    #expect(story.plan.zones.map(\.permission.since) == [Timestamp(microseconds: story.now)])
  }

  @Test("input 20b: the pointer needs the wish and the whole output")
  func pointer() throws {
    var story = Story()
    #expect(story.plan.pointer?.owner == Story.app)
    try story.when(.raise(.call, a, pointer: true), effects: Story.resign)
    #expect(story.plan.pointer == nil)
    try story.when(.present(a, 0, 0, 1000, 499), effects: [])
    #expect(story.plan.pointer == nil)
    try story.when(.present(a, 0, 0, 1000, 500), effects: [])
    #expect(story.plan.pointer?.owner == story.owner(a))
  }

  @Test("owners are never used twice")
  func ownersAreFresh() throws {
    var story = Story()
    var seen: Set<OwnerID> = [Story.app]
    for _ in 0..<20 {
      try story.when(.raise(.call, a), effects: Story.resign)
      #expect(seen.insert(try #require(story.owner(a))).inserted)
      try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
    }
  }

  @Test("an overlay on one output leaves the other alone")
  func twoOutputs() throws {
    var model = FocusModel(outputs: [
      .init(name: "A", width: 100, height: 100, singleScene: true),
      .init(name: "B", width: 100, height: 100, singleScene: true),
    ])
    let left = OutputID(rawValue: 0)
    let effects = try model.handle(
      .raise(OverlayRequest(kind: .call, outputs: [left]), token: a))
    #expect(
      effects == [.willResignActive(OwnerID(rawValue: 1)), .interruptionBegan(left)])
    let plan = model.plan(after: .closed, at: .zero)
    #expect(plan.zones.map(\.output) == [OutputID(rawValue: 1)])
    #expect(model.scenes.map(\.state) == [.inactive, .active])
    #expect(plan.keys == nil)
  }
}
