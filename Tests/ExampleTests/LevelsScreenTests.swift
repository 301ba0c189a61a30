import SpinTesting
import TerminalTestSupport
import Testing

/// `levels --watch` on a real pseudo-terminal.
@Suite(.serialized) struct LevelsScreenTests {
  /// Levels that make no step for as long as a test takes.
  private func still(
    _ left: Int, _ right: Int, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> ExampleOnTerminal {
    try ExampleOnTerminal(
      "levels", ["--watch", "--interval", "86400", "\(left)", "\(right)"], columns: columns,
      rows: rows, environment: environment)
  }

  @Test(arguments: LevelsTests.runtimes)
  func theLastInlineFrameStays(_ runtime: String) throws {
    let levels = try ExampleOnTerminal(
      "levels",
      ["0", "20", "--watch", "--inline", "--interval", "0.001", "--runtime", runtime])
    try levels.waitForEnd(.exited(0))
    #expect(levels.picture == ExampleOnTerminal.prompt + "\n" + Self.met)
  }

  @Test func onAScreenTooLowForTheChartTheLastFrameStaysToo() throws {
    let levels = try ExampleOnTerminal(
      "levels", ["0", "20", "--watch", "--inline", "--interval", "0.001"], columns: 20, rows: 5)
    try levels.waitForEnd(.exited(0))
    let all = levels.screen.scrollback + [levels.picture]
    #expect(
      all.joined(separator: "\n") == """
        \(ExampleOnTerminal.prompt)
        10 10
        left  █████▌░░░░░ 10
        right █████▌░░░░░ 10
        met after 20 steps
        """)
  }

  @Test func onAFullScreenItEndsWhenTheLevelsMeet() throws {
    let levels = try ExampleOnTerminal(
      "levels", ["-5", "6", "--watch", "--interval", "0.001"])
    try levels.waitForEnd(.exited(0))
    #expect(
      levels.screen.text == ExampleOnTerminal.prompt + "\nsettled at 1 1 after 11 steps")
  }

  @Test func levelsThatHaveMetLeaveTheirResultToo() throws {
    let levels = try ExampleOnTerminal("levels", ["3", "3", "--watch"])
    try levels.waitForEnd(.exited(0))
    #expect(levels.screen.text == ExampleOnTerminal.prompt + "\nsettled at 3 3 after 0 steps")
  }

  @Test(arguments: ["q", "\u{3}"])
  func aKeyQuitsBefore(_ key: String) throws {
    let levels = try still(-10, 10)
    try levels.waitFor(picture: Self.start)
    levels.terminal.type(key)
    try levels.waitForEnd(.exited(0))
    #expect(levels.screen.text == ExampleOnTerminal.prompt)
  }

  @Test(arguments: [
    (80, 24, "  -9223372036854775808 9223372036854775807 "),
    (40, 12, "-9223372036854775808 9223372036854775807\n"),
    (20, 5, "-9223372036854775808\n9223372036854775807\nleft  ░░░░░"),
  ])
  func theWholeRangeOfTheIntegersIsShown(
    _ columns: Int, _ rows: Int, _ text: String
  ) throws {
    let levels = try still(.min, .max, columns: columns, rows: rows)
    try levels.terminal.waitFor("quit")
    #expect(levels.screen.text.contains(text))
    levels.terminal.type("q")
    try levels.waitForEnd(.exited(0))
  }

  @Test(arguments: [("15;0", 6, 5), ("0;15", 4, 1)])
  func theColoursSuitTheGround(_ ground: String, _ left: UInt8, _ right: UInt8) throws {
    // A terminal that says which ground it has is believed before the environment.
    let levels = try still(
      3, 9, columns: 40, rows: 12, environment: ["COLORFGBG": ground, "SPINTTY_QUERY": "0"])
    try levels.terminal.waitFor("quit")
    #expect(levels.screen[0, 0].style.foreground == .palette(left))
    #expect(levels.screen[0, 2].style.foreground == .palette(right))
    levels.terminal.type("q")
    try levels.waitForEnd(.exited(0))
  }

  @Test func withoutUnicodeItIsDrawnInASCII() throws {
    let levels = try still(0, 6, columns: 50, rows: 18, environment: ["LC_ALL": "C"])
    try levels.terminal.waitFor("quit")
    let isASCII = levels.screen.text.unicodeScalars.allSatisfy(\.isASCII)
    #expect(isASCII)
    #expect(levels.screen.text.contains("right ##"))
    levels.terminal.type("q")
    try levels.waitForEnd(.exited(0))
  }
}

// MARK: - Pictures

extension LevelsScreenTests {
  private static let met = """
    10 10

    left  ███████████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 10
    right ███████████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 10

    20 ⠉⠉⠉⠉⠉⠒⠒⠤⠤⠤⠤⠤⢄⣀⣀⣀⣀⣀⡀
                         ⠈⠉⠑⠒⠒⠒⠒⠒⠤⠤⠤⠤⠤⢄⣀⣀
                                         ⠉⠉⠉⠉⠉⠑⠒⠒⠒⠒⠒⠤⠤⢄⣀⣀⣀⣀⣀
                                                            ⠉⠉⠉⠉⠉⠑⠒⠒⠤⠤⠤⠤⢤⣄⣀⣀
                                                        ⢀⣀⣀⣀⣀⣀⡠⠤⠔⠒⠒⠒⠒⠒⠉⠉⠁
                                     ⢀⣀⣀⣀⣀⣀⠤⠤⠤⠤⠤⠤⠒⠒⠉⠉⠉⠉⠉⠁
                      ⣀⣀⠤⠤⠤⠤⠤⠔⠒⠒⠒⠒⠒⠊⠉⠁
     0 ⣀⡠⠤⠔⠒⠒⠒⠒⠒⠉⠉⠉⠉⠉⠉
       0                                                            20 steps

    met after 20 steps
    """

  private static let start = """
    ╭─ levels ─────────────────────────────────────────────────────────────────────╮
    │                                                                              │
    │  -10 10                                                                      │
    │                                                                              │
    │  left  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ -10  │
    │  right ████████████████████████████████████████████████████████████████  10  │
    │                                                                              │
    │   10 ⠁                                                                       │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │                                                                              │
    │  -10 ⡀                                                                       │
    │      0                                                             20 steps  │
    │                                                                              │
    │  q/ctrl+c quit                                                               │
    │                                                                              │
    ╰──────────────────────────────────────────────────────────────────────────────╯
    """
}
