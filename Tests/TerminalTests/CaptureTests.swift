import SpinTesting
import TerminalTestSupport
import Testing

/// What a program prints while its view has the terminal.
@Suite(.serialized, .onItsOwnThread) struct CaptureTests {
  static let runtimes = ["callersThread", "callbacks", "async"]

  private func printer(_ runtime: String) throws -> PseudoTerminal {
    try PseudoTerminal.probe("--printer", runtime)
  }

  /// What was written to the terminal; its screen keeps fewer lines.
  private func lines(of terminal: PseudoTerminal) -> [String] {
    String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n").map(String.init)
  }

  /// The thread that drew was the only one that read the pipe, so it waited for itself.
  @Test(arguments: runtimes)
  func aReducerMayPrintMoreThanAPipeHolds(_ runtime: String) throws {
    let terminal = try printer(runtime)
    terminal.type("f")
    try terminal.waitFor("ready 1")
    terminal.type("f")
    try terminal.waitFor("ready 2")
    terminal.isShowing = false
    try terminal.quit()
    #expect(terminal.screen.text.hasSuffix("the last line"))
  }

  @Test(arguments: runtimes)
  func theNumberOfCapturedLinesThatWereDroppedIsTold(_ runtime: String) throws {
    let terminal = try printer(runtime)
    terminal.type("c")
    try terminal.waitFor("ready 1")
    terminal.isShowing = false
    try terminal.quit()
    let lines = lines(of: terminal)
    let first = try #require(lines.firstIndex(of: "line 5905"))
    #expect(lines[first...].prefix(4096) == (5905...10_000).map { "line \($0)" }[...])
    // Behind the bytes that leave the screen.
    #expect(lines[first - 1].hasSuffix("(The first 5904 captured lines were dropped.)"))
  }

  @Test(arguments: runtimes)
  func printedAndCapturedLinesKeepTheirOrder(_ runtime: String) throws {
    let terminal = try printer(runtime)
    terminal.type("b")
    try terminal.waitFor("ready 1")
    terminal.isShowing = false
    try terminal.quit()
    let expected = (1...20).flatMap { ["captured \($0)", "printed \($0)"] }
    // The first comes behind the bytes that leave the screen.
    #expect(lines(of: terminal).suffix(39) == expected[1...])
  }

  @Test func aCapturedLineThatIsTooLongIsCutBetweenCharacters() throws {
    let terminal = try printer("callbacks")
    terminal.type("l")
    try terminal.waitFor("ready 1")
    terminal.isShowing = false
    try terminal.quit()
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("\u{FFFD}"))
    #expect(output.count { $0 == "é" } == 60_000)
  }

  @Test func aTitleEndsWithTheViewThatSetsIt() throws {
    let terminal = try PseudoTerminal()
    terminal.screen.feed("\u{1B}]2;the shell's\u{1B}\\")
    try terminal.start(PseudoTerminal.probePath, ["--printer", "callbacks"])
    try terminal.waitFor("ready 0")
    for turn in [1, 3] {
      terminal.type("l")
      try terminal.waitFor("ready \(turn)")
      #expect(terminal.screen.title == "long")
      terminal.type("b")
      try terminal.waitFor("ready \(turn + 1)")
      #expect(terminal.screen.title == "the shell's")
    }
    terminal.type("l")
    try terminal.waitFor("ready 5")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.title == "the shell's")
  }

  /// The view was drawn again for each of them.
  @Test func linesThatArePrintedTogetherAreDrawnTogether() throws {
    let terminal = try PseudoTerminal.probe("--inline", "--manual-clock")
    try terminal.waitFor("ready true")
    // No time passes while they are printed.
    terminal.type("M")
    try terminal.waitFor("text M")
    terminal.type("D")
    try terminal.waitFor("drawn")
    #expect((1...5).contains { terminal.screen.text.contains("drawn \($0) times") })
    terminal.isShowing = false
    try terminal.quit()
    // Some come behind the bytes that erase the view.
    let printed = lines(of: terminal).compactMap { line in
      line.firstRange(of: "line ").map { String(line[$0.lowerBound...]) }
    }
    #expect(printed == (1...1000).map { "line \($0)" })
  }

  /// Its next line was written into a pipe that nobody read any more.
  @Test func aProgramThatGoesOnAfterTheViewPrintsOn() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--stay", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("K")
    #expect(news.line() == "started")
    terminal.type("q")
    #expect(news.line() == "closed")
    orders.put("print")
    #expect(news.line() == "written")
    try terminal.waitFor("from the child")
    orders.put("end")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// It was dropped, because the view had taken its lines for the last time.
  @Test(arguments: ["", "--uncaptured"])
  func aLineThatIsPrintedWhileTheLastOnesAreWrittenIsWrittenToo(_ option: String) throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe(
      "--manual-clock \(option)", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("O")
    #expect(news.line() == "waiting")
    // More than a terminal takes if nobody reads on, and the time stands still.
    terminal.type(String(repeating: "M", count: 20) + "q")
    try terminal.wait("no line is written") {
      String(decoding: $0.output, as: UTF8.self).contains("line 1\r\n")
    }
    orders.put("print")
    #expect(news.line() == "printed")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(lines(of: terminal).last?.contains("a late line") == true)
  }
}
