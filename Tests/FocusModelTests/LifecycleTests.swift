import FocusModel
import InputGate
import Testing

/// Whole sequences of notices: the cases of `Tests/cases.yaml` under `lifecycle`.
@Suite struct LifecycleTests {
  let a = OverlayToken("a")
  let b = OverlayToken("b")

  @Test("lifecycle 1, 5: a raise shuts the gate in the same step as it tells the app")
  func raiseShutsAtOnce() throws {
    var story = Story()
    #expect(story.touch(10, 10) == Story.app)
    #expect(story.plan.keys?.owner == Story.app)
    try story.when(.raise(.call, a), effects: Story.resign)
    #expect(story.state == .inactive)
    // No acknowledgement is asked for: the plan is in force already.
    #expect(story.plan.zones.isEmpty)
    #expect(story.plan.keys == nil)
    #expect(story.plan.pointer == nil)
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
    #expect(story.state == .active)
    #expect(story.touch(10, 10) == Story.app)
  }

  @Test("what was permitted before does not come back with its old date")
  func permissionsBeginAnew() throws {
    var story = Story()
    let first = story.plan.zones[0].permission
    try story.when(.raise(.call, a), effects: Story.resign)
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
    let second = story.plan.zones[0].permission
    #expect(second.owner == first.owner)
    #expect(second.since == Timestamp(microseconds: story.now))
    #expect(story.plan.keys?.since == Timestamp(microseconds: story.now))
  }

  @Test("lifecycle 4: the old owner loses the keyboard before another one can have it")
  func keyboardMovesOverNobody() throws {
    var story = Story()
    try story.when(.raise(.permission, a, keyboard: true), effects: Story.resign)
    #expect(story.plan.keys == nil)
    try story.when(.confirmKeyboard(a, entered: true), effects: [])
    #expect(story.plan.keys?.owner == story.owner(a))
    try story.when(.confirmKeyboard(a, entered: false), effects: [])
    #expect(story.plan.keys == nil)
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
    #expect(story.plan.keys?.owner == Story.app)
  }

  @Test("lifecycle 4: a change of focus alone leaves the touch zones as they are")
  func focusLeavesZones() throws {
    var story = Story()
    try story.when(.raise(.dialog, a, keyboard: true), effects: Story.resign)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    let zones = story.plan.zones
    try story.when(.confirmKeyboard(a, entered: true), effects: [])
    #expect(story.plan.zones == zones)
    try story.when(.confirmKeyboard(a, entered: false), effects: [])
    #expect(story.plan.zones == zones)
  }

  @Test("lifecycle 6: beside a presented overlay a touch belongs to nobody")
  func besideAnOverlay() throws {
    var story = Story()
    try story.when(.raise(.call, a), effects: Story.resign)
    #expect(story.touch(10, 10) == nil)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    #expect(story.touch(399, 99) == story.owner(a))
    #expect(story.touch(400, 99) == nil)
    #expect(story.touch(10, 100) == nil)
  }

  @Test("lifecycle 9: with several scenes nobody has the keyboard until somebody confirms")
  func nobodyHasTheKeyboard() throws {
    var story = Story(singleScene: false)
    #expect(story.plan.keys == nil)
    #expect(story.plan.pointer == nil)
    #expect(story.touch(10, 10) == Story.app)
    try story.when(.raise(.dialog, a, keyboard: true), effects: Story.resign)
    try story.when(.confirmKeyboard(a, entered: true), effects: [])
    #expect(story.plan.keys?.owner == story.owner(a))
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
    #expect(story.plan.keys == nil)
  }

  @Test("lifecycle 9: an overlay that wants no keyboard cannot have it")
  func keyboardNotWanted() throws {
    var story = Story()
    try story.when(.raise(.notification, a), effects: Story.resign)
    story.refuses(.confirmKeyboard(a, entered: true), .keyboardNotWanted)
    #expect(story.plan.keys == nil)
  }

  @Test(
    "lifecycle 10: two overlays closed in any order: one resign, one become",
    arguments: [OverlayKind.notification, .call, .lock], [true, false])
  func nested(_ second: OverlayKind, _ olderFirst: Bool) throws {
    var story = Story()
    let (first, last) = olderFirst ? (a, b) : (b, a)
    try story.when(.raise(.call, a), effects: Story.resign)
    try story.when(.raise(second, b), effects: [])
    try story.when(.dismiss(first), effects: [.ended(first, .dismissed)])
    #expect(story.state == .inactive)
    #expect(story.plan.zones.isEmpty)
    try story.when(.dismiss(last), effects: [.ended(last, .dismissed)] + Story.become)
    #expect(story.state == .active)
  }

  @Test("lifecycle 10: a higher overlay shuts a lower one, which is live again after it")
  func lowerIsShut() throws {
    var story = Story()
    try story.when(.raise(.controlPanel, a, keyboard: true), effects: Story.resign)
    try story.when(.present(a, 0, 300, 1000, 200), effects: [])
    try story.when(.confirmKeyboard(a, entered: true), effects: [])
    try story.when(.raise(.call, b), effects: [])
    #expect(story.touch(500, 400) == nil)
    #expect(story.plan.keys == nil)
    try story.when(.present(b, 0, 0, 1000, 100), effects: [])
    #expect(story.touch(500, 400) == nil)
    #expect(story.touch(500, 50) == story.owner(b))
    try story.when(.dismiss(b), effects: [.ended(b, .dismissed)])
    #expect(story.touch(500, 400) == story.owner(a))
    #expect(story.touch(500, 50) == nil)
  }

  @Test("lifecycle 10: a newer overlay of lower rank goes below")
  func newerButLower() throws {
    var story = Story()
    try story.when(.raise(.lock, a, keyboard: true), effects: Story.resign)
    try story.when(.raise(.notification, b, keyboard: true), effects: [])
    #expect(story.model.overlays.map(\.token) == [a, b])
    try story.when(.present(b, 0, 0, 1000, 100), effects: [])
    try story.when(.confirmKeyboard(b, entered: true), effects: [])
    #expect(story.plan.zones.isEmpty)
    #expect(story.plan.keys == nil)
  }

  @Test("lifecycle 13: an on-screen keyboard makes nobody inactive")
  func onScreenKeyboard() throws {
    var story = Story()
    try story.when(.raise(.onScreenKeyboard, a), effects: [])
    try story.when(.present(a, 0, 300, 1000, 200), effects: [])
    #expect(story.touch(10, 10) == Story.app)
    #expect(story.touch(10, 400) == story.owner(a))
    #expect(story.plan.keys?.owner == Story.app)
    // Below a call it is shut with the rest.
    try story.when(.raise(.call, b), effects: Story.resign)
    #expect(story.plan.zones.isEmpty)
    try story.when(.dismiss(b), effects: [.ended(b, .dismissed)] + Story.become)
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)])
  }
}
