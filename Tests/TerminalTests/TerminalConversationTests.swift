import Foundation
import SpinTTY
import SpinTesting
import TerminalTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a program hears and shows on a real pseudo-terminal.
@Suite(.serialized, .onItsOwnThread) struct TerminalConversationTests {
  @Test func keysThatComeOneByteAtATimeAreWhole() throws {
    // On a busy machine, the bytes come later one after another than a user would wait behind an escape.
    let terminal = try PseudoTerminal.probe(environment: ["ESCDELAY": "10000"])
    try terminal.waitFor("ready true")
    for byte in "\u{1B}[1;5A€\u{1B}[200~a\u{1B}[Ab\u{1B}[201~".utf8 { terminal.send([byte]) }
    try terminal.waitFor("paste")
    #expect(terminal.screen.text.contains("0: key ctrl+up."))
    #expect(terminal.screen.text.contains("1: text €."))
    try terminal.quit()
  }

  @Test func aLoneEscapeIsTheKeyAfterAWhile() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.answers = false
    terminal.type("\u{1B}")
    try terminal.waitFor("key escape")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func theNewSizeIsDrawnAfterAStormOfOthers() throws {
    let terminal = try PseudoTerminal.probe()
    for columns in 20..<120 { terminal.resize(columns: columns, rows: 10 + columns % 7) }
    terminal.resize(columns: 43, rows: 13)
    try terminal.waitFor("43x13")
    // A frame of a larger size may have been on its way when the window became lower.
    let late = terminal.screen.violations.count
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
    #expect(terminal.screen.violations.dropFirst(late) == [])
  }

  @Test func aReaderThatStopsReadingGetsTheNewestFrame() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    // The pipe of a pseudo-terminal takes a few pages, and 300 full frames are far more.
    for _ in 0..<300 { terminal.type("f") }
    terminal.type("fff\u{4}q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
    #expect(terminal.output.count < 300 * 60 * 20)
  }

  @Test func aReaderThatNeverReadsAgainDoesNotHoldUpTheEnd() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    let before = terminal.output.count
    for _ in 0..<100 { terminal.type("f") }
    terminal.type("q")
    var status: Int32 = 0
    #expect(waitpid(terminal.process, &status, 0) == terminal.process)
    terminal.forget()
    #expect(status == 0 && terminal.output.count == before)
  }

  /// Each row with an emoji used to be sent whole whenever something behind it changed.
  @Test(arguments: [(true, 1...12), (false, 30...100)])
  func aTerminalThatKnowsClustersIsNotSentTheSameEmojiAgain(
    isAsked: Bool, times: ClosedRange<Int>
  ) throws {
    let terminal = try PseudoTerminal.probe(
      environment: isAsked ? [:] : ["SPINTTY_QUERY": "0", "TERM": "foot"])
    if isAsked { try terminal.waitFor("ready true") }
    terminal.resize(columns: 40, rows: 8)
    try terminal.waitFor("40x8")
    let before = terminal.output.count
    for letter in "αβγδεζηθικλμ" {
      terminal.type("\u{1B}[200~👍🏽 \(letter)\u{1B}[201~")
      try terminal.waitFor("👍🏽 \(letter)")
    }
    try terminal.quit()
    let sent =
      String(decoding: terminal.output[before...], as: UTF8.self)
      .components(separatedBy: "👍🏽").count - 1
    #expect(times.contains(sent), "\(sent)")
  }

  @Test func whatIsPrintedMeanwhileIsShownAfterwards() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("p")
    try terminal.waitFor("printed from stderr")
    try terminal.quit()
    #expect(terminal.screen.text.contains("from print\nfrom stderr"))
  }

  @Test func noAnswerIsLeftForTheShell() throws {
    let terminal = try PseudoTerminal(strict: true)
    try terminal.start(PseudoTerminal.probePath, [])
    terminal.answers = false
    try terminal.waitFor("ready")
    terminal.type("q")
    // The terminal answers all questions only now, when the program ends.
    try terminal.wait("the screen is not left") {
      $0.output.suffix(14) == Array("\u{1B}[?1049l\u{1B}[?25h".utf8)
    }
    terminal.send(Array("\u{1B}[?2026;2$y\u{1B}[?62;22c".utf8))
    #expect(try terminal.waitForEnd() == .exited(0))
    var waiting: Int32 = 0
    _ = ioctl(terminal.slave, UInt(FIONREAD), &waiting)
    #expect(waiting == 0)
  }

  /// The probe, whose link has shown by the clock of its events that an answer takes two seconds for each
  /// of some keys, when it has left the screen and waits for another answer.
  private func waitingForAnswers(keys: Int) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(strict: true)
    try terminal.start(PseudoTerminal.probePath, ["--manual-clock", "--mouse"])
    terminal.answers = false
    try terminal.waitFor("ready")
    for key in 1...keys {
      terminal.type("\(key)")
      try terminal.waitFor("text \(key)")
    }
    terminal.type("\u{1B}[?62;22cq")
    try terminal.wait("the screen is not left") {
      $0.output.suffix(3) == Negotiation.fence[...] && !$0.screen.isAlternateScreen
    }
    return terminal
  }

  /// The time of the fastest of a few ends; under load one may take long for other reasons.
  private func shortestEnd(
    keys: Int, _ ending: Ending = .exited(0), _ leave: (PseudoTerminal) -> Void
  ) throws -> TimeInterval {
    var shortest = TimeInterval.infinity
    for _ in 0..<5 where shortest > 1 {
      let terminal = try waitingForAnswers(keys: keys)
      let start = Date()
      leave(terminal)
      #expect(try terminal.waitForEnd() == ending)
      shortest = min(shortest, Date().timeIntervalSince(start))
    }
    return shortest
  }

  /// It used to wait for ten seconds after an answer that had come ten seconds late.
  @Test func aLinkThatWasSlowIsWaitedForAsLongAsItNeedsUpToTwoSeconds() throws {
    let terminal = try waitingForAnswers(keys: 5)
    let start = Date()
    #expect(try terminal.waitForEnd() == .exited(0))
    let time = Date().timeIntervalSince(start)
    #expect(time > 1 && time < 6, "\(time)")
  }

  @Test(arguments: ["\u{3}", "\u{1B}[99;5u"])
  func ctrlCLeavesWithoutWaitingForAnswers(_ key: String) throws {
    #expect(try shortestEnd(keys: 1) { $0.type(key) } < 1)
  }

  @Test func aSignalLeavesWithoutWaitingForAnswers() throws {
    #expect(try shortestEnd(keys: 1, .signaled(SIGTERM)) { $0.send(signal: SIGTERM) } < 1)
  }

  /// They used to be thrown away when they came a second after the questions.
  @Test(arguments: [
    (answer: "\u{1B}[?2026;2$y", use: "ready true"),
    (answer: "\u{1B}[?0u", use: "\u{1B}[>5u"),
  ])
  func anAnswerThatComesSecondsAfterTheQuestionsIsStillUsed(
    _ row: (answer: String, use: String)
  ) throws {
    let terminal = try PseudoTerminal(strict: true)
    try terminal.start(PseudoTerminal.probePath, ["--manual-clock"])
    terminal.answers = false
    try terminal.waitFor("ready false")
    terminal.type("1")  // Two seconds pass.
    try terminal.waitFor("text 1")
    terminal.type(row.answer)
    terminal.type("2")
    try terminal.waitFor("text 2")
    let picture = terminal.screen.text
    terminal.answers = true
    try terminal.quit()
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect((picture + output).contains(row.use))
  }

  @Test(arguments: [("ffff/fafa/f0f0", "light"), ("0000/2b2b/3636", "dark")])
  func theBackgroundIsAskedForIfTheOptionsSaySo(_ row: (color: String, background: String)) throws {
    let terminal = try PseudoTerminal(strict: true)
    terminal.screen.feed("\u{1B}]11;rgb:\(row.color)\u{1B}\\")
    try terminal.start(PseudoTerminal.probePath, ["--background"])
    try terminal.waitFor(row.background)
    terminal.screen.feed("\u{1B}]111\u{1B}\\")  // As the test found it.
    try terminal.quit()
    let silent = try PseudoTerminal.probe()
    try silent.quit()
    #expect(!String(decoding: silent.output, as: UTF8.self).contains("]11"))
  }

  /// The answer to a question at the end came after the program over a slow link.
  @Test(arguments: [("", 1), ("--mouse", 2)])
  func itAsksAtTheEndOnlyIfSomethingIsStillToCome(_ row: (option: String, questions: Int)) throws {
    let terminal = try PseudoTerminal.probe(row.option)
    try terminal.waitFor("ready true")
    terminal.type("1")
    try terminal.waitFor("text 1")
    try terminal.quit()
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.components(separatedBy: "\u{1B}[c").count - 1 == row.questions)
  }

  /// It used to copy the state as often as it was woken.
  @Test func changesAreLookedAtOnceAFrame() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--manual-clock", orders: orders, news: news)
    try terminal.waitFor("ready true")
    // No time passes: one frame is drawn, and the next is not due before the next key.
    terminal.type("b")
    #expect(news.line() == "changed")
    terminal.type("B")
    try terminal.waitFor("looked")
    // For the key, before its frame was drawn, and for the frame after that.
    #expect((1...3).contains { terminal.screen.text.contains("looked \($0) times") })
    try terminal.quit()
  }

  @Test func aSecondViewIsRefused() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("o")
    try terminal.waitFor("in use: claim")
    try terminal.quit()
  }

  @Test func theTerminalIsServedWhileAProgramEnds() throws {
    let terminal = try PseudoTerminal.probe("--linger")
    try terminal.waitFor("ready true")
    terminal.send(signal: SIGTERM)
    try terminal.waitFor("lingering")
    terminal.type("1")
    try terminal.waitFor("text 1")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }
}
