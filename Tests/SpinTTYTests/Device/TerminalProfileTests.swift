import Testing

@testable import SpinTTY

@Suite struct TerminalProfileTests {
  static let colors: [([String: String], ColorProfile)] = [
    ([:], .none), (["TERM": "dumb"], .none), (["TERM": "vt100"], .none), (["TERM": "vt220"], .none),
    (["TERM": "vte"], .ansi16), (["TERM": "xterm"], .ansi16), (["TERM": "linux"], .ansi16),
    (["TERM": "xterm-mono"], .none), (["TERM": "linux-m"], .none),
    (["TERM": "xterm-256color"], .ansi256), (["TERM": "screen-256color"], .ansi256),
    (["TERM": "screen-256color-bce"], .ansi256), (["TERM": "xterm-direct"], .trueColor),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
    (["TERM": "screen-256color", "COLORTERM": "truecolor"], .ansi256),
    (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "xterm-kitty"], .trueColor), (["TERM": "kitty"], .trueColor),
    (["TERM": "kitty-direct"], .trueColor), (["TERM": "kittycat"], .ansi16),
    (["TERM": "alacritty"], .trueColor), (["TERM": "foot-extra"], .trueColor),
    (["TERM": "footage"], .ansi16), (["TERM": "rio"], .trueColor), (["TERM": "st"], .ansi16),
    (["TERM": "st-256color"], .ansi256), (["TERM": "wezterm"], .trueColor),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
    (["TERM": "xterm-256color", "NO_COLOR": "0"], .none),
    (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256),
    (["TERM": "xterm-256color", "NO_COLOR": "1", "FORCE_COLOR": "1"], .none),
    (["TERM": "xterm-256color", "CLICOLOR": "0"], .none),
    (["TERM": "xterm-256color", "CLICOLOR": "1"], .ansi256),
    (["TERM": "xterm-256color", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], .ansi256),
    (["TERM": "xterm-256color", "CLICOLOR": "0", "CLICOLOR_FORCE": "0"], .none),
    (["TERM": "dumb", "FORCE_COLOR": "1"], .ansi16), (["TERM": "dumb", "FORCE_COLOR": "0"], .none),
  ]

  @Test(arguments: colors)
  func theColorsFollowTheEnvironment(_ environment: [String: String], _ expected: ColorProfile) {
    #expect(ColorProfile(environment: environment) == expected)
  }

  @Test func whatWasAskedForExplicitlyGoesBeforeAllElse() {
    let environment = ["TERM": "dumb", "NO_COLOR": "1"]
    #expect(ColorProfile(environment: environment, explicit: .trueColor) == .trueColor)
  }

  @Test func withoutATerminalThereAreColorsOnlyByForce() {
    let environment = ["TERM": "xterm-256color"]
    #expect(ColorProfile(environment: environment, isTerminal: false) == .none)
    let forced = environment.merging(["CLICOLOR_FORCE": "1"]) { $1 }
    #expect(ColorProfile(environment: forced, isTerminal: false) == .ansi256)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("xterm-kitty", true), ("tmux-256color", true), ("stterm", true),
    ("linux", false), ("dumb", false), ("vt100", false), ("st", false), ("st-256color", false),
    ("", false),
  ])
  func terminalsThatMisunderstandAreNotAsked(_ term: String, _ isAsked: Bool) {
    #expect(TerminalProfile(environment: ["TERM": term]).allowsQueries == isAsked)
  }

  @Test(arguments: [("TERM_PROGRAM", "Apple_Terminal"), ("SPINTTY_QUERY", "0"), ("CI", "true")])
  func theEnvironmentCanForbidToAsk(_ name: String, _ value: String) {
    let environment = ["TERM": "xterm-256color", name: value]
    #expect(!TerminalProfile(environment: environment).allowsQueries)
  }

  @Test(arguments: [
    ("xterm-ghostty", WidthRules.Profile.grapheme), ("foot", .grapheme), ("contour", .grapheme),
    ("wezterm", .grapheme), ("xterm-256color", .wcwidth), ("alacritty", .wcwidth),
  ])
  func widthsFollowTheFamily(_ term: String, _ profile: WidthRules.Profile) {
    #expect(TerminalProfile(environment: ["TERM": term]).capabilities.widths.profile == profile)
  }

  @Test(arguments: [("xterm", true), ("screen", false), ("screen-256color", false), ("tmux", true)])
  func erasingWithTheBackgroundFollowsTheFamily(_ term: String, _ erases: Bool) {
    let capabilities = TerminalProfile(environment: ["TERM": term]).capabilities
    #expect(capabilities.backgroundColorErase == erases)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false), (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "7006", "XTERM_VERSION": "XTerm(390)"], false),
    (["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "XTERM_VERSION": "XTerm(390)"], true),
    (["TERM": "xterm-256color", "TMUX": "/tmp/x,1,0"], false),
    (["TERM": "screen-256color", "TMUX": "/tmp/x,1,0"], true),
    (["TERM": "screen-256color"], false), (["TERM": "linux", "VTE_VERSION": "7006"], false),
    (["TERM": "foot"], true), (["TERM": "xterm-kitty"], true),
    (["TERM": "st-256color", "WT_SESSION": "1"], false),
  ])
  func rowsAreWrappedOnlyWhereTheFamilyIsKnownToDoSo(
    _ environment: [String: String], _ wraps: Bool
  ) {
    #expect(TerminalProfile(environment: environment).wrapsRows == wraps)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("tmux", true), ("screen", true), ("linux", false), ("vt100", false),
    ("dumb", false),
  ])
  func scrollingFollowsTheFamily(_ term: String, _ scrolls: Bool) {
    #expect(TerminalProfile(environment: ["TERM": term]).capabilities.scrolling == scrolls)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false), (["TERM": "xterm-ghostty"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "8001"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "7800"], false),
    (["TERM": "xterm-256color", "VTE_VERSION": "8001", "XTERM_VERSION": "XTerm(390)"], false),
    (["TERM": "xterm-kitty", "VTE_VERSION": "8001"], false),
    (["TERM": "xterm-256color", "WT_SESSION": "1"], true),
    (["TERM": "tmux-256color", "WT_SESSION": "1"], false),
    (["TERM": "xterm-ghostty", "TMUX": "x"], false),
    (progress(of: "iTerm.app", "3.6.6"), true), (progress(of: "iTerm.app", "3.6.10"), true),
    (progress(of: "iTerm.app", "4.0"), true), (progress(of: "iTerm.app", "3.5.14"), false),
    (progress(of: "iTerm.app", ""), false), (progress(of: "vscode", "9.9"), false),
    (progress(of: "WezTerm", "20240203-110809-5046fc22"), false),
    (progress(of: "WezTerm", "20250601-000000-abcdef01"), true), (["TERM": "linux"], false),
  ])
  func progressIsForTerminalsThatAreKnownToShowIt(
    _ environment: [String: String], _ shows: Bool
  ) {
    #expect(TerminalProfile(environment: environment).capabilities.progress == shows)
  }

  private static func progress(of program: String, _ version: String) -> [String: String] {
    ["TERM": "xterm-256color", "TERM_PROGRAM": program, "TERM_PROGRAM_VERSION": version]
  }

  @Test(arguments: [
    ("xterm", true), ("tmux", true), ("st", true), ("linux", false), ("vt100", false),
    ("dumb", false),
  ])
  func aTitleIsForTerminalsThatDoNotPrintIt(_ term: String, _ takes: Bool) {
    #expect(TerminalProfile(environment: ["TERM": term]).capabilities.titles == takes)
  }

  @Test func theSizeIsWhatTheTerminalSaysWithinReason() {
    #expect(size(Size(columns: 20, rows: 5), [:]) == Size(columns: 20, rows: 5))
    #expect(size(nil, ["COLUMNS": "99", "LINES": "33"]) == Size(columns: 99, rows: 33))
    #expect(size(nil, ["COLUMNS": "wide"]) == Size(columns: 80, rows: 24))
    #expect(size(nil, ["COLUMNS": "0", "LINES": "-4"]) == Size(columns: 80, rows: 24))
    #expect(size(Size(columns: 65535, rows: 65535), [:]) == Size(columns: 10_000, rows: 5_000))
  }

  private func size(_ reported: Size?, _ environment: [String: String]) -> Size {
    TerminalProfile(environment: environment).screenSize(reported: reported)
  }
}

@Suite struct TerminalModeTests {
  static let rows: [(hasInput: Bool, hasOutput: Bool, [String: String], TerminalMode?)] = [
    (true, true, ["TERM": "xterm"], .interactive), (true, false, ["TERM": "xterm"], .plain),
    (false, false, ["TERM": "xterm"], .plain), (false, true, ["TERM": "xterm"], nil),
    (true, true, ["TERM": "dumb"], .plain), (true, true, [:], .plain),
    (true, true, ["TERM": "xterm", "CI": "true"], .plain),
    (true, true, ["TERM": "xterm", "CI": ""], .interactive),
    (true, true, ["TERM": "xterm", "CI": "1", "SPINTTY": "interactive"], .interactive),
    (true, true, ["TERM": "dumb", "SPINTTY": "interactive"], .interactive),
    (true, false, ["TERM": "xterm", "SPINTTY": "interactive"], nil),
    (true, true, ["TERM": "xterm", "SPINTTY": "plain"], .plain),
    (false, true, ["TERM": "xterm", "SPINTTY": "plain"], .plain),
    (true, true, ["TERM": "xterm", "SPINTTY": "frames"], .frames),
    (true, true, ["TERM": "xterm", "SPINTTY": "off"], .off),
    (true, true, ["TERM": "xterm", "SPINTTY": "whatever"], nil),
  ]

  @Test(arguments: rows)
  func theModeFollowsTheTerminalAndTheEnvironment(
    _ row: (hasInput: Bool, hasOutput: Bool, [String: String], TerminalMode?)
  ) {
    let facts = TerminalMode.Facts(hasInput: row.hasInput, hasOutput: row.hasOutput)
    #expect((try? TerminalMode.choose(facts, TerminalProfile(environment: row.2))) == row.3)
  }

  @Test func theErrorNamesWhatIsMissing() throws {
    let facts = TerminalMode.Facts(hasInput: false, hasOutput: true)
    let error = #expect(throws: TerminalError.self) {
      try TerminalMode.choose(facts, TerminalProfile(environment: ["TERM": "xterm"]))
    }
    #expect(error?.operation == .findInput && error?.code == 0)
    #expect("\(TerminalError(.makePipe, code: 24, "No pipe."))".hasPrefix("No pipe. ("))
  }
}
