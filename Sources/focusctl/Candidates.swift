import BoardProfile
import ControlAPI
import LinuxIO

/// What a shell may complete: only what is no secret. Tokens are not listed by
/// focusd, since who has one may dismiss its overlay.
enum Candidates {
  static let devices = "devices"
  static let outputs = "outputs"
  /// The profile's.
  static let fields = "fields"

  static func list(_ wanted: String) -> [String] {
    switch wanted {
    case devices:
      let items = (try? Inventory.all(nil)) ?? []
      let names = items.filter { !$0.device.isMirror }.map(\.device.name)
      return items.map(\.node.path) + names.filter { !$0.isEmpty }
    case outputs:
      let status = try? Reach.status(ControlSocket.path).status
      return status?.outputs.map(\.name) ?? []
    case fields: return BoardProfile.fieldReference.map(\.path)
    default:
      return []
    }
  }
}
