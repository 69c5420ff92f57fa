import BoardProfile

/// What `focusctl board` tells people.
enum BoardText {
  static func profile(_ loaded: LoadedProfile) -> String {
    var lines = ["\(loaded.file): \(loaded.reason)"]
    lines += loaded.files.filter { $0 != loaded.file }.map { "  with \($0)" }
    for leftOut in loaded.leftOut {
      lines.append("  left out, since it is wrong: \(leftOut.path)")
      lines += leftOut.errors.map { "    \($0)" }
    }
    let values = loaded.values.map { [$0.path, $0.text, "\($0.origin)"] }
    return (lines + [""] + columns([["FIELD", "VALUE", "FROM"]] + values)).joined(separator: "\n")
  }

  static func changes(_ changes: [ProfileChange]) -> String {
    changes.isEmpty ? "no difference" : changes.map(\.description).joined(separator: "\n")
  }

  static func field(_ field: BoardProfile.FieldReference, _ values: [ProfileValue]) -> String {
    var rows = [
      ["meaning", field.meaning], ["allowed", field.type],
      ["default", field.standard ?? (field.isRequired ? "none: it is required" : "none")],
      ["reload", field.needsRestart ? "needs a restart of focusd" : "in force at once"],
    ]
    rows += values.map { ["here", "\($0.path): \($0.text) (\($0.origin))"] }
    return ([field.path] + columns(rows).map { "  \($0)" }).joined(separator: "\n")
  }

  /// As wide as what is in them.
  private static func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
      }.joined(separator: "  ")
    }
  }
}
