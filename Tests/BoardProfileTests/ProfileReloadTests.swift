import FocusModel
import Testing

@testable import BoardProfile

/// What a reload puts in force, and what not.
@Suite struct ProfileReloadTests {
  private static let base = "schema: 1\nname: x\noutputs: [{name: A, width: 9, height: 9}]\n"
  private let tree: Tree
  private let old: LoadedProfile

  init() throws {
    tree = try Tree()
    try tree.write("/etc/focusd/board.yaml", Self.base)
    old = try ProfileSource(root: tree.root).load()
  }

  private func reload(_ text: String) throws -> ProfileReload {
    try tree.write("/etc/focusd/board.yaml", text)
    return try ProfileSource(root: tree.root).reload(old)
  }

  private func changes(_ reload: ProfileReload) -> [String] {
    switch reload {
    case .apply(_, let changes), .restart(let changes): changes.map { tree.plain($0) }
    }
  }

  private func isApplied(_ reload: ProfileReload) -> Bool {
    if case .apply = reload { true } else { false }
  }

  @Test func aCommentIsNoChange() throws {
    let reload = try reload("# new\n" + Self.base)
    #expect(isApplied(reload) && changes(reload).isEmpty)
  }

  @Test func whatChangedIsToldWithItsOrigin() throws {
    let more = """
      ranks: {call: 95}
      systemKeys: {KEY_POWER: pass}
      input: {touch: [{output: A, match: {name: a}}]}
      roles: [{name: a, user: b}]
      """
    let reload = try reload(Self.base + more)
    #expect(isApplied(reload))
    #expect(
      changes(reload) == [
        "input.touch[0].match.name: nothing → a (/etc/focusd/board.yaml:6)",
        "input.touch[0].output: nothing → A (/etc/focusd/board.yaml:6)",
        "input.touch[0].cancel: nothing → palm (default)",
        "systemKeys.KEY_POWER: nothing → pass (/etc/focusd/board.yaml:5)",
        "ranks.call: 90 → 95 (/etc/focusd/board.yaml:4)",
        "roles[0].name: nothing → a (/etc/focusd/board.yaml:7)",
        "roles[0].user: nothing → b (/etc/focusd/board.yaml:7)",
        "roles: members of group focus may do everything → nothing (default)",
      ])
  }

  @Test(arguments: [
    "outputs: [{name: A, width: 8, height: 9}]\nranks: {call: 95}\n",
    "outputs: [{name: B, width: 9, height: 9}]\n",
    "outputs: [{name: A, width: 9, height: 9}, {name: B, width: 9, height: 9}]\n",
    "outputs: [{name: A, width: 9, height: 9, singleScene: true}]\n",
    "outputs: [{name: A, width: 9, height: 9}]\nshell: {socket: /s}\n",
  ])
  func outputsAndTheShellTakeARestart(text: String) throws {
    let reload = try reload("schema: 1\nname: x\n" + text)
    #expect(!isApplied(reload))
    #expect(changes(reload).contains { $0.hasSuffix("; needs a restart") })
  }

  @Test func aBadFileIsAnErrorAndNothingElse() throws {
    #expect(throws: ProfileFailure.self) { try reload(Self.base + "ranks: {cal: 1}\n") }
  }

  @Test func aReloadTakesNoSecondBestWhereAStartDoes() throws {
    let boards = "/usr/share/focusd/boards"
    let tree = try Tree()
    try tree.write("/proc/cmdline", "till\n")
    try tree.write(boards + "/10-till.yaml", Self.base + "match: [{parameter: till}]\n")
    try tree.write(boards + "/50-any.yaml", Self.base + "match: [{}]\n")
    let source = ProfileSource(root: tree.root)
    let old = try source.load()
    #expect(tree.plain(old.file) == boards + "/10-till.yaml")
    try tree.write(boards + "/10-till.yaml", Self.base + "match: [{parameter: till}]\nrnaks: {}\n")
    #expect(throws: ProfileFailure.self) { try source.reload(old) }
    let started = try source.load()
    #expect(tree.plain(started.file) == boards + "/50-any.yaml")
    // What was wrong at the start already keeps nobody from reloading the rest.
    #expect(throws: Never.self) { try source.reload(started) }
  }
}
