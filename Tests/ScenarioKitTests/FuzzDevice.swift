import InputGate
import ScenarioKit

/// The devices of the property test.
struct FuzzDevice {
  var name: String
  var description: DeviceDescription
  /// Codes of `EV.key` that are pressed at random.
  var keys: [UInt16] = []
  var hasMotion = false
  var padAxes: [UInt16] = []

  static let all: [FuzzDevice] = {
    let (width, height) = (GateFuzz.width, GateFuzz.height)
    func make(_ name: String, _ shape: DeviceShape, keys: [UInt16] = []) -> FuzzDevice {
      FuzzDevice(name: name, description: shape.description(label: name), keys: keys)
    }
    var rich = make("rich", .touchB(slots: 3, width: width, height: height), keys: [102, 116])
    rich.description.codes[EV.abs, default: []].formUnion([ABS.mtPressure, ABS.mtToolType])
    rich.description.axes[ABS.mtPressure] = AxisInfo(minimum: 0, maximum: 255)
    rich.description.axes[ABS.mtToolType] = AxisInfo(minimum: 0, maximum: 1)
    rich.description.codes[EV.key, default: []].formUnion([
      102, 116, BTN.toolFinger, BTN.toolDoubletap, BTN.toolTripletap,
    ])
    let keys: [UInt16] = [30, 31, 42, 115, 116]
    var mouse = make("mouse", .mouse, keys: [BTN.left, BTN.left + 1])
    mouse.hasMotion = true
    var combined = make("combined", .combined, keys: keys + [BTN.left])
    combined.hasMotion = true
    var pad = make("pad", .gamepad, keys: [0x130, 0x131])
    pad.padAxes = [ABS.x, ABS.y, ABS.z, 0x10]
    let touch = [
      make("touch-2", .touchB(slots: 2, width: width, height: height)),
      make("touch-5", .touchB(slots: 5, width: width, height: height)),
      make("single", .touchSingle(width: width, height: height)),
      rich,
    ]
    return touch + touch + [
      make("touchpad", .touchpad(slots: 3, width: width, height: height), keys: [BTN.left]),
      make("keyboard", .keyboard, keys: keys), mouse, combined, pad,
    ]
  }()
}
