import FocusModel
import InputGate
import Spelling

// Mappings whose keys are names of something: keys, overlay kinds, DMI fields.
extension ProfileFields {
  static let rank = 0...1000
  static let ranks = Dictionary(
    uniqueKeysWithValues: OverlayKind.allCases.map { ($0.rawValue, "\($0.defaultRank)") })

  static func choices<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) -> FieldShape where Choice.RawValue == String {
    .choice(type.allCases.map(\.rawValue))
  }

  /// A list that has each of some words at most once.
  static func list<Choice: RawRepresentable & CaseIterable>(
    of type: Choice.Type
  ) -> FieldShape where Choice.RawValue == String {
    .list(0...type.allCases.count, of: choices(type))
  }

  static func systemKeys(_ node: ProfileNode) throws(ProfileError) -> SystemKeys {
    var keys = SystemKeys()
    for (name, key, value) in try node.fields() {
      guard let found = EventNames.find(name), found.type == EV.key, !name.contains(":") else {
        throw key.error(
          "there is no key '\(name)'", allowed: "names of linux/input-event-codes.h",
          meant: nearest(to: name, in: EventNames.keyNames))
      }
      switch try value.choice(of: KeyPolicy.self) {
      case .pass: keys.pass[found.code] = true
      case .take: keys.take[found.code] = true
      }
    }
    return keys
  }

  static func ranks(_ node: ProfileNode) throws(ProfileError) -> [OverlayKind: Int] {
    var ranks: [OverlayKind: Int] = [:]
    let kinds = OverlayKind.allCases.map(\.rawValue)
    for (name, key, value) in try node.fields() {
      guard let kind = OverlayKind(rawValue: name) else {
        throw key.error("there is no such kind of overlay", word: name, among: kinds)
      }
      ranks[kind] = try value.integer(in: rank)
    }
    return ranks
  }

  static func dmi(_ node: ProfileNode) throws(ProfileError) -> [String: String] {
    var fields: [String: String] = [:]
    for (name, key, value) in try node.fields() {
      guard Machine.dmiNames.contains(name) else {
        throw key.error("there is no such DMI name", word: name, among: Machine.dmiNames)
      }
      fields[name] = try value.text()
    }
    return fields
  }
}
