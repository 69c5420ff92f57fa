import FocusModel
import InputGate
import ScenarioKit
import Testing

/// Recordings of real devices through the gate: open, and shut and opened
/// again at every frame boundary.
@Suite struct CorpusTests {
  static let descriptions =
    Clone.files(in: "Tests/Corpus", endingIn: ".desc")
    + Clone.files(in: "Tests/Corpus", endingIn: ".device")
  static let recordings = Clone.files(in: "Tests/Corpus", endingIn: ".events")

  static func parse(_ file: String) throws -> EvemuFile {
    try EvemuFile(parsing: try #require(Clone.read(file)), file: file)
  }

  /// A recording and the device that made it, fuzz taken out: what was
  /// recorded has been through the kernel's filter.
  static func recording(_ file: String) throws -> (DeviceDescription, [EvemuFile.Frame]) {
    let evemu = try parse(file)
    var description = evemu.description ?? evemu.inferredDescription(name: "recorded")
    for code in description.axes.keys { description.axes[code]?.fuzz = 0 }
    return (description, evemu.frames)
  }

  @Test("describes a device", arguments: descriptions)
  func describes(_ file: String) throws {
    let description = try #require(try CorpusTests.parse(file).description)
    #expect(!description.name.isEmpty)
    #expect(!description.codes.isEmpty)
    #expect(description.mirror.phys.hasPrefix(DeviceDescription.mirrorMarker))
    #expect(description.mirror.name == description.name)
  }

  @Test func thereAreRecordings() throws {
    #expect(CorpusTests.recordings.count == 9)
    #expect(CorpusTests.descriptions.count == 5)
    // None is type A: that protocol is not mirrored yet.
    for file in CorpusTests.recordings {
      #expect(try CorpusTests.recording(file).0.touch != .typeA)
    }
  }

  // MARK: Open

  @Test("with the gate open the mirror says what the device says", arguments: recordings)
  func replaysOpen(_ file: String) throws {
    let (description, frames) = try CorpusTests.recording(file)
    var stage = CorpusStage(description, cancel: .palm)
    for (number, frame) in frames.enumerated() {
      let (source, mirror) = stage.feed(frame)
      let expected = stage.documented(source)
      #expect(mirror.map(\.text) == expected.map(\.text), "frame \(number)")
      if mirror != expected { return }
    }
    #expect(stage.watch.complaint == nil)
    stage.end()
    #expect(stage.mirror.isClear)
  }

  @Test("a single-touch panel that makes the same strokes is mirrored as type B")
  func replaysSingleTouch() throws {
    let (whole, frames) = try CorpusTests.recording(
      "Tests/Corpus/EP0430M09.1-finger-drag-up-down.events")
    var single = whole
    for code in ABS.mtSlot...ABS.mtToolY {
      single.codes[EV.abs]?.remove(code)
      single.axes[code] = nil
    }
    #expect(single.touch == .single)
    var reference = CorpusStage(whole, cancel: .palm)
    var stage = CorpusStage(single, cancel: .palm)
    for frame in frames {
      _ = reference.feed(frame)
      var emulated = frame
      emulated.events.removeAll { $0.type == EV.abs && $0.code >= ABS.mtSlot }
      _ = stage.feed(emulated)
      let (a, b) = (reference.mirror.slots[0], stage.mirror.slots[0])
      #expect((a.trackingID >= 0) == (b.trackingID >= 0))
      if a.trackingID >= 0 { #expect(a.axes == b.axes) }
    }
    #expect(stage.watch.complaint == nil)
  }

  // MARK: Shut and opened

  @Test(
    "shut at any frame boundary nothing passes and nothing is left",
    arguments: recordings, [CancelPolicy.palm, .neutral(x: 1023, y: 767)])
  func replaysGated(_ file: String, _ cancel: CancelPolicy) throws {
    let (description, frames) = try CorpusTests.recording(file)
    // Long recordings are dense: every third boundary covers each of their phases.
    let stride = frames.count > 100 ? 3 : 1
    for boundary in Swift.stride(from: 0, to: frames.count, by: stride) {
      if let wrong = CorpusTests.replay(description, frames, cancel, shutAt: boundary) {
        Issue.record("shut before frame \(boundary): \(wrong)")
        return
      }
    }
  }

  private static func replay(
    _ description: DeviceDescription, _ frames: [EvemuFile.Frame], _ cancel: CancelPolicy,
    shutAt boundary: Int
  ) -> String? {
    var stage = CorpusStage(description, cancel: cancel)
    var landings = 0
    var downs = 0
    for (number, frame) in frames.enumerated() {
      if number == boundary {
        stage.shut()
        if !stage.mirror.isClear { return "something stayed down" }
      }
      if number == boundary + 4 { stage.open() }
      let isShut = (boundary..<boundary + 4).contains(number)
      let (source, mirror) = stage.feed(frame)
      if isShut, !mirror.isEmpty { return "\(mirror.map(\.text)) passed while shut" }
      if !isShut { landings += source.filter(\.isLanding).count }
      downs += mirror.filter(\.isLanding).count
    }
    stage.end()
    if !stage.mirror.isClear { return "something is down at the end" }
    if let wrong = stage.watch.complaint { return wrong }
    return downs == landings ? nil : "\(downs) contacts and keys landed, expected \(landings)"
  }
}

extension InputEvent {
  /// A contact or key that goes down; derived buttons are none.
  fileprivate var isLanding: Bool {
    if type == EV.abs { return code == ABS.mtTrackingID && value >= 0 }
    return type == EV.key && value == 1 && !(BTN.toolFinger...BTN.toolQuadtap).contains(code)
  }
}
