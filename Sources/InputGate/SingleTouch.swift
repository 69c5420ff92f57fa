/// Translates a single-touch panel's frames and state to type B: one slot.
///
/// libinput ignores palms on single-touch devices and takes every lift for a
/// tap, so such a panel cannot be cancelled; mirrored as type B it can.
enum SingleTouch {
  static func translate(_ frame: UnsafeBufferPointer<InputEvent>, into scratch: FrameBuffer) {
    scratch.removeAll()
    for event in frame {
      switch (event.type, event.code) {
      case (EV.key, BTN.touch):
        guard event.value == 0 || event.value == 1 else { continue }
        scratch.append(EV.abs, ABS.mtTrackingID, event.value == 1 ? 0 : -1)
      case (EV.abs, ABS.x):
        scratch.append(EV.abs, ABS.mtPositionX, event.value)
      case (EV.abs, ABS.y):
        scratch.append(EV.abs, ABS.mtPositionY, event.value)
      case (EV.abs, ABS.pressure):
        scratch.append(EV.abs, ABS.mtPressure, event.value)
      default:
        break
      }
      scratch.append(event)
    }
  }

  static func translate(_ state: DeviceState) -> DeviceState {
    var axes = SIMD16<Int32>.zero
    axes[Contact.x] = state.axes[ABS.x] ?? 0
    axes[Contact.y] = state.axes[ABS.y] ?? 0
    axes[Contact.pressure] = state.axes[ABS.pressure] ?? 0
    var result = state
    result.currentSlot = 0
    result.slots = [.init(trackingID: state.keys[BTN.touch] ? 0 : -1, axes: axes)]
    return result
  }
}
