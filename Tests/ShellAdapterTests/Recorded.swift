import FoundationEssentials
import Testing

@testable import ShellAdapter

/// What sway 1.10.1 said on the virtual board: foot as window 5 (process 264) and
/// as window 6 (process 274), and a panel that asks for the keyboard.
enum Recorded: String {
  case treeTwoWindows = "tree-two-windows"
  case treeScaled = "tree-scaled"
  case treeEmptyWorkspace = "tree-empty-workspace"
  case treePanel = "tree-panel"
  case seatsFirstWindow = "seats-first-window"
  case seatsSecondWindow = "seats-second-window"
  case seatsPanel = "seats-panel"
  case seatsTwoKeyboards = "seats-two-keyboards"
  case seatsEmptyWorkspace = "seats-empty-workspace"
  case eventFocusFirst = "event-focus-first"
  case eventTitle = "event-title"
  case eventClose = "event-close"

  func payload() throws -> [UInt8] {
    let directory = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    return Array(
      try Data(contentsOf: URL(filePath: "/\(directory)/Recorded/\(rawValue).json")))
  }

  func message(_ kind: SwayMessage.Kind) throws -> SwayMessage {
    SwayMessage(type: kind.rawValue, payload: try payload())
  }

  func tree() throws -> SwayTree {
    SwayTree(try message(.getTree).decode(SwayNode.self), outputs: ["Virtual-1"])
  }

  func seats() throws -> [SwaySeat] { try message(.getSeats).decode([SwaySeat].self) }
}
