import FoundationEssentials

/// A method call as it came: the head is read, the parameters not yet.
struct Call {
  private struct Head: Decodable {
    var method: String
    var oneway: Bool?
    var more: Bool?
  }

  let method: String
  let oneway: Bool
  let more: Bool
  private let message: Data

  init(_ bytes: ArraySlice<UInt8>, nesting: Int) throws(ControlError) {
    guard !Nesting.exceeds(nesting, in: bytes) else {
      throw .badMessage("it is nested deeper than \(nesting)")
    }
    message = Data(bytes)
    guard let head = try? JSONDecoder().decode(Head.self, from: message) else {
      throw .badMessage("it is no Varlink call")
    }
    method = head.method
    oneway = head.oneway ?? false
    more = head.more ?? false
  }

  func parameters<Parameters: CallParameters>(
    _ type: Parameters.Type
  ) throws(ControlError) -> Parameters {
    do {
      return try JSONDecoder().decode(CallBody<Parameters>.self, from: message).parameters
    } catch let error as DecodingError {
      throw .invalidParameter(error.parameter)
    } catch {
      throw .invalidParameter("parameters")
    }
  }
}

private struct CallBody<Parameters: CallParameters>: Decodable {
  private enum CodingKeys: CodingKey {
    case parameters
  }

  /// Any key at all, to see which there are.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let parameters: Parameters

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.parameters), try !container.decodeNil(forKey: .parameters) else {
      // Left out, as it may be for a method without required parameters.
      parameters = try JSONDecoder().decode(Parameters.self, from: Data("{}".utf8))
      return
    }
    let allowed = Set(Parameters.CodingKeys.allCases.map(\.stringValue))
    let given = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .parameters)
    if let unknown = given.allKeys.first(where: { !allowed.contains($0.stringValue) }) {
      throw DecodingError.dataCorruptedError(
        forKey: unknown, in: given, debugDescription: "unknown field")
    }
    parameters = try container.decode(Parameters.self, forKey: .parameters)
  }
}

extension DecodingError {
  /// Which parameter it is about: `regions[0].x`.
  fileprivate var parameter: String {
    let path: [any CodingKey]
    switch self {
    case .keyNotFound(let key, let context): path = context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.codingPath
    @unknown default: path = []
    }
    var text = ""
    for key in path where !(text.isEmpty && key.stringValue == "parameters") {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.isEmpty ? "parameters" : text
  }
}

/// A reply, or a call: what the two have in common on the way out.
enum WireMessage {
  private struct Reply<Parameters: Encodable>: Encodable {
    var error: String?
    var continues: Bool?
    var parameters: Parameters
  }

  private struct Call<Parameters: Encodable>: Encodable {
    var method: String
    var more: Bool?
    var oneway: Bool?
    var parameters: Parameters
  }

  static func reply(_ parameters: some Encodable, continues: Bool = false) -> [UInt8] {
    encode(Reply(continues: continues ? true : nil, parameters: parameters))
  }

  static func reply(_ error: ControlError) -> [UInt8] {
    encode(Reply(error: error.name, parameters: error.details))
  }

  static func call(
    _ method: String, _ parameters: some Encodable, more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    encode(
      Call(
        method: method, more: more ? true : nil, oneway: oneway ? true : nil,
        parameters: parameters))
  }

  /// With the terminating NUL; JSON has none inside, the encoder escapes it.
  private static func encode(_ message: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // It throws for numbers that are not finite; the messages have none.
    let data = (try? encoder.encode(message)) ?? Data("{}".utf8)
    return Array(data) + [0]
  }
}
