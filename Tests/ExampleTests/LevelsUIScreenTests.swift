import SpinTesting
import TerminalTestSupport
import Testing

/// `levels-ui` on a real pseudo-terminal.
@Suite(.serialized, .onItsOwnThread) struct LevelsUIScreenTests {
  /// Levels that make no step for as long as a test takes.
  private func still(
    _ left: Int, _ right: Int, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> ExampleOnTerminal {
    try ExampleOnTerminal(
      "levels-ui", ["\(left)", "\(right)", "--interval", "86400"], columns: columns, rows: rows,
      environment: environment)
  }

  @Test(arguments: LevelsTests.runtimes)
  func itEndsWhenTheLevelsMeetAndTheLastFrameStays(_ runtime: String) throws {
    let levels = try ExampleOnTerminal(
      "levels-ui", ["0", "20", "--interval", "0.001", "--runtime", runtime])
    try levels.waitForEnd(.exited(0))
    #expect(
      levels.picture == """
        \(ExampleOnTerminal.prompt)
        left  ███████████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 10
        right ███████████████████████████████▌░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 10
        They have met.
        """)
  }

  @Test func levelsThatHaveMetAreShownToo() throws {
    let levels = try ExampleOnTerminal("levels-ui", ["3", "3"], columns: 20, rows: 5)
    try levels.waitForEnd(.exited(0))
    #expect(
      levels.picture == """
        \(ExampleOnTerminal.prompt)
        left  ██████░░░░░░ 3
        right ██████░░░░░░ 3
        They have met.
        """)
  }

  @Test(arguments: ["q", "\u{3}"])
  func aKeyQuitsBefore(_ key: String) throws {
    let levels = try still(-10, 10, columns: 40)
    let start = """
      \(ExampleOnTerminal.prompt)
      left  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ -10
      right ██████████████████████████████  10
      q quit
      """
    try levels.waitFor(picture: start)
    levels.terminal.type(key)
    try levels.waitForEnd(.exited(0))
    #expect(levels.picture == start)
  }

  @Test(arguments: [(80, 24), (40, 12), (30, 5)])
  func theWholeRangeOfTheIntegersIsShown(_ columns: Int, _ rows: Int) throws {
    let levels = try still(.min, .max, columns: columns, rows: rows)
    try levels.terminal.waitFor("quit")
    #expect(levels.picture.contains("░ \(Int.min)\n"))
    #expect(levels.picture.contains("█  \(Int.max)\n"))
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
