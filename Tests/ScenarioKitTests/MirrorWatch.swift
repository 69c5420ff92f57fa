import InputGate
import ScenarioKit

/// Reads the stream of a mirror as a strict consumer: every rule that it can
/// hold without knowing what the gate was given.
struct MirrorWatch {
  private var slot = 0
  private var live: [Int: Int32] = [:]
  private var tools: [Int: Int32] = [:]
  private var keys: Set<UInt16> = []
  /// Slots that landed in the frame at hand, or are about to.
  private var touched: Set<Int> = []
  private var landed: Set<Int> = []
  /// Keys and buttons that changed in it: no device of the tests does so twice.
  private var toggled: Set<UInt16> = []
  private var scans = 0
  private var inFrame = 0
  private(set) var loneScans = 0
  private(set) var lifted: [Int] = []
  private(set) var relative: [InputEvent] = []
  private(set) var complaint: String?

  private mutating func fail(_ text: String) { if complaint == nil { complaint = text } }

  mutating func beginStep() {
    loneScans = 0
    lifted = []
    relative = []
  }

  mutating func take(_ event: InputEvent) {
    if scans > 0, event.type != EV.msc, event.type != EV.key {
      // A key that focusd lifted at its start leaves its scan code alone.
      if event.type == EV.syn { loneScans += scans } else { fail("a scan code without its key") }
      scans = 0
    }
    switch event.type {
    case EV.syn:
      if inFrame == 0 { fail("an empty frame") }
      for slot in touched where live[slot] == nil && !landed.contains(slot) {
        fail("values of slot \(slot), which has no contact")
      }
      touched = []
      landed = []
      toggled = []
      inFrame = -1
    case EV.key:
      scans = 0
      key(event)
    case EV.abs:
      axis(event)
    case EV.rel:
      relative.append(event)
    case EV.msc:
      scans += 1
    default:
      fail("an event of type \(event.type)")
    }
    inFrame += 1
  }

  private mutating func key(_ event: InputEvent) {
    if !toggled.insert(event.code).inserted { fail("\(event.text) in the frame of its opposite") }
    switch event.value {
    case 0: if keys.remove(event.code) == nil { fail("\(event.text) of a key that is up") }
    case 1: if !keys.insert(event.code).inserted { fail("\(event.text) of a key that is down") }
    default: fail("an autorepeat that the gate passed")
    }
  }

  private mutating func axis(_ event: InputEvent) {
    switch event.code {
    case ABS.mtSlot:
      slot = Int(event.value)
    case ABS.mtTrackingID:
      if event.value < 0 {
        if live.removeValue(forKey: slot) == nil { fail("slot \(slot) lifts twice") }
        lifted.append(slot)
        landed.insert(slot)
      } else {
        if live[slot] != nil { fail("slot \(slot) lands twice") }
        // libinput takes a contact that lands as a palm for one till it lifts.
        if tools[slot] == MTTool.palm { fail("slot \(slot) lands as a palm") }
        if live.values.contains(event.value) { fail("id \(event.value) is live already") }
        live[slot] = event.value
        landed.insert(slot)
      }
    case ABS.perSlot:
      touched.insert(slot)
      if event.code == ABS.mtToolType { tools[slot] = event.value }
    default:
      break
    }
  }
}
