/// What the gate does with one kind of a device's events, in words.
public struct GateSummary: Hashable, Sendable {
  public var events: String
  public var rule: String

  init(_ events: String, _ rule: String) {
    self.events = events
    self.rule = rule
  }
}

extension DeviceDescription {
  /// The rules of `docs/gate.md` that this device's events meet, in the order
  /// in which `GateRules` tells them apart.
  public var gateSummary: [GateSummary] {
    guard isGateable else {
      return [GateSummary("everything", "left alone: only switches or power keys, for logind")]
    }
    if touch == .typeA {
      return [GateSummary("everything", "dropped: touch protocol A is not supported yet")]
    }
    let all = codes[EV.key, default: []]
    let derived: Set<UInt16> = touch == nil ? [] : all.filter { PointerEmulation.allButtons[$0] }
    let buttons = all.subtracting(derived).filter(BTN.isButton)
    var rows: [GateSummary] = []
    func add(_ codes: Set<UInt16>, _ type: UInt16, _ rule: String) {
      if !codes.isEmpty { rows.append(GateSummary(EventNames.brief(type, codes), rule)) }
    }
    if touch != nil {
      rows.append(
        GateSummary(
          touch == .single ? "the contact" : "contacts (ABS_MT_*)",
          isDirect || touch == .single
            ? "hit-tested where they land; cancelled when taken away, then swallowed until they lift"
            : "follow the pointer; cancelled when gated, then swallowed until they lift"))
      add(derived, EV.key, "derived from the contacts that the mirror has")
      if touch == .single {
        rows.append(GateSummary("as a whole", "mirrored as touch protocol B with one slot"))
      }
    }
    add(
      all.subtracting(derived).subtracting(buttons), EV.key,
      "go to the owner of the keyboard; released when gated, then swallowed until their release")
    add(
      buttons, EV.key,
      "follow the pointer; released when gated, then swallowed until their release")
    if touch == nil {
      add(
        codes[EV.abs, default: []], EV.abs,
        "follow the pointer; return to rest when gated")
    }
    add(codes[EV.rel, default: []], EV.rel, "follow the pointer; dropped when gated")
    add(codes[EV.sw, default: []], EV.sw, "follow the pointer; dropped when gated")
    add(codes[EV.msc, default: []], EV.msc, "go where the key or motion beside them goes")
    if codes[EV.rep] != nil {
      rows.append(
        GateSummary("autorepeat", "dropped: the mirror repeats by itself, with the same times"))
    }
    add(codes[EV.led, default: []], EV.led, "not told to the hardware yet")
    add(codes[EV.snd, default: []], EV.snd, "not told to the hardware yet")
    if codes[EV.ff]?.isEmpty == false {
      rows.append(GateSummary("force feedback", "not offered on the mirror yet"))
    }
    return rows
  }
}

extension EventNames {
  /// Up to four names of a set of codes, and how many more there are.
  public static func brief(_ type: UInt16, _ codes: Set<UInt16>) -> String {
    let sorted = codes.sorted()
    let names = sorted.prefix(4).map { name(type, $0) }.joined(separator: ", ")
    return sorted.count > 4 ? "\(names) and \(sorted.count - 4) more" : names
  }
}
