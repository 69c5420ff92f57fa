import InputGate

/// Writes evemu's format, as `EvemuFile` reads it.
public enum EvemuWriter {
  /// The description of a device: what stands before the events.
  public static func header(_ description: DeviceDescription) -> String {
    let id = description.identity
    var lines = ["# EVEMU 1.3", "N: \(description.name)"]
    lines.append(
      "I: " + [id.bus, id.vendor, id.product, id.version].map { hex($0, 4) }.joined(separator: " "))
    lines.append("P:" + bytes(Set(description.properties.map { UInt16($0) }), count: 8))
    for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) where type != EV.syn {
      let count = type == EV.key ? KEY.count / 8 : type == EV.ff ? 16 : 8
      // Eight bytes a line.
      for start in stride(from: 0, to: count, by: 8) {
        let first = UInt16(truncatingIfNeeded: start * 8)
        let part = Set(codes.filter { $0 >= first && $0 < first + 64 }.map { $0 - first })
        lines.append("B: \(hex(type, 2))" + bytes(part, count: 8))
      }
    }
    for (code, info) in description.axes.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "A: \(hex(code, 2)) \(info.minimum) \(info.maximum) \(info.fuzz) \(info.flat) "
          + "\(info.resolution)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One event, with its name as a comment.
  public static func line(_ timed: EvemuFile.TimedEvent) -> String {
    let seconds = timed.time.microseconds / 1_000_000
    let rest = String(timed.time.microseconds % 1_000_000)
    let fraction = String(repeating: "0", count: max(0, 6 - rest.utf8.count)) + rest
    let event = timed.event
    let sign = event.value < 0 ? "-" : ""
    let digits = String(event.value.magnitude)
    let width = max(0, 4 - sign.utf8.count - digits.utf8.count)
    let value = sign + String(repeating: "0", count: width) + digits
    return "E: \(seconds).\(fraction) \(hex(event.type, 4)) \(hex(event.code, 4)) \(value)"
      + "\t# \(event.text)"
  }

  private static func bytes(_ codes: Set<UInt16>, count: Int) -> String {
    var result = ""
    for byte in 0..<count {
      var value: UInt16 = 0
      for bit in 0..<8 where codes.contains(UInt16(truncatingIfNeeded: byte * 8 + bit)) {
        value |= 1 << UInt16(truncatingIfNeeded: bit)
      }
      result += " " + hex(value, 2)
    }
    return result
  }

  private static func hex(_ value: UInt16, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
