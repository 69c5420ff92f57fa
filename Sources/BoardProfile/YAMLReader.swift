import CYAML

/// Reads one YAML document with libyaml into nodes.
///
/// Refused: a second document, aliases, tags, and a key that is there twice.
struct YAMLReader: ~Copyable {
  /// Deeper than any profile is.
  private static let deepest = 16

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let file: String

  /// - Parameter file: what messages call it.
  static func read(_ bytes: [UInt8], file: String) throws(ProfileError) -> YAMLNode {
    let reader = YAMLReader(file)
    // libyaml keeps the pointer until the last event has been parsed.
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<YAMLNode, ProfileError> in
      yaml_parser_set_input_string(reader.parser, bytes.baseAddress, bytes.count)
      yaml_parser_set_encoding(reader.parser, YAML_UTF8_ENCODING)
      do throws(ProfileError) {
        return .success(try reader.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(_ file: String) {
    self.file = file
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    // It fails only without memory; every later call fails then as well.
    yaml_parser_initialize(parser)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  private func document() throws(ProfileError) -> YAMLNode {
    // The start of the stream, then of the document.
    _ = try next()
    var event = try next()
    guard event.type != YAML_STREAM_END_EVENT else {
      throw ProfileError(file: file, line: 1, column: 1, problem: "the file is empty")
    }
    let node = try node(try next(), depth: 0)
    _ = try next()
    event = try next()
    guard event.type == YAML_STREAM_END_EVENT else {
      throw event.error("a profile is one document, and here a second one begins")
    }
    return node
  }

  private func node(_ event: Event, depth: Int) throws(ProfileError) -> YAMLNode {
    guard depth < YAMLReader.deepest else { throw event.error("nested too deeply") }
    guard !event.hasTag else { throw event.error("tags are not supported") }
    switch event.type {
    case YAML_SCALAR_EVENT:
      return event.node(.scalar(event.text))
    case YAML_SEQUENCE_START_EVENT:
      var items: [YAMLNode] = []
      var inner = try next()
      while inner.type != YAML_SEQUENCE_END_EVENT {
        items.append(try node(inner, depth: depth + 1))
        inner = try next()
      }
      return event.node(.sequence(items))
    case YAML_MAPPING_START_EVENT:
      return event.node(.mapping(try pairs(depth: depth)))
    case YAML_ALIAS_EVENT:
      throw event.error("aliases are not supported: write the value again")
    default:
      throw event.error("not understood")
    }
  }

  private func pairs(depth: Int) throws(ProfileError) -> [(key: YAMLNode, value: YAMLNode)] {
    var pairs: [(key: YAMLNode, value: YAMLNode)] = []
    var lines: [String: Int] = [:]
    var inner = try next()
    while inner.type != YAML_MAPPING_END_EVENT {
      let key = try node(inner, depth: depth + 1)
      guard case .scalar(let name) = key.content else { throw inner.error("a key must be a word") }
      if let line = lines[name] {
        throw inner.error("the key '\(name)' is there already, in line \(line)")
      }
      lines[name] = key.line
      pairs.append((key, try node(try next(), depth: depth + 1)))
      inner = try next()
    }
    return pairs
  }

  private func next() throws(ProfileError) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError }
    defer { yaml_event_delete(&event) }
    return Event(event, file)
  }

  private var syntaxError: ProfileError {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "not understood"
    // Bytes that are no text are found by the reader, which has no mark.
    let mark = state.error == YAML_READER_ERROR ? state.mark : state.problem_mark
    return ProfileError(
      file: file, line: Int(mark.line) + 1, column: Int(mark.column) + 1, problem: problem)
  }
}

/// What the reader needs of an event, once libyaml's own is freed.
private struct Event {
  let type: yaml_event_type_t
  let text: String
  let hasTag: Bool
  let file: String
  let line: Int
  let column: Int

  init(_ event: yaml_event_t, _ file: String) {
    self.file = file
    type = event.type
    line = Int(event.start_mark.line) + 1
    column = Int(event.start_mark.column) + 1
    switch type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      hasTag = scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT:
      text = ""
      hasTag = event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT:
      text = ""
      hasTag = event.data.mapping_start.tag != nil
    default:
      text = ""
      hasTag = false
    }
  }

  func node(_ content: YAMLNode.Content) -> YAMLNode {
    YAMLNode(content: content, file: file, line: line, column: column)
  }

  func error(_ problem: String) -> ProfileError {
    ProfileError(file: file, line: line, column: column, problem: problem)
  }
}
