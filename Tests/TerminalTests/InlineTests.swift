import Foundation
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

/// A view below the prompt, whose place on the screen nobody knows.
@Suite(.serialized, .onItsOwnThread) struct InlineTests {
  @Test func anInlineViewGrowsAndShrinksBelowWhatWasThere() throws {
    let terminal = try PseudoTerminal()
    terminal.screen.feed((1...18).map { "line \($0)\r\n" }.joined())
    try terminal.start(PseudoTerminal.probePath, ["--inline"])
    try terminal.waitFor("ready true 60x4")
    terminal.type("g")
    try terminal.waitFor("ready true 60x6")
    terminal.type("gG")
    try terminal.waitFor("2: text G")
    try terminal.quit()
    #expect(
      (terminal.screen.scrollback.joined(separator: "\n") + "\n" + terminal.screen.text)
        .contains("line 17\nline 18\nready true 60x6\n0: text g.\n1: text g.\n2: text G."),
      "\(terminal.screen.text)")
  }

  @Test func anInlineViewStaysOneBlockWhenItsWindowIsResized() throws {
    let terminal = try PseudoTerminal(strict: false)
    terminal.screen.feed("$ probe\r\n")
    try terminal.start(PseudoTerminal.probePath, ["--inline"])
    try terminal.waitFor("ready true 60x4")
    for columns in [30, 44, 25, 60] {
      terminal.resize(columns: columns, rows: 20)
      try terminal.waitFor("ready true \(columns)x4")
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.components(separatedBy: "ready").count == 2)
    #expect(terminal.screen.text.hasPrefix("$ probe\nready"), "\(terminal.screen.text)")
  }

  /// A terminal that wraps its rows anew makes more rows of the block than it had.
  ///
  /// Those that were not reckoned with stayed above it; reckoned with where rows are clipped, they
  /// were the user's.
  @Test(arguments: [VirtualTerminal.LineHandling.clip, .reflow], [Int?.none, 18])
  func anInlineViewThatIsNarrowedLeavesNothingBehindAndWhatIsAboveAlone(
    _ lines: VirtualTerminal.LineHandling, lastLine: Int?
  ) throws {
    let terminal = try PseudoTerminal(strict: false)
    // Above the block, or as many lines as make it stand at the bottom of the screen.
    let above = (lastLine.map { Array(1...$0) } ?? []).map { "line \($0)" } + ["$ probe"]
    terminal.screen.feed(above.map { "\($0)\r\n" }.joined())
    // Nothing in the environment says what the terminal does, as over a link or after sudo.
    try terminal.start(PseudoTerminal.probePath, ["--inline"])
    try terminal.waitFor("ready true 60x4")
    // Rows that fill the width.
    terminal.type("f")
    try terminal.waitFor(String(repeating: "1", count: 60))
    for (columns, rows) in [(30, 20), (44, 20), (25, 18), (60, 12), (17, 20), (60, 3), (40, 20)] {
      terminal.resize(columns: columns, rows: rows, lines: lines)
      let height = min(4, rows)
      try terminal.waitFor("ready true \(columns)x\(height)")
      let row = String(repeating: "1", count: columns)
      let block = ["ready true \(columns)x\(height)"] + Array(repeating: row, count: height - 1)
      #expect(
        text(of: terminal) == (above + block).joined(separator: "\n"), "\(columns)x\(rows)")
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  private func text(of terminal: PseudoTerminal) -> String {
    (terminal.screen.scrollback + [terminal.screen.text]).joined(separator: "\n")
  }

  /// With a cursor, the view cannot wait in its first row.
  ///
  /// Where nobody knows whether the rows above the cursor were wrapped, rows of the view may stay,
  /// but nothing of the user's goes.
  @Test(arguments: [VirtualTerminal.LineHandling.clip, .reflow], ["", "xterm-kitty"])
  func anInlineViewWithACursorThatIsNarrowedErasesNoLinesOfTheUser(
    _ lines: VirtualTerminal.LineHandling, term: String
  ) throws {
    if term == "xterm-kitty", lines == .clip { return }
    let terminal = try PseudoTerminal(strict: false)
    let above = (1...5).map { "line \($0)" }.joined(separator: "\n")
    terminal.screen.feed(above.replacing("\n", with: "\r\n") + "\r\n")
    try terminal.start(
      PseudoTerminal.probePath, ["--inline"], environment: term.isEmpty ? [:] : ["TERM": term])
    // In the second row, below one of 15 columns.
    terminal.type("c")
    try terminal.waitFor("text c")
    for columns in [10, 16, 9] {
      terminal.resize(columns: columns, rows: 20, lines: lines)
      try terminal.waitFor("size \(columns)")
    }
    let shown = text(of: terminal)
    #expect(shown.hasPrefix(above + "\nready"), "\(shown)")
    let count = shown.components(separatedBy: "ready").count - 1
    #expect(count == 1 || lines == .reflow && term.isEmpty, "\(shown)")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  /// It moved down by a number of rows that were not there any more, and back up by all of them.
  @Test func aFrameThatComesBeforeTheNewsOfALowerWindowErasesNoLinesOfTheUser() throws {
    let terminal = try PseudoTerminal(strict: false)
    let above = (1...15).map { "line \($0)\n" }.joined()
    terminal.screen.feed(above.replacing("\n", with: "\r\n"))
    try terminal.start(PseudoTerminal.probePath, ["--inline"])
    terminal.type("ggg123")
    try terminal.waitFor("5: text 3")
    // The window is lower already, and the program does not know.
    terminal.screen.resize(columns: 60, rows: 12)
    for key in 4...6 {
      terminal.type("\(key)")
      try terminal.waitFor("text \(key)")
    }
    terminal.resize(columns: 60, rows: 12)
    try terminal.waitFor("size 60x12")
    #expect(text(of: terminal).hasPrefix(above + "ready"), "\(text(of: terminal))")
    try terminal.quit()
  }

  @Test func linesArePrintedAboveAnInlineView() throws {
    let terminal = try PseudoTerminal.probe("--inline")
    try terminal.waitFor("ready true")
    terminal.type("l")
    try terminal.waitFor("text l")
    terminal.type("2")
    try terminal.waitFor("text 2")
    try terminal.quit()
    #expect(
      terminal.screen.text.hasPrefix("above\nthe ␛[31mview\nready true 60x4\n"),
      "\(terminal.screen.text)")
  }

  @Test func aCursorThatIsDeclaredNoMoreIsHiddenAlsoWhenTheHeightChanges() throws {
    let terminal = try PseudoTerminal.probe("--inline")
    terminal.type("c")
    try terminal.waitFor("text c")
    #expect(terminal.screen.cursor.isVisible)
    terminal.type("cg")
    try terminal.waitFor("60x6")
    #expect(!terminal.screen.cursor.isVisible)
    try terminal.quit()
  }

  /// It used to move up from the row where the shell had left the cursor, and wipe what was there.
  @Test func anInlineViewBeginsANewBlockAfterAStopThatCannotBeCaught() throws {
    let terminal = try PseudoTerminal.probe("--inline")
    // The cursor stays in the second row of the view.
    terminal.type("c")
    try terminal.waitFor("text c")
    terminal.send(signal: SIGSTOP)
    #expect(terminal.waitForStop() == SIGSTOP)
    terminal.screen.feed("\u{1B}[8;1Hstopped\r\n$ fg\r\n")
    terminal.send(signal: SIGCONT)
    try terminal.waitFor("resumed")
    try terminal.quit()
    #expect(
      terminal.screen.text.contains("stopped\n$ fg\nready true 60x4\n1: resumed."),
      "\(terminal.screen.text)")
  }

  /// They were discarded before they were counted.
  @Test func linesThatATerminalDoesNotTakeAtTheEndAreCounted() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--inline --late-clock", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.isTaking = false
    terminal.type("lq")
    #expect(news.line() == "ending")
    // It looks when it begins to end, twice while it waits for the terminal, and twice when it begins to
    // restore the terminal.
    for look in ["end", "begin", "wait", "discard", "restore"] {
      orders.put(look)
      #expect(news.line() == "late")
    }
    terminal.isTaking = true
    for _ in 0..<8 { orders.put("on time") }
    #expect(try terminal.waitForEnd() == .exited(0))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("(2 more lines were dropped"))
  }
}
