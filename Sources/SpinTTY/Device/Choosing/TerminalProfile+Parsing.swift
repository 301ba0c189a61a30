extension ColorProfile {
  /// The colours to use, by the conventions of the environment.
  ///
  /// In order of precedence: `explicit`; `NO_COLOR` (no-color.org) with any value; `CLICOLOR_FORCE`
  /// and `FORCE_COLOR` (bixense.com/clicolors); `CLICOLOR=0` or the lack of a terminal; the colours
  /// that the terminal is known to show. An empty value counts as unset.
  package init(
    environment: [String: String], explicit: ColorProfile? = nil, isTerminal: Bool = true
  ) {
    let shown = TerminalFamily(environment).colors
    let forced = ["CLICOLOR_FORCE", "FORCE_COLOR"].contains {
      environment.isSet($0) && environment[$0] != "0"
    }
    if let explicit {
      self = explicit
    } else if environment.isSet("NO_COLOR") {
      self = .none
    } else if forced {
      self = max(shown, .ansi16)
    } else if environment["CLICOLOR"] == "0" || !isTerminal {
      self = .none
    } else {
      self = shown
    }
  }
}

extension InputDecoder.Options {
  /// How long to wait after a lone escape for the rest of a sequence: the value of ESCDELAY in
  /// milliseconds, at most 10 s, or else 50 ms, and 100 ms over a remote connection.
  package static func escapePatience(in environment: [String: String]) -> Duration {
    if let delay = environment["ESCDELAY"].flatMap({ Int($0) }), delay >= 0 {
      return .milliseconds(min(delay, 10_000))
    }
    return .milliseconds(environment.isRemote ? 100 : 50)
  }
}

extension [String: String] {
  /// Whether a variable has a value that is not empty.
  func isSet(_ name: String) -> Bool { self[name]?.isEmpty == false }

  /// Whether a variable turns something on: its value is neither empty nor 0.
  func asks(_ name: String) -> Bool { !["", "0"].contains(self[name, default: ""]) }

  /// Whether the terminal is at the other end of a remote connection.
  var isRemote: Bool { isSet("SSH_CONNECTION") || isSet("SSH_TTY") }

  /// The value of a variable, if it is a number above zero.
  func count(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the locale uses UTF-8, which is assumed if no variable names a locale.
  var speaksUTF8: Bool {
    guard
      let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap({ self[$0] })
        .first(where: { !$0.isEmpty })
    else { return true }
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension Appearance {
  /// Reads `COLORFGBG`, in which rxvt, Konsole and others put the numbers of the text colour and of
  /// the background colour: 7 and 9 to 15 are light.
  init?(_ environment: [String: String]) {
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    guard let background else { return nil }
    self = background == 7 || (9...15).contains(background) ? .light : .dark
  }
}
