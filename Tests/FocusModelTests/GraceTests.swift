import FocusModel
import InputGate
import Testing

/// Overlays whose client is gone: shut at once, ended after the grace.
@Suite struct GraceTests {
  let a = OverlayToken("a")
  let b = OverlayToken("b")

  private func moment(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  @Test("lifecycle 19: no gate stays shut by a program that is gone")
  func clientGone() throws {
    var story = Story()
    try story.when(.raise(.call, a), effects: Story.resign)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    try story.when(.raise(.permission, b), effects: [])
    try story.when(.clientGone(b, at: moment(0)), effects: [])
    try story.when(.clientGone(a, at: moment(10)), effects: [])
    // Its region shuts at once; what is below stays shut for the grace.
    #expect(story.touch(10, 10) == nil)
    #expect(story.plan.zones.isEmpty)
    #expect(story.model.nextDeadline == moment(1_000_000))
    try story.when(.timePassed(moment(999_999)), effects: [])
    #expect(story.state == .inactive)
    try story.when(.timePassed(moment(1_000_000)), effects: [.ended(b, .clientGone)])
    #expect(story.model.nextDeadline == moment(1_000_010))
    try story.when(
      .timePassed(moment(1_000_010)), effects: [.ended(a, .clientGone)] + Story.become)
    #expect(story.touch(10, 10) == Story.app)
    #expect(story.model.overlays.isEmpty)
    #expect(story.model.nextDeadline == nil)
    story.refuses(.dismiss(a), .unknownToken)
    story.refuses(.present(a, 0, 0, 10, 10), .unknownToken)
    story.refuses(.reclaim(a), .unknownToken)
  }

  @Test("lifecycle 19: a client that is back in time keeps its overlay, and presents it anew")
  func reclaimed() throws {
    var story = Story()
    try story.when(.raise(.call, a, keyboard: true), effects: Story.resign)
    let owner = story.owner(a)
    story.refuses(.reclaim(a), .notAbandoned)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    try story.when(.confirmKeyboard(a, entered: true), effects: [])
    try story.when(.clientGone(a, at: moment(0)), effects: [])
    #expect(story.plan.keys == nil)
    story.refuses(.present(a, 0, 0, 400, 100), .abandoned)
    story.refuses(.confirmKeyboard(a, entered: true), .abandoned)
    try story.when(.reclaim(a), effects: [])
    #expect(story.model.nextDeadline == nil)
    try story.when(.timePassed(moment(.max)), effects: [])
    #expect(story.owner(a) == owner)
    #expect(story.touch(10, 10) == nil)
    try story.when(.present(a, 0, 0, 400, 100), effects: [])
    #expect(story.touch(10, 10) == owner)
    try story.when(.dismiss(a), effects: [.ended(a, .dismissed)] + Story.become)
  }

  @Test("lifecycle 18: a lock outlives its program without limit")
  func lockStays() throws {
    var story = Story()
    try story.when(.raise(.lock, a), effects: Story.resign)
    try story.when(.present(a, 0, 0, 1000, 500), effects: [])
    try story.when(.clientGone(a, at: moment(0)), effects: [])
    #expect(story.model.nextDeadline == nil)
    try story.when(.timePassed(moment(.max)), effects: [])
    #expect(story.plan.zones.isEmpty)
    try story.when(.reclaim(a), effects: [])
    try story.when(.clientGone(a, at: moment(0)), effects: [])
    let owner = try #require(story.owner(a))
    try story.when(.remove(owner), effects: [.ended(a, .removed)] + Story.become)
    story.refuses(.remove(owner), .unknownOverlay(owner))
  }

  @Test("a clock at its end does not trap, and ends the overlay")
  func clockAtItsEnd() throws {
    var story = Story()
    try story.when(.raise(.call, a), effects: Story.resign)
    try story.when(.clientGone(a, at: moment(.max)), effects: [])
    try story.when(
      .timePassed(moment(.max)), effects: [.ended(a, .clientGone)] + Story.become)
  }
}
