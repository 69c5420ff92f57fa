import FocusModel
import InputGate
import Testing

/// What the model refuses, and that it changes nothing then.
@Suite struct RefusalTests {
  let a = OverlayToken("a")

  @Test(
    "regions must lie on the output",
    arguments: [
      Rect(x: -1, y: 0, width: 10, height: 10), Rect(x: 0, y: 0, width: 0, height: 10),
      Rect(x: 0, y: 0, width: 1001, height: 10), Rect(x: 999, y: 499, width: 1, height: 2),
      Rect(x: .max, y: .max, width: .max, height: .max),
      Rect(x: 0, y: 0, width: -5, height: 10),
    ])
  func badRegion(_ rect: Rect) throws {
    var story = Story()
    try story.when(.raise(.call, a), effects: Story.resign)
    let region = Region(output: Story.output, rect: rect)
    story.refuses(.present(a, regions: [region]), .badRegion(region))
    #expect(story.plan.zones.isEmpty)
  }

  @Test func limits() throws {
    var story = Story()
    story.refuses(.dismiss(a), .unknownToken)
    try story.when(.raise(.call, a), effects: Story.resign)
    story.refuses(.raise(.call, a), .duplicateToken)
    story.refuses(.present(a, regions: []), .noRegions)
    let one = Region(output: Story.output, rect: Rect(x: 0, y: 0, width: 1, height: 1))
    story.refuses(
      .present(a, regions: Array(repeating: one, count: FocusModel.maximumRegions + 1)),
      .tooManyRegions(limit: FocusModel.maximumRegions))
    let nowhere = Region(output: OutputID(rawValue: 7), rect: one.rect)
    story.refuses(.present(a, regions: [nowhere]), .unknownOutput(nowhere.output))
    story.refuses(
      .raise(OverlayRequest(kind: .call, outputs: [nowhere.output]), token: OverlayToken("x")),
      .unknownOutput(nowhere.output))
    for number in 1..<FocusModel.maximumOverlays {
      try story.when(.raise(.call, OverlayToken("\(number)")), effects: [])
    }
    story.refuses(
      .raise(.lock, OverlayToken("more")), .tooManyOverlays(limit: FocusModel.maximumOverlays))
  }
}
