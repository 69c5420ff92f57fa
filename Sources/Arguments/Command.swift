/// A program or a subcommand: the one table that the parser, the help, the
/// manual page and the completions are made from.
///
///     let program = Command(
///       "focusd", "gates input while an overlay is in front",
///       options: [Option("--profile", value: "PATH", "the board profile")])
///     let arguments = program.parseOrExit(version: "0.1.0")
///     let path = arguments.value("--profile") ?? "/etc/focusd/board.yaml"
public struct Command: Sendable {
  public let name: String
  /// One line, without a full stop.
  public let summary: String
  /// What else there is to say: paragraphs and lists as they shall be printed.
  public let details: String
  /// They hold for the subcommands too, before or behind their name.
  public let options: [Option]
  /// Empty where there are subcommands.
  public let positionals: [Positional]
  public let subcommands: [Command]
  /// Whole command lines.
  public let examples: [String]
  /// Of the program alone.
  public let manual: Manual

  public init(
    _ name: String, _ summary: String, details: String = "", options: [Option] = [],
    positionals: [Positional] = [], subcommands: [Command] = [], examples: [String] = [],
    manual: Manual = Manual()
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.options = options
    self.positionals = positionals
    self.subcommands = subcommands
    self.examples = examples
    self.manual = manual
  }
}

/// `--name` or `--name VALUE`.
public struct Option: Sendable {
  /// With its two dashes.
  public let name: String
  /// The value's name in the help; nil for a flag.
  public let placeholder: String?
  public let help: String
  /// The allowed values; empty means any.
  public let choices: [String]
  /// Which candidates a shell asks the program for, see `parseOrExit`.
  public let completing: String?
  /// Whether it may be given more than once.
  public let repeats: Bool

  public init(
    _ name: String, value placeholder: String? = nil, choices: [String] = [],
    completing: String? = nil, repeats: Bool = false, _ help: String
  ) {
    self.name = name
    self.placeholder = placeholder
    self.choices = choices
    self.completing = completing
    self.repeats = repeats
    self.help = help
  }

  var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}

/// An argument that is told by its place.
public struct Positional: Sendable {
  public enum Count: Sendable {
    case one
    case optional
    /// One or more; the last one of a command only.
    case many
    /// None or more; the last one of a command only.
    case any
  }

  public let placeholder: String
  public let help: String
  public let choices: [String]
  /// Which candidates a shell asks the program for, see `parseOrExit`.
  public let completing: String?
  public let count: Count

  public init(
    _ placeholder: String, choices: [String] = [], completing: String? = nil,
    count: Count = .one, _ help: String
  ) {
    self.placeholder = placeholder
    self.choices = choices
    self.completing = completing
    self.count = count
    self.help = help
  }

  var usage: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .many: "\(placeholder)…"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// What every command has.
enum BuiltIn {
  static let help = Option("--help", "print this help")
  /// Of the program alone.
  static let version = Option("--version", "print the version")
  static let completion = Option(
    "--completion", value: "SHELL", choices: ["bash", "zsh"],
    "print a completion script for a shell")
  static let man = Option("--man", "print the manual page, in roff")
  static let ofProgram = [help, version, completion, man]
  /// For the completion scripts, so in no help.
  static let candidates = Option("--candidates", value: "OF", "print what may stand there")
}
