import TerminalTestSupport
import Testing

/// What the counter prints where there is no terminal.
@Suite(.onItsOwnThread) struct CounterTests {
  static let runtimes = ["async", "callbacks"]
  let counter = Program("counter")

  private func printed(_ lines: String...) -> Program.Result {
    Program.Result(output: lines.map { $0 + "\n" }.joined(), errors: "", status: 0)
  }

  @Test(arguments: runtimes, ["</dev/null", "<&-"])
  func withoutInputItPrintsItsStartAndEnds(_ runtime: String, _ input: String) throws {
    #expect(
      try counter.shell("\"$program\" --runtime \(runtime) \(input)") == printed("value: 10 fixed"))
  }

  @Test(arguments: runtimes)
  func keysFromAPipeAreTakenInTurnUntilOneQuits(_ runtime: String) throws {
    #expect(
      try counter.run("--runtime", runtime, input: "---q+")
        == printed("value: 10 fixed", "value: 9 fixed", "value: 8 fixed", "value: 7 fixed"))
  }

  @Test(arguments: runtimes)
  func itEndsWithItsInput(_ runtime: String) throws {
    #expect(
      try counter.run("--runtime", runtime, input: "\u{1B}[B\u{1B}[B+\u{1B}[D")
        == printed(
          "value: 10 fixed", "value: 9 fixed", "value: 8 fixed", "value: 9 fixed",
          "value: 8 fixed"))
  }

  @Test(arguments: runtimes)
  func theMeaningOfAKeyIsThatOfItsTurn(_ runtime: String) throws {
    #expect(
      try counter.run("--runtime", runtime, "--interval", "3600", input: "- - -r \u{3}+")
        == printed(
          "value: 10 fixed", "value: 9 fixed", "value: 9 decreasing",
          "value: 9 decreasing paused", "value: 8 decreasing paused", "value: 10 fixed",
          "value: 10 decreasing"))
  }

  @Test(arguments: runtimes)
  func twelveStepsEndAtTwoAndEveryChangeIsPrinted(_ runtime: String) throws {
    let result = try counter.run(
      "--ticks", "12", "--interval", "0.001", "--runtime", runtime)
    #expect(
      result
        == printed(
          "value: 10 decreasing", "value: 9 decreasing", "value: 8 decreasing",
          "value: 7 decreasing", "value: 6 decreasing", "value: 5 decreasing",
          "value: 4 decreasing", "value: 3 decreasing", "value: 2 decreasing",
          "value: 1 decreasing", "value: 0 increasing", "value: 1 increasing",
          "value: 2 increasing"))
  }

  @Test(arguments: runtimes)
  func noStepsEndAtTheStart(_ runtime: String) throws {
    #expect(
      try counter.run("--ticks", "0", "--runtime", runtime) == printed("value: 10 decreasing"))
  }

  #if os(Linux)
    @Test(arguments: [("--help", "cannot be written"), ("--ticks 0", "cannot be written")])
    func aFullDiskIsReported(_ row: (words: String, message: String)) throws {
      let result = try counter.shell("\"$program\" \(row.words) > /dev/full < /dev/null")
      #expect(result.errors.contains(row.message))
      #expect(result.errors.contains("No space left on device") && result.status == 74)
    }
  #endif

  // The reader leaves after one line of a hundred thousand.
  @Test(arguments: runtimes, ["trap - PIPE", "trap '' PIPE"])
  func aClosedPipeEndsItQuietly(_ runtime: String, _ disposition: String) throws {
    let result = try counter.shell(
      """
      \(disposition)
      "$program" --ticks 100000 --interval 0.001 --runtime \(runtime) </dev/null | head -1
      echo "${PIPESTATUS[0]}"
      """)
    #expect(result == printed("value: 10 decreasing", "141"))
  }

  @Test(arguments: runtimes)
  func everyFrameIsPrintedIfAskedFor(_ runtime: String) throws {
    let result = try counter.shell(
      """
      export SPINTTY=frames COLUMNS=40 LINES=8 LC_ALL=C.UTF-8
      printf -- '-q' | "$program" --runtime \(runtime)
      """)
    let untimed = result.output.replacing(/t=\d+\.\d{3}s/, with: "t=0s")
    #expect(
      untimed == """
        #1 t=0s 40x8


                    value: 10 fixed
           ██████████████████████████████████
           space start/pause  ? help  q quit
        \u{C}
        #2 t=0s 40x8


                     value: 9 fixed
           ██████████████████████████████▌░░░
           space start/pause  ? help  q quit
        \u{C}

        """)
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test func helpPrintsTheUsage() throws {
    let result = try counter.run("--help")
    #expect(result.output.hasPrefix("usage: counter [--runtime async|callbacks]"))
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test(arguments: [
    (["--interval", "0"], #"--interval takes seconds, more than 0 and at most 86400, not "0""#),
    (["--interval=-1"], #"--interval takes seconds, more than 0 and at most 86400, not "-1""#),
    (["--interval=nan"], #"--interval takes seconds, more than 0 and at most 86400, not "nan""#),
    (["--interval=inf"], #"--interval takes seconds, more than 0 and at most 86400, not "inf""#),
    (
      ["--interval", "86401"],
      #"--interval takes seconds, more than 0 and at most 86400, not "86401""#
    ),
    (["--interval=abc"], #"--interval takes seconds, more than 0 and at most 86400, not "abc""#),
    (["--interval="], #"--interval takes seconds, more than 0 and at most 86400, not """#),
    (
      ["--interval"],
      "--interval takes seconds, more than 0 and at most 86400, and nothing follows it"
    ),
    (["--ticks", "-1"], #"--ticks takes a number of steps, 0 or more, not "-1""#),
    (["--ticks", "1.5"], #"--ticks takes a number of steps, 0 or more, not "1.5""#),
    (["--ticks"], "--ticks takes a number of steps, 0 or more, and nothing follows it"),
    (["--runtime", "rx"], #"--runtime takes async or callbacks, not "rx""#),
    (["--loud"], #""--loud" is not an option of this program"#),
    (["--inline=yes"], #""--inline=yes" is not an option of this program"#),
    (["10"], #""10" is not an option of this program"#),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try counter.expectRefusal(of: words, message)
  }
}
