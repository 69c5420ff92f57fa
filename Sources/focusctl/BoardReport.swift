import BoardProfile

/// What `focusctl board … --json` prints.
enum BoardReport {
  struct Problem: Encodable {
    var file: String
    /// From 1; left out where it is about no line.
    var line: Int?
    var column: Int?
    var path: String
    var problem: String
    var allowed: String
    var meant: String?
    /// All of it, as people get it.
    var text: String

    init(_ error: ProfileError) {
      file = error.file
      line = error.line > 0 ? error.line : nil
      column = error.line > 0 ? error.column : nil
      path = error.path
      problem = error.problem
      allowed = error.allowed
      meant = error.meant
      text = error.description
    }
  }

  struct File: Encodable {
    var path: String
    var errors: [Problem]

    init(path: String, _ errors: [ProfileError]) {
      self.path = path
      self.errors = errors.map(Problem.init)
    }
  }

  struct Check: Encodable {
    var files: [File] = []
    /// About what the files come to together.
    var errors: [Problem] = []
    var chosen: String?
    var reason: String?

    var problems: [Problem] { files.flatMap(\.errors) + errors }

    /// Adds what is not told already.
    mutating func add(_ more: [ProfileError]) {
      let known = Set(problems.map(\.text))
      errors += more.map(Problem.init).filter { !known.contains($0.text) }
    }
  }

  struct Value: Encodable {
    var path: String
    var value: String
    /// Left out for a default.
    var file: String?
    var line: Int?

    init(_ value: ProfileValue) {
      path = value.path
      self.value = value.text
      if case .file(let file, let line) = value.origin {
        self.file = file
        self.line = line
      }
    }
  }

  struct Profile: Encodable {
    var file: String
    var reason: String
    var files: [String]
    var leftOut: [File]
    var values: [Value]

    init(_ loaded: LoadedProfile) {
      file = loaded.file
      reason = loaded.reason
      files = loaded.files
      leftOut = loaded.leftOut.map { File(path: $0.path, $0.errors) }
      values = loaded.values.map(Value.init)
    }
  }

  struct Change: Encodable {
    var path: String
    var old: String?
    var new: String?
    var origin: String
    var needsRestart: Bool

    init(_ change: ProfileChange) {
      path = change.path
      old = change.old
      new = change.new
      origin = "\(change.origin)"
      needsRestart = change.needsRestart
    }
  }

  struct Field: Encodable {
    var path: String
    var allowed: String
    var required: Bool
    var standard: String?
    var meaning: String
    var needsRestart: Bool
    /// What this machine has of it.
    var values: [Value]

    private enum CodingKeys: String, CodingKey {
      case path, allowed, required, meaning, needsRestart, values
      case standard = "default"
    }

    init(_ field: BoardProfile.FieldReference, _ held: [ProfileValue]) {
      path = field.path
      allowed = field.type
      required = field.isRequired
      standard = field.standard
      meaning = field.meaning
      needsRestart = field.needsRestart
      values = held.map(Value.init)
    }
  }

  struct Probe: Encodable {
    struct Output: Encodable {
      var name: String
      var isConnected: Bool
      var modes: [String]
    }

    struct Device: Encodable {
      var node: String
      var name: String
      var phys: String
      var deviceClass: String

      private enum CodingKeys: String, CodingKey {
        case node, name, phys
        case deviceClass = "class"
      }
    }

    var compatible: [String]
    var dmi: [String: String]
    var outputs: [Output]
    var devices: [Device]
    /// To start from, in YAML.
    var profile: String

    init(_ probe: BoardProbe) {
      compatible = probe.machine.compatible
      dmi = probe.machine.dmi
      outputs = probe.outputs.map {
        Output(name: $0.name, isConnected: $0.isConnected, modes: $0.modes)
      }
      devices = probe.devices.map {
        Device(node: $0.node, name: $0.name, phys: $0.phys, deviceClass: $0.deviceClass)
      }
      profile = probe.yaml
    }
  }
}
