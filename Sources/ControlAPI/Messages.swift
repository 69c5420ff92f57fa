import FocusModel

/// What a method takes. Fields that it does not have are refused rather than
/// ignored: a client must not believe that one of them was heeded.
protocol CallParameters: Codable {
  associatedtype CodingKeys: CodingKey & CaseIterable
}

struct RaiseParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case kind, outputs, wantsKeyboard, wantsPointer
  }

  var kind: String
  var outputs: [String]?
  var wantsKeyboard: Bool?
  var wantsPointer: Bool?
}

struct PresentParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, regions
  }

  var token: String
  var regions: [ControlRegion]
}

struct ConfirmKeyboardParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, entered
  }

  var token: String
  var entered: Bool
}

struct DismissParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
  }

  var token: String
}

struct ReclaimParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
  }

  var token: String
}

struct DismissOverlayParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case id
  }

  var id: UInt32
}

struct WatchParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case since
  }

  var since: Int64?
}

struct InterfaceParameters: CallParameters {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case interface
  }

  var interface: String
}

struct NoParameters: CallParameters {
  enum CodingKeys: CodingKey, CaseIterable {}
}

/// A rectangle of a named output.
public struct ControlRegion: Codable, Hashable, Sendable {
  public var output: String
  public var x: Int64
  public var y: Int64
  public var width: Int64
  public var height: Int64

  public init(output: String, x: Int64, y: Int64, width: Int64, height: Int64) {
    self.output = output
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

struct InfoReply: Codable {
  var vendor = Product.vendor
  var product = Product.name
  var version = Product.version
  /// The interface wants one; the project has none yet.
  var url = ""
  var interfaces = [ServiceInterface.name, ControlInterface.name]
}

struct DescriptionReply: Codable {
  var description: String
}

/// The names that go over the wire.
enum ControlInterface {
  static let name = "org.focusd.Control"

  enum Method: String, CaseIterable {
    case raise = "org.focusd.Control.Raise"
    case reclaim = "org.focusd.Control.Reclaim"
    case present = "org.focusd.Control.Present"
    case confirmKeyboard = "org.focusd.Control.ConfirmKeyboard"
    case dismiss = "org.focusd.Control.Dismiss"
    case dismissOverlay = "org.focusd.Control.DismissOverlay"
    case status = "org.focusd.Control.Status"
    case watch = "org.focusd.Control.Watch"
    case reload = "org.focusd.Control.Reload"
  }
}

enum ServiceInterface {
  static let name = "org.varlink.service"
  static let getInfo = "org.varlink.service.GetInfo"
  static let getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"
}
