import BoardProfile
import EvdevIO
import InputGate

/// What `focusctl input explain` says of a device; as JSON it is printed as it is.
struct InputReport: Encodable {
  /// What `focusctl input list` says of one.
  struct Row: Encodable {
    var node: String
    var name: String
    var deviceClass: String
    var phys: String
    /// mirrored, degraded, leftAlone, mirror, notKnown.
    var treatment: String
    /// The node of its mirror.
    var mirror: String?
    /// The node that it is the mirror of.
    var mirrorOf: String?
    /// Why it is degraded or left alone.
    var reason: String?
    /// The treatment for people.
    var words: String

    private enum CodingKeys: CodingKey {
      case node, name, deviceClass, phys, treatment, mirror, mirrorOf, reason
    }

    init(_ item: InventoryItem) {
      node = item.node.path
      name = item.device.name
      deviceClass = item.device.className
      phys = item.device.phys
      treatment = item.treatment.word
      words = item.treatment.words
      switch item.treatment {
      case .mirrored(let node): mirror = node
      case .mirror(let node): mirrorOf = node
      case .degraded(let text), .leftAlone(let text): reason = text
      case .notKnown: break
      }
    }
  }

  struct Axis: Encodable {
    var name: String
    var minimum: Int32
    var maximum: Int32
    /// Units a millimetre, 0 where unknown.
    var resolution: Int32
    var fuzz: Int32
    var flat: Int32
  }

  struct Gate: Encodable {
    var events: String
    var rule: String
  }

  var device: Row
  var identity: String
  var uniq: String
  var because: String
  var properties: [String]
  /// The names of the codes that it can send, by type, as `EV_KEY`.
  var codes: [String: [String]]
  /// What the profile says of it, where it can be read.
  var profile: String?
  /// Empty where sysfs told.
  var axes: [Axis]
  /// What kept the node from being read.
  var unread: String?
  var gate: [Gate]

  init(_ item: InventoryItem, _ profile: BoardProfile?) {
    let described = item.device
    device = Row(item)
    let id = described.identity
    identity = [id.bus, id.vendor, id.product, id.version].map(InputReport.hex).joined(
      separator: ":")
    uniq = described.uniq
    because = described.deviceClass.because
    properties = described.properties.sorted().map(InputReport.propertyName)
    codes = [:]
    for (type, present) in described.codes {
      codes[InputReport.typeName(type)] = present.sorted().map { EventNames.name(type, $0) }
    }
    self.profile = described.isMirror ? nil : profile?.words(for: described)
    axes = described.axes.sorted { $0.key < $1.key }.map { code, info in
      Axis(
        name: EventNames.name(EV.abs, code), minimum: info.minimum, maximum: info.maximum,
        resolution: info.resolution, fuzz: info.fuzz, flat: info.flat)
    }
    unread = item.unread.map { "\($0)" }
    gate =
      described.isMirror ? [] : described.gateSummary.map { Gate(events: $0.events, rule: $0.rule) }
  }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func typeName(_ type: UInt16) -> String {
    let names: [UInt16: String] = [
      EV.key: "EV_KEY", EV.rel: "EV_REL", EV.abs: "EV_ABS", EV.msc: "EV_MSC", EV.sw: "EV_SW",
      EV.led: "EV_LED", EV.snd: "EV_SND", EV.rep: "EV_REP", EV.ff: "EV_FF",
    ]
    return names[type] ?? "EV_" + String(type, radix: 16)
  }

  /// `INPUT_PROP_*` of linux/input-event-codes.h.
  private static func propertyName(_ number: UInt8) -> String {
    let names = [
      "POINTER", "DIRECT", "BUTTONPAD", "SEMI_MT", "TOPBUTTONPAD", "POINTING_STICK",
      "ACCELEROMETER",
    ]
    return "INPUT_PROP_" + (Int(number) < names.count ? names[Int(number)] : "\(number)")
  }
}

extension BoardProfile {
  /// What it says of a device, for people.
  fileprivate func words(for device: DeviceDescription) -> String {
    guard let settings = settings(for: device) else { return "leave it alone (input.ignore)" }
    guard device.isDirect || device.touch == .single else { return "gate it" }
    guard let placement = settings.placement else { return "no output is known for it" }
    let index = Int(placement.output.rawValue)
    let output = outputs.indices.contains(index) ? outputs[index].name : "?"
    let rule = touchRule(for: device).map { "by input.touch[\($0)]" } ?? "the only output"
    switch settings.cancel {
    case .palm: return "lies on \(output), \(rule); cancelled by palm"
    case .neutral(let x, let y):
      return "lies on \(output), \(rule); cancelled at the neutral point \(x), \(y)"
    }
  }
}
