/// Names of event types and codes, as `linux/input-event-codes.h` has them.
public enum EventNames {
  private struct Key: Hashable {
    let type: UInt16
    let code: UInt16
  }

  private struct Tables {
    var names: [Key: String] = [:]
    var codes: [String: Key] = [:]

    mutating func add(_ type: UInt16, _ prefix: String, _ text: String) {
      for entry in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        let parts = entry.split(separator: "=")
        guard parts.count == 2, let code = UInt16(parts[1], radix: 16) else { continue }
        let name = prefix + parts[0]
        let key = Key(type: type, code: code)
        if names[key] == nil { names[key] = name }
        codes[name] = key
      }
    }
  }

  private static let tables: Tables = {
    var tables = Tables()
    tables.add(EV.key, "KEY_", EventNameTable.keys)
    tables.add(EV.key, "BTN_", EventNameTable.buttons)
    tables.add(EV.rel, "REL_", EventNameTable.rel)
    tables.add(EV.abs, "ABS_", EventNameTable.abs)
    tables.add(EV.sw, "SW_", EventNameTable.sw)
    tables.add(EV.led, "LED_", EventNameTable.led)
    tables.add(EV.msc, "MSC_", EventNameTable.msc)
    tables.add(EV.snd, "SND_", EventNameTable.snd)
    tables.add(EV.rep, "REP_", EventNameTable.rep)
    tables.add(EV.syn, "SYN_", EventNameTable.syn)
    return tables
  }()

  /// `KEY_A` for (`EV.key`, 30); type and code in hex, joined by a colon,
  /// where there is no name.
  public static func name(_ type: UInt16, _ code: UInt16) -> String {
    tables.names[Key(type: type, code: code)]
      ?? String(type, radix: 16) + ":" + String(code, radix: 16)
  }

  /// The type and code of a name, or of what `name` gives where there is none.
  public static func find(_ name: some StringProtocol) -> (type: UInt16, code: UInt16)? {
    if let key = tables.codes[String(name)] { return (key.type, key.code) }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let type = UInt16(parts[0], radix: 16),
      let code = UInt16(parts[1], radix: 16)
    else { return nil }
    return (type, code)
  }

  /// The names of all keys and buttons, in alphabetical order.
  public static var keyNames: [String] {
    tables.codes.filter { $0.value.type == EV.key }.keys.sorted()
  }

  /// The code of a key by `A`, `KEY_A`, `LEFT` or `BTN_LEFT`: a key before a button.
  public static func key(_ name: some StringProtocol) -> UInt16? {
    for candidate in ["KEY_" + name, String(name), "BTN_" + name] {
      if let found = tables.codes[candidate], found.type == EV.key { return found.code }
    }
    return nil
  }
}

extension InputEvent {
  /// As scenarios write it: `KEY_A 1`, or `SYN` for the end of a frame.
  public var text: String {
    if self == .report { return "SYN" }
    return EventNames.name(type, code) + " " + String(value)
  }
}
