import InputGate
import Testing

/// A device's settings change while it is in use: what is down is released
/// first, by the old ones, and stays silent until its own release.
@Suite struct GateChangeTests {
  private let place = Placement(output: OutputID(rawValue: 0), width: 100, height: 100)

  @Test func keysAreReleasedAndTheNewPolicyHoldsForTheNextPress() {
    var stage = Stage(.keyboard)
    _ = stage.open()
    _ = stage.frame([.key(30, 1)])
    let taken = GateSettings(systemKeys: SystemKeys(take: KeySet([30])))
    #expect(stage.change(taken) == [.key(30, 0), .report])
    #expect(stage.frame([.key(30, 0)]) == [])
    #expect(stage.frame([.key(30, 1)]) == [])
    #expect(stage.frame([.key(30, 0)]) == [])
    #expect(stage.frame([.key(31, 1)]) == [.key(31, 1), .report])
    #expect(stage.change(GateSettings()) == [.key(31, 0), .report])
    #expect(stage.frame([.key(30, 1)]) == [.key(30, 1), .report])
  }

  @Test func aKeyThatPassesAlwaysIsReleasedToo() {
    var stage = Stage(.keyboard)
    _ = stage.change(GateSettings(systemKeys: SystemKeys(pass: KeySet([116]))))
    #expect(stage.frame([.key(116, 1)]) == [.key(116, 1), .report])
    #expect(stage.change(GateSettings()) == [.key(116, 0), .report])
    #expect(stage.frame([.key(116, 0)]) == [])
    // The plan is still shut.
    #expect(stage.frame([.key(116, 1)]) == [])
  }

  @Test func aTouchEndsAsTheOldPolicySaysAndTheNextGoesByTheNewOne() {
    var stage = Stage(.panel(), cancel: .palm)
    _ = stage.open()
    _ = stage.frame(InputEvent.land(0, 5, 10, 10))
    #expect(
      stage.change(GateSettings(placement: place, cancel: .neutral(x: 99, y: 99))) == [
        .abs(ABS.mtToolType, MTTool.palm), .abs(ABS.mtTrackingID, -1), .report,
      ])
    #expect(stage.frame([.abs(ABS.mtPositionX, 20)]) == [])
    #expect(stage.frame([.abs(ABS.mtTrackingID, -1)]) == [])
    #expect(!stage.frame(InputEvent.land(0, 6, 10, 10)).isEmpty)
    #expect(
      stage.apply() == [
        .abs(ABS.mtPositionX, 99), .abs(ABS.mtPositionY, 99), .report,
        .abs(ABS.mtTrackingID, -1), .report,
      ])
  }

  @Test func aPanelThatLiesNowhereAnyMoreIsSilent() {
    var stage = Stage(.panel())
    _ = stage.open()
    #expect(stage.change(GateSettings()) == [])
    #expect(stage.frame(InputEvent.land(0, 5, 10, 10)) == [])
  }
}
