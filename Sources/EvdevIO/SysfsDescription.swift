import InputGate
import LinuxIO

/// A device's description from its directory in sysfs, for who may not open the
/// node (Documentation/ABI/testing/sysfs-class-input).
enum SysfsDescription {
  private static let bitmaps: [(file: String, type: UInt16)] = [
    ("key", EV.key), ("rel", EV.rel), ("abs", EV.abs), ("msc", EV.msc), ("sw", EV.sw),
    ("led", EV.led), ("snd", EV.snd), ("ff", EV.ff),
  ]

  static func read(_ directory: String) -> DeviceDescription {
    func text(_ file: String) -> String { KernelFile.line("\(directory)/\(file)") ?? "" }
    func identity(_ file: String) -> UInt16 { UInt16(text("id/\(file)"), radix: 16) ?? 0 }
    var result = DeviceDescription(
      name: text("name"), phys: text("phys"), uniq: text("uniq"),
      identity: DeviceIdentity(
        bus: identity("bustype"), vendor: identity("vendor"), product: identity("product"),
        version: identity("version")))
    result.properties = Set(bits(text("properties")).compactMap { UInt8(exactly: $0) })
    for type in bits(text("capabilities/ev")) where type != EV.syn { result.codes[type] = [] }
    for (file, type) in bitmaps where result.codes[type] != nil {
      result.codes[type] = bits(text("capabilities/\(file)"))
    }
    // REP_DELAY and REP_PERIOD: who repeats has both.
    if result.codes[EV.rep] != nil { result.codes[EV.rep] = [0, 1] }
    return result
  }

  /// The numbers of the bits of a bitmap as the kernel prints it: words of a
  /// `long` in hex, the highest first, those in front that are 0 left out.
  static func bits(_ text: String) -> Set<UInt16> {
    var numbers: Set<UInt16> = []
    for (index, word) in text.split(separator: " ").reversed().enumerated() {
      guard let word = UInt(word, radix: 16) else { return [] }
      for bit in 0..<UInt.bitWidth where word & (1 << UInt(bit)) != 0 {
        if let number = UInt16(exactly: index * UInt.bitWidth + bit) { numbers.insert(number) }
      }
    }
    return numbers
  }
}
