/// What the environment says about the terminal: a pure function of a dictionary.
package struct TerminalProfile: Hashable, Sendable {
  /// What it can show and do, before it was asked.
  package var capabilities: Capabilities
  /// Whether it may be asked what it can do.
  package var allowsQueries: Bool
  /// Whether it may be asked to report more keys without answering first (modifyOtherKeys).
  package var isXterm: Bool
  /// Whether it is known to wrap rows anew when its window gets narrower; otherwise it may cut them off.
  package var wrapsRows: Bool
  /// Whether ctrl-C, ctrl-Z and ctrl-\ are to stay signals of the system.
  package var keepsSignals: Bool
  /// Whether the terminal is at the other end of a link.
  package var isRemote: Bool
  /// How long a lone escape may be the start of something.
  package var escapePatience: Duration

  /// The variables that are looked at.
  package static let variables = [
    "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR",
    "CI", "SPINTTY", "SPINTTY_QUERY", "SPINTTY_SIGNALS", "COLUMNS", "LINES", "ESCDELAY",
    "SSH_CONNECTION", "SSH_TTY", "COLORFGBG", "SPINTTY_ACCESSIBLE", "LC_ALL", "LC_CTYPE", "LANG",
    "TMUX", "XTERM_VERSION", "VTE_VERSION", "WT_SESSION",
  ]

  /// The part of this process's environment that is looked at.
  package static var environment: [String: String] { SystemCall.environment(variables) }

  /// Reads an environment.
  ///
  /// - Parameters:
  ///   - environment: At least ``variables``, as far as they are set.
  ///   - colors: What the program or its user asked for explicitly; it goes before all else.
  package init(environment: [String: String], colors: ColorProfile? = nil) {
    let family = TerminalFamily(environment)
    let isModern = family.isModern
    capabilities = Capabilities(
      colors: ColorProfile(environment: environment, explicit: colors),
      widths: WidthRules(profile: family.measuresClusters ? .grapheme : .wcwidth),
      backgroundColorErase: family.erasesWithBackground, scrolling: family.scrolls,
      underlineStyles: isModern, hyperlinks: isModern)
    allowsQueries =
      !family.misunderstandsQueries && environment["SPINTTY_QUERY"] != "0"
      && !environment.isSet("CI")
    isXterm = family.isOne(of: ["xterm"]) && !family.isAppleTerminal
    wrapsRows = family.wrapsRows
    keepsSignals = environment["SPINTTY_SIGNALS"] == "1"
    isRemote = environment.isRemote
    escapePatience = InputDecoder.Options.escapePatience(in: environment)
  }
}

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

  /// Whether the terminal is at the other end of a link.
  var isRemote: Bool { isSet("SSH_CONNECTION") || isSet("SSH_TTY") }
}
