import FocusModel
import InputGate

/// Reads what happens in a step.
struct ActionText {
  let devices: [Scenario.Device]

  func action(_ text: Substring) throws(Complaint) -> Action {
    let words = text.words
    guard let verb = words.first else { throw Complaint("nothing happens in this step") }
    if let gate = try gateAction(words) { return .gate(gate) }
    switch (verb, words.count) {
    case ("wait", 1): return .wait
    case ("start", 1): return .start(readOnly: false)
    case ("start", 2) where words[1] == "read-only": return .start(readOnly: true)
    case ("stop", 1): return .stop
    case ("drop", 1) where devices.count == 1: return .drop(device: 0, [])
    case ("drop", 2): return .drop(device: try device(words[1]), [])
    case ("unplug", 1) where devices.count == 1: return .unplug(device: 0)
    case ("unplug", 2): return .unplug(device: try device(words[1]))
    case ("drop", _), ("unplug", _): throw Complaint("expected the label of a device")
    case ("stamped", 3...):
      guard let milliseconds = Int64(words[1]), (0...3_600_000).contains(milliseconds) else {
        throw Complaint("expected milliseconds after 'stamped'")
      }
      let rest = text.dropFirst(verb.count).trimmed.dropFirst(words[1].count).trimmed
      let (device, movements) = try frame(rest)
      return .input(
        device: device, movements, stamped: Timestamp(microseconds: milliseconds * 1000))
    default:
      let (device, movements) = try frame(text)
      return .input(device: device, movements, stamped: nil)
    }
  }

  // MARK: The gate

  private func gateAction(_ words: [Substring]) throws(Complaint) -> GateAction? {
    switch (words[0], words.count) {
    case ("raise", 4...) where words[2] == "as":
      guard let kind = OverlayKind(rawValue: String(words[1])) else {
        throw Complaint(
          "'\(words[1])' is no overlay; known are \(list(OverlayKind.allCases.map(\.rawValue)))")
      }
      for wish in words[4...] where wish != "keyboard" && wish != "pointer" {
        throw Complaint("an overlay may want 'keyboard' and 'pointer', not '\(wish)'")
      }
      return .raise(
        kind, name: String(words[3]), wantsKeyboard: words[4...].contains("keyboard"),
        wantsPointer: words[4...].contains("pointer"))
    case ("present", 2...):
      return .present(String(words[1]), try rectangles(words[2...]))
    case ("confirm", 2): return .confirm(String(words[1]), entered: true)
    case ("leave", 2): return .confirm(String(words[1]), entered: false)
    case ("dismiss", 2): return .dismiss(String(words[1]))
    case ("kill", 2): return .kill(String(words[1]))
    case ("raise", _): throw Complaint("expected 'raise KIND as NAME [keyboard] [pointer]'")
    case ("present", _): throw Complaint("expected 'present NAME X Y WIDTH HEIGHT [and …]'")
    case ("confirm", _), ("leave", _), ("dismiss", _), ("kill", _):
      throw Complaint("expected the name of an overlay after '\(words[0])'")
    default: return nil
    }
  }

  private func rectangles(_ words: ArraySlice<Substring>) throws(Complaint) -> [Rect] {
    var result: [Rect] = []
    for group in words.split(separator: "and") {
      let numbers = group.compactMap { Int32($0) }
      guard numbers.count == 4, group.count == 4 else {
        throw Complaint("expected X Y WIDTH HEIGHT, joined by 'and'")
      }
      result.append(
        Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
    return result
  }

  // MARK: Frames

  /// One frame, `[LABEL:] PIECE; PIECE …`, and the device that sends it.
  func frame(_ text: Substring) throws(Complaint) -> (device: Int, [Movement]) {
    var rest = text
    var named: Int?
    if let word = text.words.first, word.hasSuffix(":") {
      named = try device(word.dropLast())
      rest = text.dropFirst(word.count)
    }
    var movements: [Movement] = []
    for piece in rest.split(separator: ";") { movements.append(try movement(piece.words)) }
    guard !movements.isEmpty else { throw Complaint("expected input, as in 'key A down'") }
    if let named { return (named, movements) }
    let fitting = devices.indices.filter { index in
      movements.allSatisfy { devices[index].description.canSend($0) }
    }
    guard fitting.count < 2 else { throw Complaint("several devices can send this: name one") }
    guard let only = fitting.first else { throw Complaint("no device can send this") }
    return (only, movements)
  }

  private func device(_ label: some StringProtocol) throws(Complaint) -> Int {
    guard let index = devices.firstIndex(where: { $0.label == label }) else {
      throw Complaint("there is no device '\(label)'; known are \(list(devices.map(\.label)))")
    }
    return index
  }

  private func movement(_ words: [Substring]) throws(Complaint) -> Movement {
    switch (words.first, words.count) {
    case ("key", 3):
      guard let code = EventNames.key(words[1]) else {
        throw Complaint("there is no key '\(words[1])'")
      }
      switch words[2] {
      case "down": return .event(InputEvent(EV.key, code, 1))
      case "up": return .event(InputEvent(EV.key, code, 0))
      default: throw Complaint("a key goes 'down' or 'up', not '\(words[2])'")
      }
    case ("touch", 3...): return try touch(words)
    case ("E", 4):
      guard let type = UInt16(words[1], radix: 16), let code = UInt16(words[2], radix: 16),
        let value = Int32(words[3])
      else { throw Complaint("expected type and code in hex and a decimal value") }
      return .event(InputEvent(type, code, value))
    case ("key", _): throw Complaint("expected 'key NAME down' or 'key NAME up'")
    case ("touch", _): throw Complaint("expected 'touch SLOT down X Y', 'move X Y' or 'up'")
    case (_, 2): return .event(try event(words[...]))
    default:
      throw Complaint("cannot read '\(words.joined(separator: " "))' as input")
    }
  }

  private func touch(_ words: [Substring]) throws(Complaint) -> Movement {
    guard let slot = Int(words[1]), (0..<100).contains(slot) else {
      throw Complaint("expected a slot after 'touch', not '\(words[1])'")
    }
    if words[2] == "up", words.count == 3 { return .lift(slot: slot) }
    guard words[2] == "down" || words[2] == "move", words.count >= 5, let x = Int32(words[3]),
      let y = Int32(words[4])
    else { throw Complaint("expected 'touch SLOT down X Y', 'move X Y' or 'up'") }
    var rest = words[5...]
    var id: Int32?
    if words[2] == "down", rest.first == "id" {
      guard let number = rest.dropFirst().first.flatMap({ Int32($0) }), number >= 0 else {
        throw Complaint("expected a number after 'id'")
      }
      id = number
      rest = rest.dropFirst(2)
    }
    var extra: [InputEvent] = []
    while !rest.isEmpty {
      extra.append(try event(rest.prefix(2)))
      rest = rest.dropFirst(2)
    }
    return words[2] == "down"
      ? .land(slot: slot, x: x, y: y, id: id, extra) : .move(slot: slot, x: x, y: y, extra)
  }

  private func event(_ words: ArraySlice<Substring>) throws(Complaint) -> InputEvent {
    guard words.count == 2, let first = words.first, let last = words.last,
      let found = EventNames.find(first)
    else { throw Complaint("'\(words.joined(separator: " "))' is no event, as in 'REL_X 5'") }
    guard let value = Int32(last) else { throw Complaint("'\(last)' is no whole number") }
    return InputEvent(found.type, found.code, value)
  }
}

extension DeviceDescription {
  /// Whether the device can send this.
  fileprivate func canSend(_ movement: Movement) -> Bool {
    switch movement {
    case .event(let event): has(event.type, event.code)
    case .land, .move, .lift: touch != nil
    }
  }
}
