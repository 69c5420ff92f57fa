/// `BTN_TOUCH`, `BTN_TOOL_*` and `ABS_X/Y/PRESSURE` of a type B surface, which
/// the kernel derives from the contacts (`input_mt_report_pointer_emulation`).
///
/// While every contact of the device is on the mirror, the device's own events
/// pass. While some are swallowed, they would tell of those: then the same is
/// derived from the contacts that the mirror has.
struct PointerEmulation {
  private struct Axis {
    let code: UInt16
    /// Index into `Contact.mirror` of the axis that it repeats.
    let source: Int
    var physical: Int32
    var mirror: Int32
  }

  private let buttons: KeySet
  /// Whether `BTN_TOUCH` says no more than that there is a contact: not on what
  /// hovers, and not on a touchpad, where it may ask for some pressure.
  private let touchFollowsContacts: Bool
  private var axes: [Axis] = []
  private var mirrorButtons = KeySet()

  /// The buttons that the kernel derives, on whatever device.
  static let allButtons = KeySet([
    BTN.touch, BTN.toolFinger, BTN.toolDoubletap, BTN.toolTripletap, BTN.toolQuadtap,
    BTN.toolQuinttap,
  ])

  init(_ description: DeviceDescription) {
    buttons = PointerEmulation.allButtons.intersection(
      KeySet(description.codes[EV.key, default: []]))
    touchFollowsContacts =
      buttons[BTN.touch] && description.isDirect && !description.has(EV.abs, ABS.mtDistance)
    for (code, source) in [
      (ABS.x, Contact.x), (ABS.y, Contact.y), (ABS.pressure, Contact.pressure),
    ] {
      guard let info = description.axes[code] else { continue }
      axes.append(Axis(code: code, source: source, physical: info.value, mirror: info.value))
    }
  }

  /// Whether the event is one of those that the kernel derives.
  @inline(__always)
  func derives(_ event: InputEvent) -> Bool {
    switch event.type {
    case EV.key: return buttons[event.code]
    case EV.abs: return event.code == ABS.x || event.code == ABS.y || event.code == ABS.pressure
    default: return false
    }
  }

  @inline(__always)
  mutating func digest(_ event: InputEvent) {
    for index in axes.indices where axes[index].code == event.code {
      axes[index].physical = event.value
    }
  }

  /// Takes the device's own axes as they are now: after a loss the events that
  /// told of them are gone.
  mutating func learn(_ state: DeviceState) {
    for index in axes.indices {
      guard let value = state.axes[axes[index].code] else { continue }
      axes[index].physical = value
    }
  }

  /// Whether `BTN_TOUCH` of the mirror is not what it has to be.
  @inline(__always)
  func contradicts(_ hasContacts: Bool) -> Bool {
    touchFollowsContacts && mirrorButtons[BTN.touch] != hasContacts
  }

  /// Passes the device's own event. A device that is unplugged releases
  /// `BTN_TOUCH` before its contacts, which would be a tap to some.
  @inline(__always)
  mutating func pass(_ event: InputEvent, hasContacts: Bool, into out: FrameBuffer) {
    if event.type == EV.key {
      let down = event.value != 0
      if event.code == BTN.touch, touchFollowsContacts, down != hasContacts { return }
      guard event.value != 2, mirrorButtons[event.code] != down else { return }
      mirrorButtons[event.code] = down
    } else {
      for index in axes.indices where axes[index].code == event.code {
        axes[index].mirror = event.value
      }
    }
    out.append(event)
  }

  /// Sends what the mirror missed of the device's own axes while contacts were swallowed.
  @inline(__always)
  mutating func catchUp(into out: FrameBuffer) {
    for index in axes.indices where axes[index].mirror != axes[index].physical {
      axes[index].mirror = axes[index].physical
      out.append(EV.abs, axes[index].code, axes[index].physical)
    }
  }

  /// Derives everything from the contacts that the mirror has.
  mutating func derive(from contacts: [Contact], into out: FrameBuffer) {
    var leader: Int?
    var count = 0
    for slot in contacts.indices where contacts[slot].fate == .delivered {
      count += 1
      if let old = leader, contacts[old].age < contacts[slot].age { continue }
      leader = slot
    }
    set(BTN.touch, count > 0, into: out)
    set(BTN.toolFinger, count == 1, into: out)
    set(BTN.toolDoubletap, count == 2, into: out)
    set(BTN.toolTripletap, count == 3, into: out)
    set(BTN.toolQuadtap, count == 4, into: out)
    set(BTN.toolQuinttap, count >= 5, into: out)
    guard let leader else { return }
    for index in axes.indices {
      let value = contacts[leader].mirror[axes[index].source]
      guard axes[index].mirror != value else { continue }
      axes[index].mirror = value
      out.append(EV.abs, axes[index].code, value)
    }
  }

  private mutating func set(_ button: UInt16, _ down: Bool, into out: FrameBuffer) {
    guard buttons[button], mirrorButtons[button] != down else { return }
    mirrorButtons[button] = down
    out.append(EV.key, button, down ? 1 : 0)
  }
}
