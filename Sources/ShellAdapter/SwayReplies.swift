import FoundationEssentials

// The fields of sway's JSON that focusd reads (sway-ipc(7)).

struct SwayRect: Decodable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// A node of GET_TREE: root, output, workspace, container or window.
struct SwayNode: Decodable {
  var id: Int64
  var name: String?
  var rect: SwayRect
  /// Of an output.
  var scale: Double?
  // Of a window.
  var pid: Int32?
  var appID: String?
  var visible: Bool?
  /// What it speaks: `xdg_shell` or `xwayland`.
  var shell: String?
  var nodes: [SwayNode]?
  var floatingNodes: [SwayNode]?

  private enum CodingKeys: String, CodingKey {
    case id, name, rect, scale, pid, visible, shell, nodes
    case appID = "app_id"
    case floatingNodes = "floating_nodes"
  }

  var children: [SwayNode] { (nodes ?? []) + (floatingNodes ?? []) }
}

/// A seat of GET_SEATS.
struct SwaySeat: Decodable {
  struct Device: Decodable {
    var type: String
  }

  /// The node that has the keyboard; 0 where something has it that is none.
  var focus: Int64
  var devices: [Device]

  var hasKeyboard: Bool { devices.contains { $0.type == "keyboard" } }
}

/// An event about a window or a workspace.
struct SwayChange: Decodable {
  var change: String
}

/// An answer to SUBSCRIBE, or to one command of RUN_COMMAND.
struct SwayResult: Decodable {
  var success: Bool
  var error: String?
}

extension SwayMessage {
  func decode<Value: Decodable>(_ type: Value.Type) throws(ShellError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(payload))
    } catch {
      throw .unexpected("a message of type \(self.type) that is not as sway-ipc(7) says")
    }
  }
}
