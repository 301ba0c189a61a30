extension ColorProfile {
  /// The colours to use, by the conventions of the environment.
  ///
  /// From the strongest: what was asked for explicitly; `NO_COLOR` (no-color.org), with any value;
  /// `CLICOLOR_FORCE` and `FORCE_COLOR` (bixense.com/clicolors); `CLICOLOR=0`; whether there is a
  /// terminal; what the terminal is known to show. An empty value counts as none.
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
  /// How long a lone escape may be the start of something, by the environment: 50 ms, twice as
  /// much over a link, or what ESCDELAY says in milliseconds, up to 10 s.
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

  /// Whether a variable asks for something: it is neither empty nor 0.
  func asks(_ name: String) -> Bool { !["", "0"].contains(self[name, default: ""]) }

  /// Whether the terminal is at the other end of a link.
  var isRemote: Bool { isSet("SSH_CONNECTION") || isSet("SSH_TTY") }

  /// A number above zero.
  func count(_ name: String) -> Int? {
    self[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the locale uses UTF-8; assumed if no variable names a locale.
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
  init(_ environment: [String: String]) {
    let background = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    self = background.map { $0 == 7 || (9...15).contains($0) } == true ? .light : .dark
  }
}
