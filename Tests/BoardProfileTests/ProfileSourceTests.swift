import FocusModel
import Glibc
import Testing

@testable import BoardProfile

/// How a profile is found and put together, on machines made of files.
@Suite struct ProfileSourceTests {
  private let tree: Tree
  private let usr = "/usr/share/focusd/boards"
  private let run = "/run/focusd/boards"
  private let etc = "/etc/focusd/boards"

  init() throws {
    tree = try Tree()
    try machine()
  }

  private func write(_ path: String, _ match: String, _ more: String = "") throws {
    let name = ProfileLibrary.name(of: path)
    try tree.write(
      path,
      "schema: 1\nname: \(name)\nmatch: [\(match)]\noutputs: [{name: A, width: 9, height: 9}]\n"
        + more)
  }

  private func machine(compatible: [String] = [], parameters: String = "") throws {
    if !compatible.isEmpty {
      let text = compatible.map { $0 + "\0" }.joined()
      // fputs would stop at the first.
      try tree.write("/sys/firmware/devicetree/base/compatible", "")
      try tree.append("/sys/firmware/devicetree/base/compatible", Array(text.utf8))
    }
    try tree.write("/proc/cmdline", parameters + "\n")
  }

  private var source: ProfileSource { ProfileSource(root: tree.root) }

  /// The chosen file, or what is told.
  private func outcome(_ source: ProfileSource? = nil) -> String {
    do throws(ProfileFailure) {
      return tree.plain(try (source ?? self.source).load().file)
    } catch {
      return tree.plain(error)
    }
  }

  // MARK: Match

  @Test func theBoardsOwnFileComesBeforeAllThatMatch() throws {
    try write(usr + "/50-any.yaml", "{}")
    try write("/etc/focusd/board.yaml", "{compatible: other}")
    #expect(outcome() == "/etc/focusd/board.yaml")
    #expect(try source.load().reason == "it is this board's own")
  }

  @Test func aBrokenLinkIsNoMissingFile() throws {
    try write(usr + "/50-any.yaml", "{}")
    try tree.link("/etc/focusd/board.yaml", to: "/nowhere")
    #expect(outcome().hasPrefix("/etc/focusd/board.yaml: the board profile cannot be read"))
  }

  @Test func whatIsFurtherInFrontOfTheDeviceTreeIsMoreSpecific() throws {
    try machine(compatible: ["pine64,pinephone-1.2", "pine64,pinephone", "allwinner,sun50i-a64"])
    try write(usr + "/10-soc.yaml", "{compatible: 'allwinner,sun50i-a64'}")
    try write(usr + "/50-any.yaml", "{}")
    #expect(outcome() == usr + "/10-soc.yaml")
    try write(usr + "/20-phone.yaml", "{compatible: other}, {compatible: 'pine64,pinephone'}")
    #expect(outcome() == usr + "/20-phone.yaml")
    #expect(try source.load().reason == "compatible pine64,pinephone")
  }

  @Test func moreThingsAskedForAreMoreSpecific() throws {
    try tree.write("/sys/class/dmi/id/sys_vendor", "QEMU\n")
    try tree.write("/sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)\n")
    try write(usr + "/10-vendor.yaml", "{dmi: {sys_vendor: QEMU}}")
    try write(
      usr + "/20-model.yaml",
      "{dmi: {sys_vendor: QEMU, product_name: 'Standard PC (Q35 + ICH9, 2009)'}}")
    try write(usr + "/30-other.yaml", "{dmi: {sys_vendor: QEMU, board_name: none}}")
    #expect(outcome() == usr + "/20-model.yaml")
  }

  @Test func aKernelParameterIsMoreSpecificThanAnyHardware() throws {
    try machine(compatible: ["a", "b"], parameters: "quiet note=\"a b\" till=3")
    try write(usr + "/10-dt.yaml", "{compatible: a}")
    try write(usr + "/20-till.yaml", "{parameter: till=3}")
    try write(usr + "/30-till.yaml", "{parameter: till}")
    #expect(outcome() == usr + "/20-till.yaml")
    try write(usr + "/40-both.yaml", "{parameter: 'note=a b', compatible: b}")
    #expect(outcome() == usr + "/40-both.yaml")
  }

  @Test func aTieIsAnErrorThatNamesBoth() throws {
    try machine(compatible: ["a"])
    try write(usr + "/10-one.yaml", "{compatible: a}")
    try write(etc + "/20-two.yaml", "{compatible: a}")
    try write(usr + "/50-any.yaml", "{}")
    #expect(
      outcome()
        == "\(usr)/10-one.yaml: match: \(usr)/10-one.yaml and \(etc)/20-two.yaml fit this machine "
        + "equally well (compatible a): make one more specific, mask one by a link to /dev/null, "
        + "or choose by focusd.board=NAME on the kernel's command line")
  }

  @Test func theKernelsCommandLineNamesAProfile() throws {
    try machine(compatible: ["a"], parameters: "focusd.board=plain")
    try write(usr + "/10-dt.yaml", "{compatible: a}")
    try write(usr + "/20-plain.yaml", "")
    #expect(outcome() == usr + "/20-plain.yaml")
    try machine(parameters: "focusd.board=plian")
    #expect(
      outcome()
        == "kernel parameter focusd.board=plian: there is no profile 'plian'; allowed: dt, plain")
  }

  @Test func whereNothingFitsItIsSaidWhatToDo() throws {
    try write(usr + "/10-dt.yaml", "{compatible: a}")
    #expect(
      outcome()
        == "/etc/focusd/board.yaml: it is not there, and no installed profile fits this machine; "
        + "'focusctl board probe' prints one to start from")
  }

  @Test func whereTheMachineIsHiddenNothingIsGuessed() throws {
    try write(usr + "/50-any.yaml", "{}")
    try #require(remove(tree.root + "/proc/cmdline") == 0)
    #expect(
      outcome()
        == "/proc/cmdline: this machine cannot be told from others, for a file is hidden: "
        + "No such file or directory")
  }

  // MARK: The search order

  @Test func theSameNameFurtherUpCounts() throws {
    for directory in [usr, run, etc] {
      try write(directory + "/50-any.yaml", "{}")
      #expect(outcome() == directory + "/50-any.yaml")
    }
  }

  @Test func anEmptyFileOrALinkToDevNullMasks() throws {
    try write(usr + "/10-one.yaml", "{}")
    try write(usr + "/20-two.yaml", "{}")
    try write(usr + "/30-three.yaml", "{}")
    try tree.write(etc + "/10-one.yaml", "")
    try tree.link(run + "/30-three.yaml", to: "/dev/null")
    #expect(outcome() == usr + "/20-two.yaml")
    // Left out without a word: nothing of it is wrong.
    #expect(try source.load().leftOut == [])
  }

  // MARK: extends

  private func complaint(extends: String) throws -> String {
    try tree.write(
      "/etc/focusd/board.yaml", "schema: 1\nname: own\nextends: \(extends)\nranks: {call: 99}\n")
    return outcome()
  }

  @Test func aProfileIsLaidOverWhatItExtends() throws {
    try write(
      usr + "/10-base.yaml", "{}", "ranks: {call: 1, lock: 2}\nsystemKeys: {KEY_POWER: pass}\n")
    try write(usr + "/base2.yaml", "", "extends: base\n")
    for base in ["base", "base2", "../../usr/share/focusd/boards/10-base.yaml"] {
      #expect(try complaint(extends: base) == "/etc/focusd/board.yaml")
      let loaded = try source.load()
      #expect(loaded.profile.name == "own")
      #expect(loaded.profile.ranks == [.call: 99, .lock: 2])
      #expect(loaded.profile.outputs.map(\.name) == ["A"])
      let origins = loaded.values.filter { ["ranks.call", "ranks.lock"].contains($0.path) }
      #expect(
        origins.map { tree.plain($0.origin) } == [
          "/etc/focusd/board.yaml:4", "\(usr)/10-base.yaml:5",
        ])
    }
  }

  @Test func aMissingBaseIsToldWhereItIsWritten() throws {
    try write(usr + "/10-base.yaml", "{}")
    #expect(
      try complaint(extends: "bsae")
        == "/etc/focusd/board.yaml:3:10: extends: there is no profile 'bsae'; allowed: base; "
        + "did you mean 'base'?")
    #expect(
      try complaint(extends: "./x.yaml")
        == "/etc/focusd/board.yaml:3:10: extends: there is no file '/etc/focusd/x.yaml'")
    try write(usr + "/20-base.yaml", "")
    #expect(
      try complaint(extends: "base")
        == "/etc/focusd/board.yaml:3:10: extends: 'base' is the name of \(usr)/10-base.yaml and "
        + "\(usr)/20-base.yaml: write a path")
  }

  @Test func aCircleIsToldWhereItCloses() throws {
    try write(usr + "/10-a.yaml", "{}", "extends: b\n")
    try write(usr + "/10-b.yaml", "", "extends: a\n")
    #expect(
      outcome().hasPrefix(
        "\(usr)/10-b.yaml:5:10: extends: a profile cannot extend itself: \(usr)/10-a.yaml → "
          + "\(usr)/10-b.yaml → \(usr)/10-a.yaml"))
  }

  @Test func aProfileThatExtendsItselfByAnotherNameIsToldToo() throws {
    #expect(
      try complaint(extends: "../focusd/./board.yaml")
        == "/etc/focusd/board.yaml:3:10: extends: a profile cannot extend itself: "
        + "/etc/focusd/board.yaml → /etc/focusd/board.yaml")
    try tree.link("/etc/focusd/here", to: ".")
    #expect(
      try complaint(extends: "here/board.yaml").hasSuffix("more than 8 files extend each other"))
  }

  @Test func aFaultOfTheBaseIsToldInTheBase() throws {
    try tree.write(usr + "/10-base.yaml", "schema: 1\nranks: {cal: 1}\n")
    #expect(try complaint(extends: "base").hasPrefix("\(usr)/10-base.yaml:2:9: ranks.cal: "))
    // What no file has is told at the uppermost.
    try tree.write(usr + "/10-base.yaml", "schema: 1\n")
    #expect(
      try complaint(extends: "base")
        == "/etc/focusd/board.yaml:1:1: 'outputs' is missing: the screens, as the compositor "
        + "names them; allowed: list of 1…16")
  }

  // MARK: Drop-ins

  @Test func dropInsAreLaidOverInTheOrderOfTheirNames() throws {
    try write(usr + "/50-any.yaml", "{}", "ranks: {call: 1}\ninput: {ignore: [a, b]}\n")
    try tree.write(usr + "/any.d/10-x.yaml", "schema: 1\nranks: {call: 2, lock: 3}\n")
    try tree.write(etc + "/any.d/20-x.yaml", "schema: 1\nranks: {call: 4}\ninput: {ignore: [c]}\n")
    try tree.write(usr + "/any.d/30-x.yaml", "schema: 1\nranks: {call: 5}\n")
    try tree.link(etc + "/any.d/30-x.yaml", to: "/dev/null")
    let loaded = try source.load()
    #expect(loaded.profile.ranks == [.call: 4, .lock: 3])
    // A list is replaced, never mixed.
    #expect(loaded.profile.ignore == ["c"])
    let files = ["50-any.yaml", "any.d/10-x.yaml"].map { "\(usr)/\($0)" }
    #expect(loaded.files.map(tree.plain) == files + ["\(etc)/any.d/20-x.yaml"])
    let plain = try ProfileSource(root: tree.root, withDropIns: false).load()
    #expect(plain.profile.ranks == [.call: 1])
  }

  @Test func aDropInOfTheBaseHoldsForWhoExtendsIt() throws {
    try write(usr + "/10-base.yaml", "")
    try write(usr + "/50-any.yaml", "{}", "extends: base\nranks: {call: 7}\n")
    try tree.write(etc + "/base.d/10-x.yaml", "schema: 1\nranks: {call: 2, lock: 3}\n")
    #expect(try source.load().profile.ranks == [.call: 7, .lock: 3])
  }

  @Test(arguments: [
    ("ranks: {cal: 3}", "ranks.cal: there is no such kind of overlay"),
    ("outputs: [", "did not find expected node content"),
    ("match: [{}]", "match: a drop-in cannot have it, only a profile"),
    ("extends: any", "extends: a drop-in cannot have it, only a profile"),
    ("input: {touch: [{output: B}]}", "input.touch[0].output: there is no output 'B'"),
    ("shell: {kind: sway}", "shell: 'socket' is missing"),
  ])
  func aBrokenDropInTakesOutItselfAlone(text: String, told: String) throws {
    try write(usr + "/50-any.yaml", "{}")
    try tree.write(etc + "/any.d/10-bad.yaml", "schema: 1\n\(text)\n")
    try tree.write(etc + "/any.d/20-good.yaml", "schema: 1\nranks: {call: 4}\n")
    let loaded = try source.load()
    #expect(loaded.profile.ranks == [.call: 4])
    #expect(loaded.leftOut.map { tree.plain($0.path) } == [etc + "/any.d/10-bad.yaml"])
    let error = tree.plain(try #require(loaded.leftOut.first?.errors.first))
    #expect(error.hasPrefix(etc + "/any.d/10-bad.yaml:") && error.contains(told), "\(error)")
  }

  @Test func aDropInThatSpoilsAnotherFileSaysWhere() throws {
    try write(
      usr + "/50-any.yaml", "{}",
      "input: {touch: [{output: A, cancel: neutral, neutralPoint: [8, 8]}]}\n")
    try tree.write(
      etc + "/any.d/10-small.yaml", "schema: 1\noutputs: [{name: A, width: 8, height: 8}]\n")
    let leftOut = try #require(try source.load().leftOut.first)
    #expect(tree.plain(leftOut.path) == etc + "/any.d/10-small.yaml")
    #expect(
      leftOut.errors.map { tree.plain($0) } == [
        "\(usr)/50-any.yaml:5:60: input.touch[0].neutralPoint: the point is outside the output "
          + "'A'; allowed: [0…7, 0…7]"
      ])
  }

  @Test func aBrokenProfileLeavesTheNextBest() throws {
    try machine(compatible: ["a"])
    try write(usr + "/10-dt.yaml", "{compatible: a}", "ranks: {call: high}\n")
    try write(usr + "/20-dt.yaml", "{compatible: a}", "input: {touch: [{output: B}]}\n")
    try write(usr + "/50-any.yaml", "{}")
    #expect(outcome() == usr + "/50-any.yaml")
    #expect(
      try source.load().leftOut.map { tree.plain($0.path) } == [
        usr + "/10-dt.yaml", usr + "/20-dt.yaml",
      ])
  }
}
