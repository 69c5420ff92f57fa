import Glibc
import ScenarioKit

/// Files that are read whole.
enum FileText {
  static func read(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Reads a scenario. Paths in it are from the top of the repository: from
  /// here, or from a folder above the file.
  static func scenario(_ path: String) throws(TextError) -> Scenario {
    guard let text = read(path) else {
      throw TextError(file: path, line: 1, reason: String(cString: strerror(errno)))
    }
    return try ScenarioParser.parse(text, file: path) { wanted in
      if let found = read(wanted) { return found }
      var folder = path[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        if let found = read("\(folder)/\(wanted)") { return found }
      }
      return nil
    }
  }

  static func recording(_ path: String) throws(Trouble) -> EvemuFile {
    guard let text = read(path) else {
      throw Trouble("cannot read \(path): \(String(cString: strerror(errno)))")
    }
    do throws(TextError) {
      return try EvemuFile(parsing: text, file: path)
    } catch {
      throw Trouble(error.description)
    }
  }
}
