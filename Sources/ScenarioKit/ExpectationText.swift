import InputGate

/// Reads what stands after `expect`.
struct ExpectationText {
  let devices: [Scenario.Device]

  func expectation(_ text: Substring, line: Int) throws(Complaint) -> Expectation {
    var rest = text
    var policy: String?
    for name in ["palm", "neutral"] where rest.hasPrefix("(\(name))") {
      policy = name
      rest = rest.dropFirst(name.count + 2).trimmed
    }
    let kind = try kind(rest)
    return Expectation(line: line, policy: policy, kind: kind)
  }

  private func kind(_ text: Substring) throws(Complaint) -> Expectation.Kind {
    switch text {
    case "nothing": return .nothing
    case "clear": return .clear
    case "refused": return .refused
    default: break
    }
    let isSource = text.words.first == "source"
    var rest = isSource ? text.dropFirst("source".count).trimmed : text
    var device: Int?
    if let word = rest.words.first, word.hasSuffix(":") {
      device = devices.firstIndex { $0.label == word.dropLast() }
      guard device != nil else {
        throw Complaint("there is no device '\(word.dropLast())'")
      }
      rest = rest.dropFirst(word.count).trimmed
    }
    let words = rest.words
    if words.count == 3, words[1] == "repeats" {
      guard let code = EventNames.key(words[0]), let count = Int(words[2]), count >= 0 else {
        throw Complaint("expected a key and a number, as in 'KEY_A repeats 38'")
      }
      let index: Int
      if let device { index = device } else { index = try only { $0.has(EV.key, code) } }
      return .repeats(device: index, code: code, count: count)
    }
    var events: [ExpectedEvent] = []
    for part in rest.split(separator: ",") { events.append(try event(part.words)) }
    guard !events.isEmpty else { throw Complaint("expected events, or 'nothing'") }
    let index: Int
    if let device { index = device } else { index = try only(sending: events) }
    return isSource ? .source(device: index, events) : .mirror(device: index, events)
  }

  private func event(_ words: [Substring]) throws(Complaint) -> ExpectedEvent {
    if words == ["SYN"] { return .exact(.report) }
    guard words.count == 2, let found = EventNames.find(words[0]) else {
      throw Complaint(
        "'\(words.joined(separator: " "))' is no event, as in 'KEY_A 1', 'SYN' or "
          + "'ABS_MT_TRACKING_ID id#1'")
    }
    if found.type == EV.abs, found.code == ABS.mtTrackingID, words[1].hasPrefix("id#") {
      guard let number = Int(words[1].dropFirst(3)) else {
        throw Complaint("expected a number after 'id#'")
      }
      return .contact(number)
    }
    guard let value = Int32(words[1]) else { throw Complaint("'\(words[1])' is no whole number") }
    return .exact(InputEvent(found.type, found.code, value))
  }

  private func only(sending events: [ExpectedEvent]) throws(Complaint) -> Int {
    try only { device in
      events.allSatisfy {
        switch $0 {
        case .contact: device.has(EV.abs, ABS.mtTrackingID)
        case .exact(let event): event.type == EV.syn || device.has(event.type, event.code)
        }
      }
    }
  }

  private func only(_ fits: (DeviceDescription) -> Bool) throws(Complaint) -> Int {
    let found = devices.indices.filter { fits(devices[$0].description.mirror) }
    guard let first = found.first else { throw Complaint("no device's mirror can send this") }
    guard found.count == 1 else { throw Complaint("several mirrors can send this: name one") }
    return first
  }
}
