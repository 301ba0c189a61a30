import Foundation
import TerminalTestSupport
import Testing

/// What `levels-ui` prints where there is no terminal, and what it refuses.
@Suite(.onItsOwnThread) struct LevelsUITests {
  let levels = Program("levels-ui")

  @Test(arguments: LevelsTests.runtimes)
  func everyPairIsPrinted(_ runtime: String) throws {
    let result = try levels.shell(
      "\"$program\" 0 6 --interval 0.001 --runtime \(runtime) </dev/null | cat")
    #expect(
      result
        == Program.Result(
          output: """
            0 6
            1 6
            1 5
            2 5
            2 4
            3 4
            3 3

            """, errors: "", status: 0))
  }

  @Test(arguments: LevelsTests.runtimes, [("-3", "40"), ("7", "7"), ("5", "-6"), ("1", "2")])
  func thePairsAreThoseOfTheProgramWithoutAScreen(
    _ runtime: String, _ pair: (String, String)
  ) throws {
    let printed = try Program("levels").run(pair.0, pair.1, "--runtime", runtime)
    let shown = try levels.run(pair.0, pair.1, "--interval", "0.0001", "--runtime", runtime)
    #expect(shown.errors.isEmpty && shown.status == 0)
    #expect(
      shown.output.split(separator: "\n") == printed.output.split(separator: "\n").dropLast())
  }

  /// The first command of a reader would else build several hundred files that it does not need.
  @Test func theProgramWithoutAScreenHasNoCodeOfTheTerminal() throws {
    func hasTerminalCode(_ name: String) throws -> Bool {
      try Data(contentsOf: Program(name).path).range(of: Data("7SpinTTY".utf8)) != nil
    }
    #expect(try hasTerminalCode("levels-ui"))
    #expect(try !hasTerminalCode("levels"))
  }

  @Test func aKeyFromAPipeQuits() throws {
    let result = try levels.run("0", "9", "--interval", "86400", input: "q")
    #expect(result == Program.Result(output: "0 9\n", errors: "", status: 0))
  }

  // The reader leaves after one line of a hundred thousand.
  @Test(arguments: LevelsTests.runtimes)
  func aClosedPipeEndsItQuietly(_ runtime: String) throws {
    let result = try levels.shell(
      """
      "$program" 0 100000 --interval 0.001 --runtime \(runtime) </dev/null | head -1
      echo "${PIPESTATUS[0]}"
      """)
    #expect(result == Program.Result(output: "0 100000\n141\n", errors: "", status: 0))
  }

  @Test func aValueMayFollowAnEqualsSignAndLevelsTwoDashes() throws {
    let shown = try levels.run("--interval=0.001", "--runtime=callbacks", "--", "-1", "0")
    #expect(shown == Program.Result(output: "-1 0\n0 0\n", errors: "", status: 0))
  }

  @Test func helpPrintsTheUsage() throws {
    let result = try levels.run("--help")
    #expect(result.output.hasPrefix("usage: levels-ui LEFT RIGHT"))
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test(arguments: [
    (["1"], #"two levels are needed, as in: levels-ui 10 20; only "1" given"#),
    (["1", "x"], "\"x\" is not a level: an integer from \(Int.min) to \(Int.max)"),
    (["1", "2", "--trace"], #"unknown option "--trace""#),
    (
      ["1", "2", "--interval"],
      "--interval takes seconds, more than 0 and at most 86400, and nothing follows it"
    ),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try levels.expectRefusal(of: words, message)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "86401", "abc", ""])
  func badIntervalsAreExplainedOnStandardError(_ interval: String) throws {
    try levels.expectRefusal(
      of: ["1", "2", "--interval", interval],
      "--interval takes seconds, more than 0 and at most 86400, not \"\(interval)\"")
  }
}
