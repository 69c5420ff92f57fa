import Testing

@testable import BoardProfile

/// A broken profile and what its author is told, word for word.
struct Broken: Sendable, CustomTestStringConvertible {
  let text: String
  let says: String

  var testDescription: String { text }

  /// Tests/Profiles/broken.yaml, which the test of the JSON Schema reads too.
  static let all: [Broken] = {
    guard let bytes = try? File.bytes(of: Repository.root + "/Tests/Profiles/broken.yaml"),
      let file = try? YAMLReader.read(bytes, file: "broken.yaml"),
      case .sequence(let cases) = file.field("cases")?.content
    else { return [] }
    let good = file.word("good")
    return cases.map { item in
      let text = item.field("behind").map { _ in good + item.word("behind") + "\n" }
      return Broken(text: text ?? item.word("whole"), says: item.word("says"))
    }
  }()
}

@Suite struct BrokenProfileTests {
  @Test func thereAreMany() {
    #expect(Broken.all.count >= 60)
  }

  @Test(arguments: Broken.all)
  func itsAuthorIsTold(broken: Broken) {
    #expect(complaint(Array(broken.text.utf8)) == broken.says)
  }

  @Test func bytesThatAreNoText() {
    let complaint = complaint([0x61, 0x3A, 0x20, 0xFF, 0xFE])
    #expect(complaint.hasPrefix("b.yaml:1:") && complaint.contains("UTF-8"))
  }

  @Test func aFileThatIsNotThere() {
    #expect(
      complaint(path: "/nonexistent/board.yaml")
        == "/nonexistent/board.yaml: the board profile cannot be read: No such file or directory; "
        + "'focusctl board probe' prints one to start from, docs/profile.md says more")
  }

  @Test func aFileWithoutEnd() {
    #expect(
      complaint(path: "/dev/zero")
        == "/dev/zero: the board profile cannot be read: File too large")
  }

  private func complaint(_ bytes: [UInt8]) -> String {
    do throws(ProfileFailure) {
      let file = try ProfileFile(bytes, path: "b.yaml")
      _ = try BoardProfile.read(file.tree)
      return "nothing"
    } catch {
      return error.description
    }
  }

  private func complaint(path: String) -> String {
    do throws(ProfileFailure) {
      _ = try ProfileSource(path: path).load()
      return "nothing"
    } catch {
      return error.description
    }
  }
}

extension YAMLNode {
  fileprivate func word(_ name: String) -> String {
    guard case .scalar(let text) = field(name)?.content else { return "" }
    return text
  }
}
