import Testing

@testable import BoardProfile

/// Every broken profile, and word for word what its author is told.
@Suite struct BrokenProfileTests {
  /// A profile that is whole, to be broken in one place.
  private static let good = """
    schema: 1
    name: board
    outputs:
      - {name: A, width: 800, height: 600}
      - {name: B, width: 640, height: 480}

    """

  private func complaint(_ text: String) -> String {
    do throws(ProfileError) {
      _ = try BoardProfile.read(Array(text.utf8), file: "b.yaml")
      return "none"
    } catch {
      return error.description
    }
  }

  @Test func theGoodOneIsGood() {
    #expect(complaint(Self.good) == "none")
  }

  @Test(arguments: behind)
  func behindTheGoodLines(broken: Broken) {
    #expect(complaint(Self.good + broken.text + "\n") == broken.message)
  }

  @Test(arguments: whole)
  func asAWhole(broken: Broken) {
    #expect(complaint(broken.text) == broken.message)
  }

  @Test func bytesThatAreNoText() {
    #expect {
      _ = try BoardProfile.read([0x61, 0x3A, 0x20, 0xFF, 0xFE], file: "b.yaml")
    } throws: { error in
      "\(error)".hasPrefix("b.yaml:1:") && "\(error)".contains("UTF-8")
    }
  }

  @Test func aFileThatIsNotThere() {
    #expect {
      _ = try BoardProfile.load(path: "/nonexistent/board.yaml")
    } throws: { error in
      "\(error)" == "/nonexistent/board.yaml: the board profile cannot be read: "
        + "No such file or directory; write one (docs/profile.md), or copy one of boards/"
    }
  }

  @Test func aFileWithoutEnd() {
    #expect {
      _ = try BoardProfile.load(path: "/dev/zero")
    } throws: { error in
      "\(error)" == "/dev/zero: the board profile cannot be read: File too large"
    }
  }
}
