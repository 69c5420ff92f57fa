extension Command {
  /// A completion script for bash: `source <(focusctl --completion bash)`.
  public var completionBash: String {
    """
    # bash completion of \(name)
    _\(identifier)() {
      local IFS=$'\\n' word before at candidates w
      word=${COMP_WORDS[COMP_CWORD]}
      before=${COMP_WORDS[COMP_CWORD-1]}
    \(findCommand(words: "${COMP_WORDS[@]:1:COMP_CWORD-1}"))
    \(findWords)
      # A device's name has spaces, and is typed with a quote in front or with backslashes.
      COMPREPLY=()
      local quote=${word:0:1}
      case $quote in \\"|\\') word=${word:1} ;; *) quote='' word=${word//\\\\/} ;; esac
      for w in $candidates; do
        [[ $w == "$word"* ]] || continue
        [[ $quote ]] || printf -v w %q "$w"
        COMPREPLY+=("$w")
      done
    }
    complete -o default -F _\(identifier) \(name)

    """
  }

  /// A completion script for zsh, for a directory of `$fpath` under the name `_focusctl`.
  public var completionZsh: String {
    """
    #compdef \(name)
    _\(identifier)() {
      local IFS=$'\\n' word before at candidates w
      before=${words[CURRENT-1]}
    \(findCommand(words: "${(@)words[2,CURRENT-1]}"))
    \(findWords)
      if [[ -n $candidates ]]; then compadd -- ${(f)candidates}; else _files; fi
    }
    # Loaded by the first use, or sourced.
    if [[ ${funcstack[1]} == _\(identifier) ]]; then
      _\(identifier) "$@"
    else
      compdef _\(identifier) \(name)
    fi

    """
  }

  private var identifier: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  /// Shell lines that leave in `at` what was typed of the command's names.
  private func findCommand(words: String) -> String {
    let names = flattened().dropFirst().map { "      \"\($0.typed)\") at=\"$at $w\" ;;" }
    guard !names.isEmpty else { return "  at=\(name)" }
    return """
        at=\(name)
        for w in "\(words)"; do
          case "$at $w" in
      \(names.joined(separator: "\n"))
          esac
        done
      """
  }

  /// Shell lines that leave in `candidates`, one a line, what may come next:
  /// values of the option before the cursor, else options, subcommands, choices,
  /// and what the program itself knows.
  private var findWords: String {
    var lines: [String] = []
    func value(_ words: [String], _ asked: [String?]) -> String {
      "$'\(words.joined(separator: "\\n"))'"
        + asked.compactMap { $0 }.map { "$'\\n'\"$(\(name) --candidates \($0) 2>/dev/null)\"" }
        .joined()
    }
    /// - Parameter outer: what the commands around it have.
    func add(
      _ command: Command, _ typed: String, _ outer: [Option], _ builtIn: [Option] = [BuiltIn.help]
    ) {
      let options = command.options + outer + builtIn
      for option in options where option.placeholder != nil {
        let values = value(option.choices, [option.completing])
        lines.append("    \"\(typed):\(option.name)\") candidates=\(values) ;;")
      }
      let next =
        command.subcommands.map(\.name) + command.positionals.flatMap(\.choices)
        + options.map(\.name)
      let values = value(next, command.positionals.map(\.completing))
      lines.append("    \"\(typed):\"*) candidates=\(values) ;;")
      for inner in command.subcommands {
        add(inner, "\(typed) \(inner.name)", command.options + outer)
      }
    }
    add(self, name, [], BuiltIn.ofProgram)
    return "  case \"$at:$before\" in\n\(lines.joined(separator: "\n"))\n  esac"
  }
}
