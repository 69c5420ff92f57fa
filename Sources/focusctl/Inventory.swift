import ControlAPI
import EvdevIO
import InputGate
import LinuxIO

/// An input device, and what focusd does with it.
struct InventoryItem {
  enum Treatment: Equatable {
    /// It is a mirror itself; of which node, where that is known.
    case mirror(of: String?)
    case mirrored(as: String)
    case degraded(String)
    case leftAlone(String)
    case notKnown
  }

  var node: InputNode
  var device: DeviceDescription
  /// Why the node could not be read, so that sysfs told.
  var unread: SystemError?
  var treatment: Treatment
}

enum Inventory {
  /// Every input device.
  ///
  /// - Parameter status: what focusd says, where it answers.
  static func all(_ status: ControlStatus?) throws(SystemError) -> [InventoryItem] {
    try InputNode.all().map { node in
      let (device, unread) = node.description()
      return InventoryItem(
        node: node, device: device, unread: unread,
        treatment: treatment(of: node.path, device, status))
    }
  }

  private static func treatment(
    of node: String, _ device: DeviceDescription, _ status: ControlStatus?
  ) -> InventoryItem.Treatment {
    if device.isMirror {
      return .mirror(of: status?.devices.first { $0.mirror == node }?.node)
    }
    if let found = status?.devices.first(where: { $0.node == node }) {
      if found.state == .degraded { return .degraded(found.reason ?? "") }
      if let mirror = found.mirror { return .mirrored(as: mirror) }
    }
    guard device.isGateable else {
      return .leftAlone("it has only switches or power keys, which are logind's")
    }
    return status == nil ? .notKnown : .leftAlone("the profile says so (input.ignore)")
  }
}

extension InventoryItem.Treatment {
  /// For people.
  var words: String {
    switch self {
    case .mirror(let node): "a mirror of \(node ?? "focusd's")"
    case .mirrored(let mirror): "mirrored as \(mirror)"
    case .degraded(let reason): "degraded: \(reason)"
    case .leftAlone(let reason): "left alone: \(reason)"
    case .notKnown: "not known: focusd does not answer"
    }
  }

  /// For scripts.
  var word: String {
    switch self {
    case .mirror: "mirror"
    case .mirrored: "mirrored"
    case .degraded: "degraded"
    case .leftAlone: "leftAlone"
    case .notKnown: "notKnown"
    }
  }
}
