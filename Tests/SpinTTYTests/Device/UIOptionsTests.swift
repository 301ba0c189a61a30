import Testing

@testable import SpinTTY

@Suite struct UIOptionsTests {
  private let xterm = TerminalProfile(environment: ["TERM": "xterm-256color"])
  private let dumb = TerminalProfile(environment: ["TERM": "dumb"])

  @Test func anInlineViewAsksTheTerminalOnlyIfItIsToldTo() {
    #expect(UIOptions.fullScreen.asksTerminal(xterm))
    #expect(!UIOptions.fullScreen.asksTerminal(dumb))
    #expect(!UIOptions.inline.asksTerminal(xterm))
    var options = UIOptions.inline
    options.asksTerminal = true
    #expect(options.asksTerminal(xterm) && options.asksTerminal(dumb))
  }

  @Test func anAppearanceThatIsGivenIsNotAskedFor() {
    var options = UIOptions.fullScreen
    #expect(options.asksForBackground)
    options.asksForAppearance = false
    #expect(!options.asksForBackground)
    options.asksForAppearance = true
    options.appearance = .light
    #expect(!options.asksForBackground)
  }

  @Test func whoListensGetsFewFramesASecond() {
    let profile = TerminalProfile(environment: ["SPINTTY_ACCESSIBLE": "1"])
    #expect(UIOptions.fullScreen.frameLimit(on: xterm) == 60)
    #expect(UIOptions.fullScreen.frameLimit(on: profile) == 4)
    var options = UIOptions.fullScreen
    options.isAccessible = true
    options.frameLimit = 2
    #expect(options.frameLimit(on: xterm) == 2)
  }

  @Test(arguments: [
    ([:], Appearance.dark), (["COLORFGBG": "0;15"], .light),
    (["COLORFGBG": "0;default;7"], .light),
    (["COLORFGBG": "15;0"], .dark), (["COLORFGBG": "15;8"], .dark),
  ])
  func theAppearanceIsWhatTheEnvironmentSays(
    _ environment: [String: String], _ appearance: Appearance
  ) {
    #expect(TerminalProfile(environment: environment).appearance == appearance)
  }

  @Test(arguments: [
    ([:], false), (["SPINTTY_REDUCED_MOTION": "1"], true), (["SPINTTY_REDUCED_MOTION": "0"], false),
    (["SPINTTY_ACCESSIBLE": "1"], true),
  ])
  func theEnvironmentCanAskForReducedMotion(_ environment: [String: String], _ isReduced: Bool) {
    let profile = TerminalProfile(environment: environment)
    #expect(UIOptions.fullScreen.reducesMotion(on: profile) == isReduced)
    let shown = UIOptions.fullScreen.viewEnvironment(profile, Capabilities())
    #expect(shown.reducesMotion == isReduced)
  }

  /// The user's choice goes before the program's.
  @Test func theEnvironmentNamesATheme() {
    func theme(_ name: String?, _ own: Theme = .standard) -> Theme {
      let environment = name.map { ["SPINTTY_THEME": $0] } ?? [:]
      var options = UIOptions.fullScreen
      options.theme = own
      return options.viewEnvironment(
        TerminalProfile(environment: environment), Capabilities()
      ).theme
    }
    #expect(theme("gruvbox") == .gruvbox)
    #expect(theme("gruvbox", .nord) == .gruvbox)
    #expect(theme(nil, .nord) == .nord)
    #expect(theme("no such theme", .nord) == .nord)
    #expect(TerminalProfile.variables.contains("SPINTTY_THEME"))
  }
}
