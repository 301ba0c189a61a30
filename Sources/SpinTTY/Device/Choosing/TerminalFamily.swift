/// The terminal that an environment names, told by family and not by a part of a name.
///
/// `xterm-256color` and `xterm` are of the family `xterm`; `st` is not in `linux-basic` nor in
/// `xterm-direct`, as it would be by substring.
struct TerminalFamily {
  /// TERM, in lower case.
  let name: String
  /// TERM_PROGRAM.
  let program: String
  /// TERM_PROGRAM_VERSION.
  let programVersion: String
  private let colorTerm: String
  let isInTmux: Bool
  /// Whether XTERM_VERSION is set: by xterm, and inherited by what runs in it.
  let isInXterm: Bool
  let isInWindowsTerminal: Bool
  /// VTE_VERSION, such as 8001 for 0.80.1; 0 if it is not set.
  let versionOfVTE: Int
  /// Whether a variable is set that only terminals with rewrapping set.
  private let hasWrappingMark: Bool

  init(_ environment: [String: String]) {
    name = environment["TERM", default: ""].lowercased()
    program = environment["TERM_PROGRAM", default: ""]
    programVersion = environment["TERM_PROGRAM_VERSION", default: ""]
    colorTerm = environment["COLORTERM", default: ""].lowercased()
    isInTmux = environment.isSet("TMUX")
    isInXterm = environment.isSet("XTERM_VERSION")
    isInWindowsTerminal = environment.isSet("WT_SESSION")
    versionOfVTE = environment.count("VTE_VERSION") ?? 0
    hasWrappingMark = ["VTE_VERSION", "WT_SESSION"].contains(where: environment.isSet)
  }

  /// Whether TERM is one of the names, or one of them followed by a dash and more.
  func isOne(of families: [String]) -> Bool {
    families.contains { name == $0 || name.hasPrefix($0 + "-") }
  }

  /// A terminal of paper or of the last century: `dumb`, and `vt` with a number.
  var isDumb: Bool { name.isEmpty || isOne(of: ["dumb"]) }
  var isVT: Bool { name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true }
  var isAppleTerminal: Bool { program == "Apple_Terminal" }

  /// Terminals that show 24 bits and say so only here.
  private static let trueColor = [
    "kitty", "xterm-kitty", "ghostty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour",
    "rio",
  ]
  /// Terminals that measure text by cluster.
  private static let graphemes = [
    "kitty", "xterm-kitty", "ghostty", "xterm-ghostty", "foot", "contour", "wezterm",
  ]
  /// Terminals that are known to erase with the background of the pen; `screen` is not.
  private static let backgroundErase = [
    "xterm", "kitty", "foot", "ghostty", "alacritty", "wezterm", "tmux",
  ]
  /// Terminals that rewrap rows, by TERM and by TERM_PROGRAM.
  private static let wrapping = trueColor + ["tmux", "vte", "iterm2"]
  private static let wrappingPrograms = [
    "Apple_Terminal", "iTerm.app", "WezTerm", "ghostty", "vscode",
  ]
  /// Terminals that know curly lines and links.
  private static let modern = trueColor + ["tmux", "vte", "iterm2"]

  /// The colours that the terminal shows.
  var colors: ColorProfile {
    if isDumb || isVT { return .none }
    let isScreen = isOne(of: ["screen"])
    if ["truecolor", "24bit"].contains(colorTerm), !isScreen { return .trueColor }
    if name.hasSuffix("-direct") || isOne(of: Self.trueColor) { return .trueColor }
    return name.hasSuffix("256color") || name.contains("-256color-") ? .ansi256 : .ansi16
  }

  var measuresClusters: Bool { isOne(of: Self.graphemes) }
  var erasesWithBackground: Bool { isOne(of: Self.backgroundErase) && !isAppleTerminal }
  var isModern: Bool {
    isOne(of: Self.modern) || ["iTerm.app", "WezTerm", "ghostty", "vscode"].contains(program)
      || colorTerm == "truecolor" && isOne(of: ["xterm"]) && !isAppleTerminal
  }

  /// Whether it scrolls by SU and SD, which the console of Linux and the first VTs do not know.
  var scrolls: Bool { !isDumb && !isVT && !isConsole }
  /// The console of Linux, whose fonts have few characters beyond ASCII.
  var isConsole: Bool { isOne(of: ["linux"]) }

  /// Whether the terminal is known to rewrap rows when its window gets narrower, instead of cutting
  /// them off.
  ///
  /// `xterm` is what most terminals call themselves, so it takes another word. Programs inherit
  /// these variables, so it takes the right TERM as well.
  var wrapsRows: Bool {
    if isOne(of: Self.wrapping) || isInTmux && isOne(of: ["screen"]) { return true }
    guard isOne(of: ["xterm"]), !isInXterm else { return false }
    return hasWrappingMark || Self.wrappingPrograms.contains(program)
  }

  /// Whether it prints or drops what it does not know, instead of answering.
  var misunderstandsQueries: Bool {
    isDumb || isVT || isAppleTerminal || isOne(of: ["linux", "st"])
  }
}
