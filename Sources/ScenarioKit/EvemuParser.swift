import InputGate

/// Reads evemu files line by line.
///
/// `I:`, `P:` and `B:` are in hex, the codes of `A:`, `L:`, `S:` and `E:` too;
/// every value is decimal, with leading zeros.
struct EvemuParser {
  var description = DeviceDescription(name: "")
  var hasHeader = false
  var switches: [UInt16: Int32] = [:]
  var leds: [UInt16: Int32] = [:]
  var events: [EvemuFile.TimedEvent] = []
  /// Bits read so far of each type's bitmap, and of the properties.
  private var bits: [UInt16: Int] = [:]
  private var propertyBits = 0

  mutating func take(_ line: Substring) throws(Complaint) {
    let line = line.trimmed
    guard let letter = line.first, letter != "#" else { return }
    let mark = line.dropFirst().prefix(1)
    guard mark == ":" else { throw Complaint("expected a letter and a colon, as in 'E: 0.1 …'") }
    let rest = line.dropFirst(2).trimmed
    if letter == "N" {
      description.name = String(rest)
      hasHeader = true
      return
    }
    let words = rest.prefix { $0 != "#" }.words
    switch letter {
    case "I": try identity(words)
    case "P": try properties(words)
    case "B": try bitmap(words)
    case "A": try axis(words)
    case "L": try state(words, into: \.leds)
    case "S": try state(words, into: \.switches)
    case "E": try event(words)
    default: throw Complaint("unknown line '\(letter):'; known are N, I, P, B, A, L, S and E")
    }
  }

  private mutating func identity(_ words: [Substring]) throws(Complaint) {
    guard words.count == 4 else { throw Complaint("expected bus, vendor, product and version") }
    description.identity = DeviceIdentity(
      bus: try hex(words[0]), vendor: try hex(words[1]), product: try hex(words[2]),
      version: try hex(words[3]))
  }

  private mutating func properties(_ words: [Substring]) throws(Complaint) {
    for word in words {
      for bit in try setBits(word) {
        guard propertyBits + bit < InputProperty.count else {
          throw Complaint("property \(propertyBits + bit) is past the kernel's last")
        }
        description.properties.insert(UInt8(truncatingIfNeeded: propertyBits + bit))
      }
      propertyBits += 8
    }
  }

  private mutating func bitmap(_ words: [Substring]) throws(Complaint) {
    guard let first = words.first else { throw Complaint("expected a type and bytes") }
    let type: UInt16 = try hex(first)
    guard Int(type) < EV.count else { throw Complaint("there is no event type \(first)") }
    for word in words.dropFirst() {
      let start = bits[type, default: 0]
      for bit in try setBits(word) where type != EV.syn {
        guard start + bit < KEY.count else {
          throw Complaint("code \(start + bit) is past the kernel's last")
        }
        let code = UInt16(truncatingIfNeeded: start + bit)
        description.codes[type, default: []].insert(code)
        if type == EV.abs, description.axes[code] == nil {
          description.axes[code] = AxisInfo(minimum: 0, maximum: 0)
        }
      }
      bits[type] = start + 8
    }
  }

  private mutating func axis(_ words: [Substring]) throws(Complaint) {
    guard words.count == 5 || words.count == 6 else {
      throw Complaint("expected code, minimum, maximum, fuzz, flat and resolution")
    }
    let code: UInt16 = try hex(words[0])
    guard Int(code) < ABS.count else { throw Complaint("there is no axis \(words[0])") }
    description.codes[EV.abs, default: []].insert(code)
    description.axes[code] = AxisInfo(
      minimum: try decimal(words[1]), maximum: try decimal(words[2]), fuzz: try decimal(words[3]),
      flat: try decimal(words[4]), resolution: words.count == 6 ? try decimal(words[5]) : 0)
  }

  private mutating func state(
    _ words: [Substring], into table: WritableKeyPath<EvemuParser, [UInt16: Int32]>
  ) throws(Complaint) {
    guard words.count == 2 else { throw Complaint("expected code and value") }
    let code: UInt16 = try hex(words[0])
    self[keyPath: table][code] = try decimal(words[1])
  }

  private mutating func event(_ words: [Substring]) throws(Complaint) {
    guard words.count == 4 else {
      throw Complaint("expected time, type, code and value, as in 'E: 0.1 0003 0035 0340'")
    }
    let event = InputEvent(try hex(words[1]), try hex(words[2]), try decimal(words[3]))
    events.append(.init(time: try time(words[0]), event: event))
  }

  /// Seconds with up to six decimals.
  private func time(_ word: Substring) throws(Complaint) -> Timestamp {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seconds = Int64(parts[0]), (0...1 << 40).contains(seconds) else {
      throw Complaint("'\(word)' is not a time in seconds")
    }
    var microseconds: Int64 = 0
    if parts.count == 2 {
      var digits = String(parts[1].prefix(6))
      while digits.utf8.count < 6 { digits += "0" }
      guard let fraction = Int64(digits), fraction >= 0 else {
        throw Complaint("'\(word)' is not a time in seconds")
      }
      microseconds = fraction
    }
    return Timestamp(microseconds: seconds * 1_000_000 + microseconds)
  }

  private func setBits(_ word: Substring) throws(Complaint) -> [Int] {
    guard let byte = UInt8(word, radix: 16) else { throw Complaint("'\(word)' is not a hex byte") }
    return (0..<8).filter { byte & (1 << $0) != 0 }
  }

  private func hex(_ word: Substring) throws(Complaint) -> UInt16 {
    guard let value = UInt16(word, radix: 16) else {
      throw Complaint("'\(word)' is not a hex number of up to four digits")
    }
    return value
  }

  private func decimal(_ word: Substring) throws(Complaint) -> Int32 {
    guard let value = Int32(word) else { throw Complaint("'\(word)' is not a whole number") }
    return value
  }
}
