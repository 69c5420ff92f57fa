/// What was asked for on the command line, by the table's names.
public struct Parsed: Sendable {
  /// The names of the subcommands, outermost first; empty for the program itself.
  public internal(set) var path: [String] = []
  /// The arguments that are no options, in order; as many as the command takes.
  public internal(set) var positionals: [String] = []
  var options: [String: [String]] = [:]

  /// Whether an option was given, with a value or without.
  public func has(_ option: String) -> Bool { options[option] != nil }

  /// The last value given to an option.
  public func value(_ option: String) -> String? { options[option]?.last }

  /// All values given to an option, in order.
  public func values(_ option: String) -> [String] { options[option] ?? [] }
}

/// A command line that the table does not allow.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and, where something is near, what was likely meant.
  public let description: String
  /// The command whose help would say more, as it is typed.
  public let command: String
}
