internal import SpinSystem

/// The properties of the terminal according to the environment: a pure function of a dictionary,
/// called once for a run.
package struct TerminalProfile: Equatable, Sendable {
  /// The terminal's capabilities as far as known before it is asked.
  package var capabilities: Capabilities
  /// How the terminal copies and notifies, including through a multiplexer.
  package var services: TerminalServices
  /// Whether the terminal may be asked about its capabilities.
  package var allowsQueries: Bool
  /// Whether modifyOtherKeys can be turned on without asking the terminal first.
  package var isXterm: Bool
  /// Whether the terminal is known to rewrap rows when its window gets narrower; others may cut
  /// rows off.
  package var wrapsRows: Bool
  /// Whether ctrl-C, ctrl-Z and ctrl-\ keep sending signals.
  package var keepsSignals: Bool
  /// Whether the terminal is at the other end of a remote connection.
  package var isRemote: Bool
  /// How long to wait after a lone escape for the rest of a sequence.
  package var escapePatience: Duration
  /// The value of `SPINTTY`; empty if it is not set.
  package var request: String
  /// Whether the terminal understands no escape sequences.
  package var isDumb: Bool
  /// Whether `CI` is set, so that there is no user.
  package var isBuildServer: Bool
  /// Whether the locale or the font is limited to ASCII.
  package var isASCII: Bool
  /// The background to assume until the terminal reports its own.
  package var appearance: Appearance
  /// Whether the environment says so.
  package var knowsAppearance: Bool
  /// Whether `SPINTTY_ACCESSIBLE` asks for a view made for screen readers and magnifiers.
  package var isAccessible: Bool
  /// The bundled theme that `SPINTTY_THEME` names; `nil` if it names none.
  package var theme: Theme?
  /// Whether `SPINTTY_REDUCED_MOTION` asks for a view without animation.
  package var reducesMotion: Bool
  /// The value of `SPINTTY_INSPECTOR`; `nil` if it turns nothing on.
  package var inspector: String?
  /// The size to assume if the terminal reports none: COLUMNS and LINES, else 80 by 24.
  package var assumedSize: Size

  /// The variables that a profile reads.
  package static let variables = [
    "TERM", "TERM_PROGRAM", "COLORTERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR",
    "CI", "SPINTTY", "SPINTTY_QUERY", "SPINTTY_SIGNALS", "COLUMNS", "LINES", "ESCDELAY",
    "SSH_CONNECTION", "SSH_TTY", "COLORFGBG", "SPINTTY_ACCESSIBLE", "SPINTTY_REDUCED_MOTION",
    "SPINTTY_THEME", "SPINTTY_INSPECTOR",
    "LC_ALL", "LC_CTYPE", "LANG",
    "TMUX", "XTERM_VERSION", "VTE_VERSION", "WT_SESSION", "TERM_PROGRAM_VERSION",
  ]

  /// The variables of this process's environment that a profile reads.
  package static var environment: [String: String] { SystemCall.environment(variables) }

  /// Reads an environment.
  ///
  /// - Parameters:
  ///   - environment: At least the set variables of ``variables``; by default this process's.
  ///   - colors: The colours that the program or its user chose, which override the environment.
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
    let appearance = Appearance(environment)
    (self.appearance, knowsAppearance) = (appearance ?? .dark, appearance != nil)
    isAccessible = environment.asks("SPINTTY_ACCESSIBLE")
    theme = environment["SPINTTY_THEME"].flatMap { Theme.named($0) }
    reducesMotion = environment.asks("SPINTTY_REDUCED_MOTION")
    inspector = environment.asks("SPINTTY_INSPECTOR") ? environment["SPINTTY_INSPECTOR"] : nil
    assumedSize = Size(
      columns: environment.count("COLUMNS") ?? 80, rows: environment.count("LINES") ?? 24)
    isXterm = family.isOne(of: ["xterm"]) && !family.isAppleTerminal
    wrapsRows = family.wrapsRows
    keepsSignals = environment["SPINTTY_SIGNALS"] == "1"
    isRemote = environment.isRemote
    escapePatience = InputDecoder.Options.escapePatience(in: environment)
  }

  /// The size that the terminal reports, or else the assumed size, clamped.
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
