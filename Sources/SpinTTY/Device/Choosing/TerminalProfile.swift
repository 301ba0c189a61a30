/// What the environment says about the terminal: a pure function of a dictionary, called once a
/// run.
package struct TerminalProfile: Hashable, Sendable {
  /// What it can show and do, before it was asked.
  package var capabilities: Capabilities
  /// How the terminal copies, notifies and passes on what is for another terminal.
  package var services: TerminalServices
  /// Whether it may be asked what it can do.
  package var allowsQueries: Bool
  /// Whether it may be asked to report more keys without answering first (modifyOtherKeys).
  package var isXterm: Bool
  /// Whether the terminal is known to rewrap rows when its window gets narrower; others may cut
  /// rows.
  package var wrapsRows: Bool
  /// Whether ctrl-C, ctrl-Z and ctrl-\ are to stay signals of the system.
  package var keepsSignals: Bool
  /// Whether the terminal is at the other end of a link.
  package var isRemote: Bool
  /// How long a lone escape may be the start of something.
  package var escapePatience: Duration
  /// The value of `SPINTTY`; empty if it is not set.
  package var request: String
  /// Whether the terminal understands no escape sequences.
  package var isDumb: Bool
  /// Whether `CI` is set, so that no user looks and types.
  package var isBuildServer: Bool
  /// Whether the locale or the font is limited to ASCII.
  package var isASCII: Bool
  /// Whether to assume a dark or a light background, until the terminal tells.
  package var appearance: Appearance
  /// Whether `SPINTTY_ACCESSIBLE` asks for a view made for screen readers and magnifiers.
  package var isAccessible: Bool
  /// Whether `SPINTTY_REDUCED_MOTION` asks for a view in which nothing glides.
  package var reducesMotion: Bool
  /// The size to assume if the terminal reports none: COLUMNS and LINES, else 80 by 24.
  package var assumedSize: Size

  /// The variables that are looked at.
  package static let variables = [
    "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR",
    "CI", "SPINTTY", "SPINTTY_QUERY", "SPINTTY_SIGNALS", "COLUMNS", "LINES", "ESCDELAY",
    "SSH_CONNECTION", "SSH_TTY", "COLORFGBG", "SPINTTY_ACCESSIBLE", "SPINTTY_REDUCED_MOTION",
    "LC_ALL", "LC_CTYPE", "LANG",
    "TMUX", "XTERM_VERSION", "VTE_VERSION", "WT_SESSION", "TERM_PROGRAM_VERSION",
  ]

  /// The part of this process's environment that is looked at.
  package static var environment: [String: String] { SystemCall.environment(variables) }

  /// Reads an environment.
  ///
  /// - Parameters:
  ///   - environment: At least ``variables``, as far as they are set; by default this process's.
  ///   - colors: What the program or its user asked for explicitly; it goes before all else.
  package init(
    environment: [String: String] = TerminalProfile.environment, colors: ColorProfile? = nil
  ) {
    let family = TerminalFamily(environment)
    let isModern = family.isModern
    capabilities = Capabilities(
      colors: ColorProfile(environment: environment, explicit: colors),
      widths: WidthRules(profile: family.measuresClusters ? .grapheme : .wcwidth),
      backgroundColorErase: family.erasesWithBackground, scrolling: family.scrolls,
      underlineStyles: isModern, hyperlinks: isModern, titles: !family.printsStrings,
      progress: family.showsProgress)
    services = TerminalServices(family)
    allowsQueries =
      !family.misunderstandsQueries && environment["SPINTTY_QUERY"] != "0"
      && !environment.isSet("CI")
    request = environment["SPINTTY", default: ""]
    isDumb = family.isDumb
    isBuildServer = environment.isSet("CI")
    isASCII = !environment.speaksUTF8 || family.isConsole
    appearance = Appearance(environment)
    isAccessible = environment.asks("SPINTTY_ACCESSIBLE")
    reducesMotion = environment.asks("SPINTTY_REDUCED_MOTION")
    assumedSize = Size(
      columns: environment.count("COLUMNS") ?? 80, rows: environment.count("LINES") ?? 24)
    isXterm = family.isOne(of: ["xterm"]) && !family.isAppleTerminal
    wrapsRows = family.wrapsRows
    keepsSignals = environment["SPINTTY_SIGNALS"] == "1"
    isRemote = environment.isRemote
    escapePatience = InputDecoder.Options.escapePatience(in: environment)
  }

  /// The size that the terminal reports, or else the assumed one, within limits.
  func screenSize(reported: Size?) -> Size {
    let size = reported ?? assumedSize
    return Size(
      columns: min(max(size.columns, 1), 10_000), rows: min(max(size.rows, 1), 5_000))
  }

  /// The size of the screen of a terminal.
  func screenSize(of terminal: Descriptor) -> Size {
    screenSize(
      reported: terminal.windowSize.map { Size(columns: $0.columns, rows: $0.rows) })
  }
}
