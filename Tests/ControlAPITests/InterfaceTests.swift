import FocusModel
import FoundationEssentials
import Testing

@testable import ControlAPI

@Suite struct InterfaceTests {
  private func sourceFile(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return String(
      decoding: try Data(contentsOf: URL(filePath: "/\(root)/Sources/ControlAPI/\(name)")),
      as: UTF8.self)
  }

  @Test func theFileAndTheConstantAreTheSame() throws {
    #expect(try sourceFile("org.focusd.Control.varlink") == InterfaceText.control)
  }

  @Test func everyErrorOfTheInterfaceHasWords() {
    let names = InterfaceText.control.split(separator: "\n").compactMap { line in
      line.hasPrefix("error ") ? line.split(separator: " ")[1] : nil
    }
    #expect(names.count == 9)
    for name in names {
      let error = ControlError("org.focusd.Control.\(name)")
      #expect(error.description != error.name)
    }
  }

  @Test func everyKindIsInTheInterface() throws {
    let start = try #require(InterfaceText.control.firstRange(of: "type OverlayKind (\n"))
    let kinds = InterfaceText.control[start.upperBound...].prefix { $0 != ")" }
      .split(whereSeparator: { " ,\n".contains($0) }).map(String.init)
    #expect(kinds == OverlayKind.allCases.map(\.rawValue))
  }
}
