import Foundation
import TerminalTestSupport
import Testing

@Suite(.onItsOwnThread) struct LevelsTests {
  static let runtimes = ["async", "callbacks"]
  let levels = Program("levels")

  @Test(arguments: runtimes)
  func everyChangeIsPrintedAndThenTheEnd(_ runtime: String) throws {
    let result = try levels.run("10", "20", "--runtime", runtime)
    #expect(
      result.output == """
        10 20
        11 20
        11 19
        12 19
        12 18
        13 18
        13 17
        14 17
        14 16
        15 16
        15 15
        settled at 15 15 after 20 events

        """)
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test(arguments: runtimes)
  func theTraceHasOneLineForEachTransition(_ runtime: String) throws {
    let result = try levels.run("3", "1", "--trace", "--runtime", runtime)
    #expect(
      result.output == """
        0\tstart\t3\t1
        1\tdecreaseLeft\t2\t1
        2\tincreaseRight\t2\t2
        3\tdecreaseLeft\t2\t2
        4\tincreaseRight\t2\t2

        """)
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test(arguments: runtimes)
  func aRecordedRunIsShownAgain(_ runtime: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("levels-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("run.jsonl").path
    for options in [[], ["--trace"], ["--quiet"]] {
      let run = try levels.run("10", "14", "--runtime", runtime, "--record", file, options: options)
      let replay = try levels.run("--replay", file, options: options)
      #expect(replay.output == run.output.replacing("settled at", with: "ended at"))
      #expect(run.errors.isEmpty && replay.errors.isEmpty && replay.status == 0)
      let rehearsal = try levels.run("--rehearse", file)
      #expect(rehearsal.output == "goes as it went: 8 events\n" && rehearsal.status == 0)
    }
    // A run of levels that went up both.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing(#""f":"right""#, with: #""f":"left""#)
      .write(toFile: file, atomically: false, encoding: .utf8)
    let other = try levels.run("--rehearse", file)
    #expect(
      other.output.hasPrefix("After transition 1, the log goes on with event 2 ")
        && other.status == 1)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    // A run whose machine went down.
    let lines = try String(contentsOfFile: file, encoding: .utf8)
    try String(lines.dropLast(9)).write(toFile: file, atomically: false, encoding: .utf8)
    let cut = try levels.run("--replay", file)
    #expect(cut.errors.contains("the last line is cut off") && cut.status == 0)
    try "hello\n".write(toFile: file, atomically: false, encoding: .utf8)
    let foreign = try levels.run("--replay", file)
    #expect(foreign.errors.contains("run.jsonl:1: this is no recording"))
    #expect(foreign.output.isEmpty && foreign.status == 69)
  }

  @Test(arguments: runtimes)
  func theLogSaysWhyNothingStarts(_ runtime: String) throws {
    let result = try levels.run("3", "1", "--log", "--runtime", runtime)
    #expect(result.output.hasSuffix("2 2\nsettled at 2 2 after 4 events\n"))
    #expect(
      result.errors == """
        0 begins
        0 left emits at once
        0 right emits at once
        1 decreaseLeft from left
        1 left emits at once
        1 right emits at once
        2 increaseRight from right
        2 left wants nothing: the state does not pass the filter
        2 right wants nothing: the state does not pass the filter
        3 decreaseLeft from left
        4 increaseRight from right
        4 settles
        4 stops

        """)
    #expect(result.status == 0)
  }

  @Test(arguments: runtimes)
  func anOddDistanceEndsTogetherToo(_ runtime: String) throws {
    #expect(
      try levels.run("10", "21", "--runtime", runtime).output
        .hasSuffix("16 16\nsettled at 16 16 after 22 events\n"))
  }

  @Test(arguments: runtimes)
  func quietPrintsTheFinalPairOnly(_ runtime: String) throws {
    #expect(try levels.run("--quiet", "-7", "5", "--runtime=\(runtime)").output == "-1 -1\n")
  }

  @Test(arguments: runtimes)
  func equalLevelsAreSettledAtOnce(_ runtime: String) throws {
    #expect(
      try levels.run("4", "4", "--runtime", runtime).output
        == "4 4\nsettled at 4 4 after 0 events\n")
  }

  @Test(arguments: runtimes, [(Int.max, Int.max - 5), (Int.min, Int.min + 4)])
  func theEndsOfTheIntegersDoNotOverflow(_ runtime: String, _ pair: (Int, Int)) throws {
    let result = try levels.run("\(pair.0)", "\(pair.1)", "--quiet", "--runtime", runtime)
    let parts = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(result.status == 0 && parts.count == 2 && parts[0] == parts[1])
  }

  @Test(arguments: ["", "--trace", "--quiet"])
  func bothRuntimesPrintTheSameBytes(_ mode: String) throws {
    for pair in [("0", "0"), ("-3", "40"), ("1000", "-1"), ("5", "6")] {
      let outputs = try Self.runtimes.map { runtime in
        mode.isEmpty
          ? try levels.run(pair.0, pair.1, "--runtime", runtime)
          : try levels.run(pair.0, pair.1, mode, "--runtime", runtime)
      }
      #expect(outputs[0] == outputs[1])
    }
  }

  @Test(arguments: runtimes)
  func eachLineOfStandardInputIsAnswered(_ runtime: String) throws {
    let result = try levels.run(
      "-", "--runtime", runtime, input: "10 20\n  3\t1 \n7 x\n\n1 2 3\n99999999999999999999 1\n5 5")
    #expect(result.output == "15 15\n2 2\n5 5\n")
    #expect(
      result.errors.split(separator: "\n").map { $0.prefix { $0 != ";" } } == [
        #"levels: line 3: "x" is not a level: an integer from \#(Int.min) to \#(Int.max)"#,
        "levels: line 4: a line has two levels, LEFT RIGHT",
        "levels: line 5: a line has two levels, LEFT RIGHT",
        "levels: line 6: \"99999999999999999999\" is not a level: an integer from \(Int.min) to "
          + "\(Int.max)",
      ])
    #expect(result.status == 65)
  }

  @Test(arguments: [
    ([], "two levels are needed, as in: levels 10 20; none given"),
    (["10"], #"two levels are needed, as in: levels 10 20; only "10" given"#),
    (["1", "2", "3"], ##"two levels are needed, as in: levels 10 20; "1" "2" "3" given"##),
    (["1", "two"], "\"two\" is not a level: an integer from \(Int.min) to \(Int.max)"),
    (["1", "2", "--loud"], ##"unknown option "--loud""##),
    (["1", "2", "--runtime"], "--runtime takes async or callbacks, and nothing follows it"),
    (["1", "2", "--runtime", "rx"], ##"--runtime takes async or callbacks, not "rx""##),
    (
      ["1", "2", "--trace", "--quiet"],
      "--trace prints everything and --quiet almost nothing: choose one"
    ),
    (["-", "--trace"], "--trace follows one pair; with - only final pairs are printed"),
  ])
  func badUsageIsExplainedOnStandardError(_ words: [String], _ message: String) throws {
    try levels.expectRefusal(of: words, message)
  }

  @Test func whatFollowsTwoDashesIsNotAnOption() throws {
    #expect(try levels.run("--quiet", "--", "-1", "1").output == "0 0\n")
  }

  // A line of a file could otherwise colour the terminal, or worse.
  @Test func controlCharactersOfTheInputAreNotPrinted() throws {
    let result = try levels.run("-", input: "\u{1b}[31m 1\n\u{1b}]0;title\u{7}\n")
    #expect(!result.errors.contains("\u{1b}") && result.errors.contains(#"\u{1B}[31m"#))
  }

  @Test func helpPrintsTheUsage() throws {
    let result = try levels.run("--help")
    #expect(result.output.hasPrefix("usage: levels LEFT RIGHT"))
    #expect(result.errors.isEmpty && result.status == 0)
  }

  @Test func inputThatCannotBeReadIsReported() throws {
    let result = try levels.shell("\"$program\" - </")
    #expect(result.errors.contains("levels: standard input cannot be read: Is a directory"))
    #expect(result.output.isEmpty && result.status == 74)
  }

  #if os(Linux)
    @Test(arguments: ["10 20", "10 20 --quiet", "--help"])
    func aFullDiskIsReported(_ words: String) throws {
      let result = try levels.shell("\"$program\" \(words) > /dev/full")
      #expect(result.errors.contains("standard output cannot be written: No space left on device"))
      #expect(result.status == 74)
    }
  #endif

  @Test func aClosedPipeIsToldByTheStatusOfASignalThatIsIgnored() throws {
    let result = try levels.shell(
      "trap '' PIPE; \"$program\" 10 2000000 | true; echo \"${PIPESTATUS[0]}\"")
    #expect(result == Program.Result(output: "141\n", errors: "", status: 0))
  }

  // The reader leaves after one line of some hundred thousand.
  @Test(arguments: runtimes, ["trap - PIPE", "trap '' PIPE"])
  func aClosedPipeEndsItQuietly(_ runtime: String, _ disposition: String) throws {
    let result = try levels.shell(
      "\(disposition); \"$program\" 0 100000 --trace --runtime \(runtime) | head -1")
    #expect(result.output == "0\tstart\t0\t100000\n")
    #expect(result.errors.isEmpty)
  }
}
