import Arguments
import BoardProfile
import ControlAPI
import Diagnosis
import Glibc
import LinuxIO

/// `focusctl doctor`: what keeps focusd from working, and what goes round it.
enum DoctorCommand {
  static let command = Command(
    "doctor", "looks for what keeps focusd from working and for what goes round it",
    details: """
      Looks at nodes and who may open them, the console, SysRq, compositors and
      focusd itself, changes nothing, and says for each what it means and what to
      do. Run it as root: of others much may not be seen, and is told as not known.

      Exit status 0 if there is no problem, 1 if there is one.
      """,
    options: [
      Option(
        "--profile", value: "PATH", "the board profile; default is the one that focusd finds"),
      Option(
        "--wayland", value: "SOCKET", repeats: true,
        "a compositor's socket; WAYLAND_DISPLAY's or else every user's if left out"),
      Option(
        "--try-grabs",
        "where focusd does not run, grab each idle device for a moment to see whether another "
          + "program holds it; what happens on it meanwhile is lost"),
    ],
    examples: [
      "sudo focusctl doctor", "sudo focusctl doctor --json --wayland /run/user/1000/wayland-1",
    ])

  static func run(_ arguments: Parsed) -> Never {
    let facts: Facts
    do throws(SystemError) {
      facts = try Facts(
        socket: arguments.value("--socket") ?? ControlSocket.path,
        profile: arguments.value("--profile"),
        wayland: arguments.values("--wayland"), tryGrabs: arguments.has("--try-grabs"))
    } catch {
      printError("focusctl: \(error)")
      Exit.leave(.refused)
    }
    let findings = facts.diagnose()
    arguments.has("--json") ? printJSON(findings) : print(text(findings), terminator: "")
    exit(findings.contains { $0.verdict == .problem } ? Exit.refused.rawValue : 0)
  }

  private static func text(_ findings: [Finding]) -> String {
    let words: [Finding.Verdict: String] = [
      .ok: "ok", .notKnown: "not known", .warning: "warning", .problem: "PROBLEM",
    ]
    let indent = String(repeating: " ", count: 11)
    var text = ""
    for finding in findings {
      let word = words[finding.verdict] ?? ""
      text += word + indent.dropFirst(word.count) + "\(finding.fact)\n"
      if !finding.meaning.isEmpty { text += "\(indent)\(finding.meaning)\n" }
      if !finding.advice.isEmpty { text += "\(indent)→ \(finding.advice)\n" }
    }
    func count(_ verdict: Finding.Verdict) -> Int {
      findings.filter { $0.verdict == verdict }.count
    }
    return text + "\(count(.problem)) problems, \(count(.warning)) warnings, "
      + "\(count(.notKnown)) not known\n"
  }
}
