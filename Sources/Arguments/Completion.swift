extension Command {
  /// A completion script for bash: `source <(focusctl --completion bash)`.
  public var completionBash: String {
    """
    _\(identifier)() {
      local word before at candidates
      word=${COMP_WORDS[COMP_CWORD]}
      before=${COMP_WORDS[COMP_CWORD-1]}
    \(findCommand(words: "${COMP_WORDS[@]:1:COMP_CWORD-1}"))
    \(findWords)
      COMPREPLY=($(compgen -W "$candidates" -- "$word"))
    }
    complete -o default -F _\(identifier) \(name)

    """
  }

  /// A completion script for zsh, for a directory of `$fpath` under the name `_focusctl`.
  public var completionZsh: String {
    """
    #compdef \(name)
    _\(identifier)() {
      local word before at candidates
      before=${words[CURRENT-1]}
    \(findCommand(words: "${(@)words[2,CURRENT-1]}"))
    \(findWords)
      if [[ -n $candidates ]]; then compadd -- ${=candidates}; else _files; fi
    }
    compdef _\(identifier) \(name)

    """
  }

  private var identifier: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  /// Shell lines that leave in `at` what was typed of the command's names.
  private func findCommand(words: String) -> String {
    let names = flattened().dropFirst().map { "      \"\($0.typed)\") at=\"$at $w\" ;;" }
    guard !names.isEmpty else { return "  at=\(name)" }
    return """
        at=\(name)
        local w
        for w in "\(words)"; do
          case "$at $w" in
      \(names.joined(separator: "\n"))
          esac
        done
      """
  }

  /// Shell lines that leave in `candidates` what may come next: values of the
  /// option before the cursor, else options, subcommands and choices.
  private var findWords: String {
    var lines: [String] = []
    /// - Parameter outer: what the commands around it have.
    func add(
      _ command: Command, _ typed: String, _ outer: [Option], _ builtIn: [Option] = [BuiltIn.help]
    ) {
      let options = command.options + outer + builtIn
      for option in options {
        guard option.placeholder != nil else { continue }
        let values = option.choices.joined(separator: " ")
        lines.append("    \"\(typed):\(option.name)\") candidates=\"\(values)\" ;;")
      }
      let next =
        command.subcommands.map(\.name) + command.positionals.flatMap(\.choices)
        + options.map(\.name)
      lines.append("    \"\(typed):\"*) candidates=\"\(next.joined(separator: " "))\" ;;")
      for inner in command.subcommands {
        add(inner, "\(typed) \(inner.name)", command.options + outer)
      }
    }
    add(self, name, [], BuiltIn.ofProgram)
    return "  case \"$at:$before\" in\n\(lines.joined(separator: "\n"))\n  esac"
  }
}
