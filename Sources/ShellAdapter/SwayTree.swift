import FocusModel
import InputGate

/// What GET_TREE told: the windows, and which nodes are none.
struct SwayTree: Hashable, Sendable {
  /// More are left out, and count as unknown.
  static let maximumWindows = 256
  private static let maximumNameBytes = 128

  private(set) var windows: [ShellReport.Window] = []
  /// Workspaces and containers: a seat's focus may lie on one, and then no
  /// window has the keyboard.
  private var others: Set<Int64> = []

  init() {}

  /// - Parameter outputs: the profile's names; their places are the `OutputID`s.
  init(_ root: SwayNode, outputs: [String]) {
    for node in root.children {
      let place = outputs.firstIndex { $0 == node.name }
      let output = place.map {
        Output(
          id: OutputID(rawValue: UInt16(truncatingIfNeeded: $0)), rect: node.rect,
          scale: node.scale ?? 1)
      }
      others.insert(node.id)
      for child in node.children { add(child, on: output) }
    }
  }

  private struct Output {
    let id: OutputID
    let rect: SwayRect
    let scale: Double

    /// Mode pixels of what lies somewhere in the compositor's plane.
    func pixels(_ rect: SwayRect) -> Rect {
      let left = round((rect.x - self.rect.x) * scale)
      let top = round((rect.y - self.rect.y) * scale)
      return Rect(
        x: left, y: top,
        width: round((rect.x - self.rect.x + rect.width) * scale) - left,
        height: round((rect.y - self.rect.y + rect.height) * scale) - top)
    }

    /// Whatever sway says, differences of two fit.
    private func round(_ value: Double) -> Int32 {
      Int32(max(-1e6, min(1e6, value.isFinite ? value : 0)).rounded())
    }
  }

  private mutating func add(_ node: SwayNode, on output: Output?) {
    guard node.pid != nil || node.shell != nil else {
      others.insert(node.id)
      for child in node.children { add(child, on: output) }
      return
    }
    guard windows.count < SwayTree.maximumWindows else { return }
    windows.append(
      ShellReport.Window(
        id: node.id, name: SwayTree.shortened(node.appID ?? ""),
        // An X client's number is what it says itself.
        process: node.shell == "xdg_shell" ? node.pid : nil, output: output?.id,
        rect: output?.pixels(node.rect) ?? Rect(x: 0, y: 0, width: 0, height: 0),
        isVisible: node.visible ?? false))
  }

  private static func shortened(_ name: String) -> String {
    String(name.prefix(maximumNameBytes))
  }

  /// Where the keyboard is, by the seats that have one.
  func keyboard(_ seats: [SwaySeat]) -> ShellReport.Keyboard {
    var ids: Set<Int64> = []
    var isElsewhere = false
    for seat in seats where seat.hasKeyboard {
      if windows.contains(where: { $0.id == seat.focus }) {
        ids.insert(seat.focus)
      } else if seat.focus == 0 || others.contains(seat.focus) {
        isElsewhere = true
      } else {
        return .unknown
      }
    }
    guard !ids.isEmpty else { return .noWindow }
    return isElsewhere ? .unknown : .windows(ids)
  }
}
