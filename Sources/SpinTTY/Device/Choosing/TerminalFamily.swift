/// The terminal that an environment describes, recognised by family and not by substring.
///
/// `xterm-256color` and `xterm` belong to the family `xterm`. `st` matches neither `linux-basic`
/// nor `xterm-direct`, which contain it.
struct TerminalFamily {
  /// TERM, in lower case.
  let name: String
  /// TERM_PROGRAM.
  let program: String
  /// TERM_PROGRAM_VERSION.
  let programVersion: String
  private let colorTerm: String
  let isInTmux: Bool
  /// Whether XTERM_VERSION is set: xterm sets it, and programs started in xterm inherit it.
  let isInXterm: Bool
  let isInWindowsTerminal: Bool
  /// VTE_VERSION, such as 8001 for 0.80.1; 0 if it is not set.
  let versionOfVTE: Int

  init(_ environment: [String: String]) {
    name = environment["TERM", default: ""].lowercased()
    program = environment["TERM_PROGRAM", default: ""]
    programVersion = environment["TERM_PROGRAM_VERSION", default: ""]
    colorTerm = environment["COLORTERM", default: ""].lowercased()
    isInTmux = environment.isSet("TMUX")
    isInXterm = environment.isSet("XTERM_VERSION")
    isInWindowsTerminal = environment.isSet("WT_SESSION")
    versionOfVTE = environment.count("VTE_VERSION") ?? 0
  }

  /// Whether TERM is one of the names, or starts with one of them and a dash.
  func isOne(of families: [String]) -> Bool {
    families.contains { name == $0 || name.hasPrefix($0 + "-") }
  }

  /// Whether the terminal is `dumb`, or TERM is not set.
  var isDumb: Bool { name.isEmpty || isOne(of: ["dumb"]) }
  var isVT: Bool { name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true }
  var isAppleTerminal: Bool { program == "Apple_Terminal" }

  /// Terminals that show 24-bit colours and announce it only by TERM.
  private static let trueColor = [
    "kitty", "xterm-kitty", "ghostty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour",
    "rio",
  ]
  /// Terminals that measure text by cluster.
  private static let graphemes = [
    "kitty", "xterm-kitty", "ghostty", "xterm-ghostty", "foot", "contour", "wezterm",
  ]
  /// Terminals that are known to erase with the current background colour; `screen` does not.
  private static let backgroundErase = [
    "xterm", "kitty", "foot", "ghostty", "alacritty", "wezterm", "tmux",
  ]
  /// Terminals that rewrap rows and support curly underlines and links, by TERM.
  private static let modern = trueColor + ["tmux", "vte", "iterm2"]
  /// The same by TERM_PROGRAM.
  private static let modernPrograms = ["iTerm.app", "WezTerm", "ghostty", "vscode"]

  /// The colours that the terminal shows.
  var colors: ColorProfile {
    if isDumb || isVT || name.hasSuffix("-mono") || name.hasSuffix("-m") { return .none }
    let isScreen = isOne(of: ["screen"])
    if ["truecolor", "24bit"].contains(colorTerm), !isScreen { return .trueColor }
    if name.hasSuffix("-direct") || isOne(of: Self.trueColor) { return .trueColor }
    return name.hasSuffix("256color") || name.contains("-256color-") ? .ansi256 : .ansi16
  }

  var measuresClusters: Bool { isOne(of: Self.graphemes) }
  var erasesWithBackground: Bool { isOne(of: Self.backgroundErase) && !isAppleTerminal }
  var isModern: Bool {
    isOne(of: Self.modern) || Self.modernPrograms.contains(program)
      || colorTerm == "truecolor" && isOne(of: ["xterm"]) && !isAppleTerminal
  }

  /// Whether the terminal supports SU and SD for scrolling; the Linux console and early VTs do not.
  var scrolls: Bool { !isDumb && !isVT && !isConsole }
  /// Whether the terminal is the Linux console, whose fonts have few characters beyond ASCII.
  var isConsole: Bool { isOne(of: ["linux"]) }

  /// Whether the terminal is known to rewrap rows when its window gets narrower, instead of cutting
  /// them off.
  ///
  /// Most terminals call themselves `xterm`, so another variable has to confirm it. Programs
  /// inherit these variables, so TERM must fit as well.
  var wrapsRows: Bool {
    if isOne(of: Self.modern) || isInTmux && isOne(of: ["screen"]) { return true }
    guard isOne(of: ["xterm"]), !isInXterm else { return false }
    return versionOfVTE > 0 || isInWindowsTerminal || isAppleTerminal
      || Self.modernPrograms.contains(program)
  }

  /// Whether the terminal may print or drop queries that it does not know, instead of answering
  /// them.
  var misunderstandsQueries: Bool {
    isDumb || isVT || isAppleTerminal || isConsole || isOne(of: ["st"])
  }
}
