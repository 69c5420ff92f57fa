import FocusModel
import InputGate

/// What the mirror must be like, found in another way than the gate's: from
/// fingers and keys in the user's hand and from intervals of leave.
///
/// It shares no code with gate, model or plan.
struct GateReference {
  /// 0 is the app; overlays count from 1.
  typealias Who = Int

  enum Place: Equatable {
    case touch(Rect)
    case keys
    case pointer
  }

  /// Somebody may receive something from a moment on.
  struct Leave: Equatable {
    var who: Who
    var place: Place
    var from: Int64
  }

  struct Layer {
    var name: String
    var who: Who
    var rank: Int
    var gates: Bool
    var wantsKeyboard: Bool
    var wantsPointer: Bool
    var regions: [Rect] = []
    var isConfirmed = false
    /// Its program died then.
    var abandoned: Int64?
  }

  struct Finger {
    var x: Int32
    var y: Int32
    /// nil: the mirror must not hear of it.
    var who: Who?
    var since: Int64
    var age: Int
  }

  struct Key {
    var leave: Leave?
    var passesAlways = false
  }

  let width: Int32
  let height: Int32
  let isDirect: Bool
  let system: SystemKeys
  var layers: [Layer] = []
  private(set) var leaves: [Leave] = []
  private var nextWho = 1
  private var nextAge = 0

  var fingers: [Int: Finger] = [:]
  var keys: [UInt16: Key] = [:]
  /// Where fingers were that focusd lifted at its start, until the next one in the slot.
  var heldPlaces: [Int: (x: Int32, y: Int32)] = [:]
  /// Contacts that the last change of overlays took away.
  private(set) var cut: Set<Int> = []

  init(width: Int32, height: Int32, isDirect: Bool, system: SystemKeys) {
    self.width = width
    self.height = height
    self.isDirect = isDirect
    self.system = system
  }

  // MARK: Overlays

  private var front: Layer? { layers.first { $0.gates } }
  var isGated: Bool { front != nil }

  mutating func raise(_ name: String, _ kind: OverlayKind, keyboard: Bool, pointer: Bool) {
    let ranks: [OverlayKind: Int] = [
      .lock: 100, .call: 90, .controlPanel: 60, .notification: 50, .onScreenKeyboard: 10,
    ]
    let layer = Layer(
      name: name, who: nextWho, rank: ranks[kind] ?? 0, gates: kind != .onScreenKeyboard,
      wantsKeyboard: keyboard, wantsPointer: pointer)
    nextWho += 1
    layers.insert(layer, at: 0)
    // The newest is first and equal ranks keep their order.
    layers = layers.enumerated().sorted {
      ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset)
    }.map(\.element)
  }

  mutating func change(_ name: String, _ body: (inout Layer) -> Void) {
    for index in layers.indices where layers[index].name == name { body(&layers[index]) }
  }

  /// - Returns: whether an overlay went that nobody came back for.
  mutating func expire(grace: Int64, at now: Int64) -> Bool {
    let count = layers.count
    layers.removeAll { layer in
      layer.rank != 100 && layer.abandoned.map { $0 + grace <= now } ?? false
    }
    return layers.count != count
  }

  mutating func remove(_ name: String) { layers.removeAll { $0.name == name } }

  /// Brings the intervals to what the layers say at `now` and cuts what lost its leave.
  mutating func settle(at now: Int64) {
    var wanted: [(Who, Place)] = []
    for layer in layers {
      for region in layer.regions where layer.gates || region.width > 0 {
        wanted.append((layer.who, .touch(region)))
      }
      // What is behind the foremost gating layer is shut, that layer is not.
      guard layer.gates else { continue }
      let whole = Rect(x: 0, y: 0, width: width, height: height)
      if layer.wantsKeyboard, layer.isConfirmed { wanted.append((layer.who, .keys)) }
      if layer.wantsPointer, layer.regions.contains(whole) {
        wanted.append((layer.who, .pointer))
      }
      break
    }
    if front == nil {
      wanted.append((0, .touch(Rect(x: 0, y: 0, width: width, height: height))))
      wanted.append((0, .keys))
      wanted.append((0, .pointer))
    }
    leaves = wanted.map { who, place in
      leaves.first { $0.who == who && $0.place == place }
        ?? Leave(who: who, place: place, from: now)
    }
    cut = []
    for (slot, finger) in fingers {
      guard let who = finger.who, !mayStay(who, finger.since) else { continue }
      fingers[slot]?.who = nil
      cut.insert(slot)
    }
    for (code, key) in keys where !key.passesAlways {
      if let leave = key.leave, !leaves.contains(leave) { keys[code]?.leave = nil }
    }
  }

  private func mayStay(_ who: Who, _ since: Int64) -> Bool {
    leaves.contains { leave in
      guard leave.who == who, leave.from <= since else { return false }
      if case .touch = leave.place { return isDirect }
      return !isDirect && leave.place == .pointer
    }
  }

  // MARK: Fingers

  mutating func land(_ slot: Int, _ x: Int32, _ y: Int32, at stamp: Int64) {
    var who: Who?
    if isDirect {
      let hit = leaves.first {
        if case .touch(let rect) = $0.place { return rect.contains(x: x, y: y) }
        return false
      }
      if let hit, hit.from <= stamp { who = hit.who }
    } else if let leave = leaves.first(where: { $0.place == .pointer }), leave.from <= stamp {
      who = leave.who
    }
    if let old = heldPlaces.removeValue(forKey: slot),
      abs(old.x - x) * 20 <= width, abs(old.y - y) * 20 <= height
    {
      who = nil
    }
    fingers[slot] = Finger(x: x, y: y, who: who, since: stamp, age: nextAge)
    nextAge += 1
  }

  mutating func move(_ slot: Int, _ x: Int32, _ y: Int32) {
    fingers[slot]?.x = x
    fingers[slot]?.y = y
  }

  mutating func lift(_ slot: Int) { fingers[slot] = nil }

  /// The fingers that the mirror has, the oldest first.
  var delivered: [(slot: Int, finger: Finger)] {
    fingers.filter { $0.value.who != nil }.map { ($0.key, $0.value) }
      .sorted { $0.finger.age < $1.finger.age }
  }

  // MARK: Keys and the pointer

  mutating func press(_ code: UInt16, at stamp: Int64) {
    if system.pass[code] {
      keys[code] = Key(leave: Leave(who: 0, place: .keys, from: 0), passesAlways: true)
      return
    }
    if system.take[code] {
      keys[code] = Key()
      return
    }
    let place: Place = (0x100..<0x160).contains(code) ? .pointer : .keys
    keys[code] = Key(leave: leaves.first { $0.place == place && $0.from <= stamp })
  }

  mutating func release(_ code: UInt16) { keys[code] = nil }

  func mayPoint(at stamp: Int64) -> Bool {
    leaves.contains { $0.place == .pointer && $0.from <= stamp }
  }

  var deliveredKeys: Set<UInt16> { Set(keys.filter { $0.value.leave != nil }.keys) }
}
