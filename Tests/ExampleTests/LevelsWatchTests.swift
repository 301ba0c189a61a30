import Testing

/// What `levels --watch` prints where there is no terminal, and what it refuses.
@Suite struct LevelsWatchTests {
  let levels = Program("levels")

  @Test(arguments: LevelsTests.runtimes)
  func everyPairIsPrinted(_ runtime: String) throws {
    let result = try levels.shell(
      "\"$program\" 0 6 --watch --interval 0.001 --runtime \(runtime) </dev/null | cat")
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
  func thePairsAreThoseThatArePrintedWithoutWatching(
    _ runtime: String, _ pair: (String, String)
  ) throws {
    let printed = try levels.run(pair.0, pair.1, "--runtime", runtime)
    let watched = try levels.run(
      pair.0, pair.1, "--watch", "--interval=0.0001", "--inline", "--runtime", runtime)
    #expect(watched.errors.isEmpty && watched.status == 0)
    #expect(
      watched.output.split(separator: "\n")
        == printed.output.split(separator: "\n").dropLast())
  }

  @Test func aKeyFromAPipeQuits() throws {
    let result = try levels.run("0", "9", "--watch", "--interval", "86400", input: "q")
    #expect(result == Program.Result(output: "0 9\n", errors: "", status: 0))
  }

  // The reader leaves after one line of a hundred thousand.
  @Test(arguments: LevelsTests.runtimes)
  func aClosedPipeEndsItQuietly(_ runtime: String) throws {
    let result = try levels.shell(
      """
      "$program" 0 100000 --watch --interval 0.001 --runtime \(runtime) </dev/null | head -1
      echo "${PIPESTATUS[0]}"
      """)
    #expect(result == Program.Result(output: "0 100000\n141\n", errors: "", status: 0))
  }

  @Test(arguments: [
    (["1", "2", "--watch", "--trace"], "--watch draws and --trace prints: choose one"),
    (["1", "2", "--quiet", "--watch"], "--watch draws and --quiet prints: choose one"),
    (["-", "--watch"], "--watch follows one pair; with - only final pairs are printed"),
    (["1", "2", "--inline"], "--inline says how to watch: add --watch"),
    (["1", "2", "--interval", "1"], "--interval says how to watch: add --watch"),
    (["1", "2", "--watch=yes"], #"unknown option "--watch=yes""#),
    (
      ["1", "2", "--watch", "--interval"],
      "--interval takes seconds, more than 0 and at most 86400, and nothing follows it"
    ),
    (["1", "--watch"], #"two levels are needed, as in: levels 10 20; only "1" given"#),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try expectRefusal(of: words, message)
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "86401", "abc", ""])
  func badIntervalsAreExplainedOnStandardError(_ interval: String) throws {
    try expectRefusal(
      of: ["1", "2", "--watch", "--interval", interval],
      "--interval takes seconds, more than 0 and at most 86400, not \"\(interval)\"")
  }

  private func expectRefusal(
    of words: [String], _ message: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try levels.shell("\"$program\" \(command)")
    #expect(result.status == 64, sourceLocation: place)
    #expect(result.output.isEmpty, sourceLocation: place)
    #expect(
      result.errors.hasPrefix("levels: \(message)\nusage: levels LEFT RIGHT"),
      sourceLocation: place)
  }
}
