import FocusModel
import InputGate
import Testing

@testable import ShellAdapter

@Suite struct SwayTreeTests {
  private func tree(_ text: String, outputs: [String] = ["A", "B"]) throws -> SwayTree {
    SwayTree(try SwayMessage(.getTree, text).decode(SwayNode.self), outputs: outputs)
  }

  private static let rect = #""rect":{"x":0,"y":0,"width":100,"height":100}"#

  @Test func windowsOfTheRecordedTree() throws {
    let windows = try Recorded.treeTwoWindows.tree().windows
    #expect(windows.map(\.id) == [5, 6])
    #expect(windows.map(\.process) == [264, 274])
    #expect(windows.map(\.name) == ["app", "overlay"])
    #expect(windows.map(\.isVisible) == [true, true])
    #expect(windows.map(\.output) == [OutputID(rawValue: 0), OutputID(rawValue: 0)])
    #expect(windows[1].rect == Rect(x: 512, y: 25, width: 512, height: 743))
  }

  @Test func aScaledOutputCountsInModePixels() throws {
    let windows = try Recorded.treeScaled.tree().windows
    #expect(windows.map(\.rect) == [Rect(x: 40, y: 110, width: 646, height: 342)])
  }

  @Test func aWindowIsPlacedOnItsOwnOutput() throws {
    let windows = try tree(
      """
      {"id":1,\(Self.rect),"nodes":[
        {"id":2,"name":"B","scale":1.5,"rect":{"x":1920,"y":100,"width":800,"height":600},
         "nodes":[{"id":3,\(Self.rect),"nodes":[{"id":4,\(Self.rect),"nodes":[
           {"id":5,"pid":9,"shell":"xdg_shell",
            "rect":{"x":1930,"y":120,"width":101,"height":50}}]}]}]},
        {"id":6,"name":"C",\(Self.rect),"nodes":[{"id":7,"pid":8,\(Self.rect)}]}]}
      """
    ).windows
    #expect(windows.map(\.output) == [OutputID(rawValue: 1), nil])
    #expect(windows[0].rect == Rect(x: 15, y: 30, width: 152, height: 75))
  }

  @Test func anXClientsProcessIsNotBelieved() throws {
    let windows = try tree(
      """
      {"id":1,\(Self.rect),"nodes":[{"id":2,\(Self.rect),"nodes":[
        {"id":3,"pid":9,"shell":"xwayland",\(Self.rect)}]}]}
      """
    ).windows
    #expect(windows.map(\.process) == [nil])
  }

  @Test func numbersThatAreOutOfAllBoundsDoNoHarm() throws {
    let windows = try tree(
      """
      {"id":1,\(Self.rect),"nodes":[{"id":2,"name":"A","scale":1e308,
        "rect":{"x":-1e308,"y":0,"width":1,"height":1},"nodes":[
        {"id":3,"pid":9,"rect":{"x":1e308,"y":-1e308,"width":1e308,"height":1e308}}]}]}
      """
    ).windows
    #expect(windows.count == 1)
  }

  @Test func moreWindowsThanTheLimitAreUnknown() throws {
    let many = (10..<1000).map { #"{"id":\#($0),"pid":1,\#(Self.rect)}"# }
    let tree = try tree(
      #"{"id":1,\#(Self.rect),"nodes":[{"id":2,\#(Self.rect),"nodes":[\#(many.joined(separator: ","))]}]}"#
    )
    #expect(tree.windows.count == SwayTree.maximumWindows)
    let seats = [SwaySeat(focus: 999, devices: [.init(type: "keyboard")])]
    #expect(tree.keyboard(seats) == .unknown)
  }

  // MARK: The keyboard

  @Test func theSeatSaysWhichWindowHasTheKeyboard() throws {
    let tree = try Recorded.treeTwoWindows.tree()
    #expect(try tree.keyboard(Recorded.seatsFirstWindow.seats()) == .windows([5]))
    #expect(try tree.keyboard(Recorded.seatsSecondWindow.seats()) == .windows([6]))
  }

  @Test func aPanelIsNoWindow() throws {
    #expect(
      try Recorded.treePanel.tree().keyboard(Recorded.seatsPanel.seats()) == .noWindow)
  }

  @Test func anEmptyWorkspaceIsNoWindow() throws {
    let tree = try Recorded.treeEmptyWorkspace.tree()
    #expect(try tree.keyboard(Recorded.seatsEmptyWorkspace.seats()) == .noWindow)
  }

  @Test func aNodeThatTheTreeDoesNotHaveIsUnknown() throws {
    // A new window, of which the tree does not know yet: taken for no window it
    // would have a panel's word count.
    #expect(
      try Recorded.treeTwoWindows.tree().keyboard(Recorded.seatsEmptyWorkspace.seats())
        == .unknown)
  }

  @Test func everySeatWithAKeyboardCounts() throws {
    let tree = try Recorded.treeTwoWindows.tree()
    #expect(try tree.keyboard(Recorded.seatsTwoKeyboards.seats()) == .windows([5]))
    func seats(_ focus: [Int64]) -> [SwaySeat] {
      focus.map { SwaySeat(focus: $0, devices: [.init(type: "keyboard")]) }
    }
    #expect(tree.keyboard(seats([5, 6])) == .windows([5, 6]))
    #expect(tree.keyboard(seats([5, 0])) == .unknown)
    #expect(tree.keyboard([SwaySeat(focus: 5, devices: [.init(type: "touch")])]) == .noWindow)
  }
}
