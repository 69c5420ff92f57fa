import FocusModel
import InputGate

/// A profile as it is read, before its parts are held against each other.
struct Draft: Sendable {
  struct Output: Sendable {
    var name: Written<String>?
    var width = 0
    var height = 0
    var singleScene = false
    var geometry: Written<FocusModel.GeometrySource>?
  }

  struct Touch: Sendable {
    var match = DeviceMatch()
    var output: Written<String>?
    var cancel: Written<Cancel>?
    var neutralPoint: Written<Point>?
  }

  struct Point: Sendable {
    var x: Int
    var y: Int
  }

  struct RoleEntry: Sendable {
    var name: Written<String>?
    var holder = Role.Holder()
    var rights: Set<Right> = []
  }

  struct Input: Sendable {
    var touch: [Touch] = []
    var ignore: [String] = []
  }

  var name = ""
  var match: [BoardMatch] = []
  var extends: Written<String>?
  var outputs: [Output] = []
  var input = Input()
  var systemKeys = SystemKeys()
  var ranks: [OverlayKind: Int] = [:]
  var roles: [RoleEntry]?
  var shell: Shell?
}

/// A value and where it stands.
struct Written<Value: Sendable>: Sendable {
  let value: Value
  let node: ProfileNode

  init(_ value: Value, at node: ProfileNode) {
    self.value = value
    self.node = node
  }
}
