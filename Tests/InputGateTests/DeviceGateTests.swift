import InputGate
import Testing

/// Rules of the gate that no scenario file can say: plans that the model does
/// not make yet, and limits.
@Suite struct DeviceGateTests {
  @Test("a gate starts shut")
  func startsShut() {
    var stage = Stage(.keyboard)
    #expect(stage.frame([.key(30, 1)]) == [])
    #expect(stage.frame([.scan(7)]) == [])
    #expect(stage.open() == [])
    #expect(stage.frame([.key(30, 0)]) == [])
    #expect(stage.frame([.key(30, 1)]) == [.key(30, 1), .report])
  }

  @Test(
    "guarantee 4: each zone says what a down does",
    arguments: [
      (DownAction.deliver, true), (.activateAndDeliver, true), (.activateOnly, false),
      (.drop, false),
    ])
  func downActions(_ action: DownAction, _ delivers: Bool) {
    var stage = Stage(.panel())
    _ = stage.apply([Stage.zone(down: action)])
    #expect(stage.frame(InputEvent.land(0, 5, 10, 10)).isEmpty == !delivers)
    #expect(stage.frame([.abs(ABS.mtTrackingID, -1)]).isEmpty == !delivers)
  }

  @Test("lifecycle 7: fingers in two zones are two gestures; one is cancelled without the other")
  func twoOwners() {
    let left = Stage.zone(Rect(x: 0, y: 0, width: 50, height: 100))
    let right = Stage.zone(
      Rect(x: 50, y: 0, width: 50, height: 100), owner: OwnerID(rawValue: 2))
    var stage = Stage(.panel())
    _ = stage.apply([left, right])
    _ = stage.frame(InputEvent.land(0, 5, 10, 10) + InputEvent.land(1, 6, 90, 10))
    #expect(
      stage.apply([left]) == [
        .abs(ABS.mtToolType, MTTool.palm), .abs(ABS.mtTrackingID, -1), .report,
      ])
    #expect(
      stage.frame([.abs(ABS.mtSlot, 0), .abs(ABS.mtPositionX, 95)]) == [
        .abs(ABS.mtSlot, 0), .abs(ABS.mtPositionX, 95), .report,
      ])
    #expect(stage.frame([.abs(ABS.mtSlot, 1), .abs(ABS.mtTrackingID, -1)]) == [])
    #expect(
      stage.frame([.abs(ABS.mtSlot, 0), .abs(ABS.mtTrackingID, -1)]) == [
        .abs(ABS.mtTrackingID, -1), .report,
      ])
  }

  @Test("the front zone decides, even where it drops")
  func frontZoneDecides() {
    var stage = Stage(.panel())
    _ = stage.apply([
      Stage.zone(Rect(x: 0, y: 0, width: 50, height: 50), down: .drop), Stage.zone(),
    ])
    #expect(stage.frame(InputEvent.land(0, 5, 49, 49)) == [])
    #expect(!stage.frame(InputEvent.land(1, 6, 50, 49)).isEmpty)
  }

  @Test("a direct device that no output is known of delivers nothing")
  func noPlacement() {
    var stage = Stage(.panel(), placed: false)
    _ = stage.open()
    #expect(stage.frame(InputEvent.land(0, 5, 10, 10)) == [])
  }

  @Test("type A waits: all of it is dropped")
  func typeA() {
    var description = DeviceDescription.panel()
    description.codes[EV.abs]?.remove(ABS.mtSlot)
    description.codes[EV.key]?.insert(30)
    var stage = Stage(description)
    _ = stage.open()
    #expect(stage.frame([.abs(ABS.mtPositionX, 5), InputEvent(EV.syn, SYN.mtReport, 0)]) == [])
    #expect(stage.frame([.key(30, 1)]) == [])
    #expect(stage.releaseAll() == [])
  }

  @Test("guarantee 9: a frame in is a frame out, scan codes before their keys")
  func frameIsKept() {
    var stage = Stage(.keyboard)
    _ = stage.open()
    let frame: [InputEvent] = [.scan(4), .key(30, 1), .scan(5), .key(31, 1)]
    #expect(stage.frame(frame) == frame + [.report])
    // One of the two keys is not passed: its scan code goes with it.
    #expect(
      stage.frame([.scan(4), .key(30, 2), .scan(5), .key(31, 0)]) == [
        .scan(5), .key(31, 0), .report,
      ])
    // An unmapped key has a scan code and nothing else.
    #expect(stage.frame([.scan(9)]) == [.scan(9), .report])
    #expect(stage.frame([]) == [])
    #expect(stage.frame([InputEvent(EV.led, 0, 1)]) == [])
  }

  @Test("a lone scan code goes nowhere that a key may not go")
  func loneScanCode() {
    var stage = Stage(.keyboard)
    _ = stage.apply(pointer: true)
    #expect(stage.frame([.key(BTN.left, 1), .scan(9)]) == [.key(BTN.left, 1), .report])
  }

  @Test("a slot that the device does not have is ignored")
  func foreignSlot() {
    var stage = Stage(.panel(slots: 2))
    _ = stage.open()
    #expect(stage.frame(InputEvent.land(7, 5, 10, 10)) == [])
    #expect(stage.frame(InputEvent.land(-1, 5, 10, 10)) == [])
    #expect(!stage.frame(InputEvent.land(1, 6, 10, 10)).isEmpty)
  }

  @Test("input 30: ids are unique and rise over many contacts, past 65535")
  func manyContacts() {
    var stage = Stage(.panel(slots: 2))
    _ = stage.open()
    var last: Int32 = -1
    for number in 0..<66_000 {
      let landed = stage.frame(InputEvent.land(0, 3, Int32(number % 100), 5))
      let id = landed.first { $0.code == ABS.mtTrackingID }?.value ?? -1
      guard id == (last + 1) & 0xffff else {
        Issue.record("contact \(number) has id \(id) after \(last)")
        return
      }
      last = id
      _ = stage.frame([.abs(ABS.mtTrackingID, -1)])
    }
  }

  @Test("input 29: -1, SYN, then the next contact of the slot")
  func idChangesOverALoss() {
    var stage = Stage(.panel())
    _ = stage.open()
    _ = stage.frame(InputEvent.land(0, 5, 10, 20))
    var axes = SIMD16<Int32>.zero
    axes[Int(ABS.mtPositionX - ABS.mtTouchMajor)] = 30
    axes[Int(ABS.mtPositionY - ABS.mtTouchMajor)] = 40
    let state = DeviceState(slots: [.init(trackingID: 9, axes: axes)])
    #expect(
      stage.resynchronise(state) == [
        .abs(ABS.mtTrackingID, -1), .report,
        .abs(ABS.mtTrackingID, 1), .abs(ABS.mtPositionX, 30), .abs(ABS.mtPositionY, 40),
        .report,
      ])
  }

  @Test("nothing that any call appends is more than there is room for")
  func capacity() {
    var description = DeviceDescription.panel(slots: 100)
    for code in ABS.perSlot where code != ABS.mtTrackingID {
      description.codes[EV.abs]?.insert(code)
      description.axes[code] = AxisInfo(minimum: 0, maximum: 1000)
    }
    description.codes[EV.key] = Set(1...0x2ff)
    for cancel in [CancelPolicy.palm, .neutral(x: 99, y: 99)] {
      var stage = Stage(description, cancel: cancel)
      _ = stage.open()
      var state = DeviceState(keys: KeySet(1...0x2ff))
      for slot in 0..<100 {
        state.slots.append(.init(trackingID: Int32(slot), axes: SIMD16(repeating: 50)))
      }
      #expect(stage.resynchronise(state).count <= DeviceGate.outputCapacity)
      #expect(!stage.out.overflowed)
      var next = state
      next.keys = KeySet()
      for slot in 0..<100 {
        next.slots[slot] = .init(trackingID: Int32(200 + slot), axes: SIMD16(repeating: 70))
      }
      #expect(stage.resynchronise(next).count <= DeviceGate.outputCapacity)
      _ = stage.resynchronise(state)
      let released = stage.releaseAll()
      #expect(released.count <= DeviceGate.outputCapacity)
      #expect(released.last == .report)
    }
  }

  @Test("a full frame of any events is answered with no more than there is room for")
  func longFrames() {
    var stage = Stage(.panel(slots: 100))
    _ = stage.open()
    var frame: [InputEvent] = []
    var id: Int32 = 0
    while frame.count + 4 <= DeviceGate.frameCapacity {
      frame += InputEvent.land(id % 100, id, id % 100, id % 90)
      id += 1
    }
    let output = stage.frame(frame)
    #expect(output.count <= DeviceGate.outputCapacity)
    #expect(output.last == .report)
  }
}
