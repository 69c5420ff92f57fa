/// The interface file as a reference page.
enum InterfaceReference {
  static func markdown(_ file: InterfaceFile) -> String {
    var text = ""
    for (keyword, title) in [("method", "Methods"), ("type", "Types")] {
      text += "### \(title)\n\n"
      for member in file.members(keyword) { text += section(member) }
    }
    text += "### Errors\n\n| error | fields | |\n|---|---|---|\n"
    for member in file.members("error") {
      let fields = member.fields.map { "`\($0.name)`" }.joined(separator: ", ")
      text += "| `\(member.name)` | \(fields) | \(flowing(member.comment)) |\n"
    }
    return text + "\n"
  }

  private static func section(_ member: InterfaceFile.Member) -> String {
    var text = "#### \(member.name)\n\n```varlink\n\(member.text)\n```\n\n"
    if !member.comment.isEmpty { text += member.comment + "\n\n" }
    return text
  }

  private static func flowing(_ comment: String) -> String {
    comment.split(separator: "\n").joined(separator: " ")
  }
}
