import FocusModel
import InputGate

/// A rule of the gate as a play: devices, input over time, overlays that come
/// and go, and what a reader of the mirrors sees. docs/scenarios.md has the format.
public struct Scenario: Sendable {
  /// A case of the catalogue in `Tests/cases.yaml`.
  public struct Case: Hashable, Sendable, CustomStringConvertible {
    /// `input`, `lifecycle` or `display`.
    public var area: String
    /// A number, with a letter for some.
    public var number: String
    public var description: String { area + " " + number }
  }

  /// A physical device.
  public struct Device: Hashable, Sendable {
    /// What the scenario calls it.
    public var label: String
    public var description: DeviceDescription
  }

  /// What the profile has to say.
  public struct Settings: Hashable, Sendable {
    public var output = "Virtual-1"
    public var width: Int32 = 1024
    public var height: Int32 = 768
    public var isSingleScene = true
    /// Played once for each; both where the file names none.
    public var cancels: [CancelPolicy] = []
    public var systemKeys = SystemKeys()
  }

  public var file: String
  public var title = ""
  public var cases: [Case] = []
  public var settings = Settings()
  public var devices: [Device] = []
  /// Why only the pure runner can play it, or nil.
  public var pureOnly: String?
  public var steps: [Step] = []

  /// Whether focusd starts in the middle of it.
  public var startsLate: Bool {
    steps.contains {
      if case .start = $0.action { return true }
      return false
    }
  }
}

/// One thing that happens, and what is to come of it.
public struct Step: Sendable {
  public var line: Int
  /// As the file has it.
  public var text: String
  /// From the start of the scenario.
  public var time: Timestamp
  public var action: Action
  public var expectations: [Expectation] = []
}

public enum Action: Hashable, Sendable {
  /// A frame of one device. `stamped`: the kernel's time stamp where it is not
  /// the time of reading.
  case input(device: Int, [Movement], stamped: Timestamp?)
  /// Frames that the reader of the device loses to an overflow.
  case drop(device: Int, [[Movement]])
  case gate(GateAction)
  /// focusd starts; before this nobody grabs the devices. `readOnly`: it may
  /// not write to them.
  case start(readOnly: Bool)
  case stop
  case unplug(device: Int)
  /// Time passes.
  case wait
}

/// A piece of a frame.
public enum Movement: Hashable, Sendable {
  case event(InputEvent)
  case land(slot: Int, x: Int32, y: Int32, id: Int32?, [InputEvent])
  case move(slot: Int, x: Int32, y: Int32, [InputEvent])
  case lift(slot: Int)
}

/// What the client of an overlay does. Overlays go by the name of the scenario.
public enum GateAction: Hashable, Sendable {
  case raise(OverlayKind, name: String, wantsKeyboard: Bool, wantsPointer: Bool)
  case present(String, [Rect])
  case confirm(String, entered: Bool)
  case dismiss(String)
  /// Its program dies.
  case kill(String)
}

extension CancelPolicy {
  /// As scenarios and profiles name it.
  public var name: String {
    switch self {
    case .palm: "palm"
    case .neutral: "neutral"
    }
  }
}
