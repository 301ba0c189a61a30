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
@Suite(.serialized) struct InlineTests {
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

  /// A terminal that wraps its rows anew makes more rows of the block than it had. Those that were not
  /// reckoned with stayed above it; reckoned with where rows are clipped, they were the user's.
  @Test(arguments: [VirtualTerminal.LineHandling.clip, .reflow])
  func anInlineViewThatIsNarrowedLeavesNothingBehindAndWhatIsAboveAlone(
    _ lines: VirtualTerminal.LineHandling
  ) throws {
    let terminal = try PseudoTerminal(strict: false)
    terminal.screen.feed("$ probe\r\n")
    try terminal.start(
      PseudoTerminal.probePath, ["--inline"],
      environment: lines == .clip ? ["XTERM_VERSION": "XTerm(390)"] : [:])
    try terminal.waitFor("ready true 60x4")
    // Rows that fill the width.
    terminal.type("f")
    try terminal.waitFor(String(repeating: "1", count: 60))
    for columns in [30, 44, 25, 60, 17] {
      terminal.resize(columns: columns, rows: 20, lines: lines)
      try terminal.waitFor("ready true \(columns)x4")
      let row = String(repeating: "1", count: columns)
      #expect(
        terminal.screen.text == "$ probe\nready true \(columns)x4\n\(row)\n\(row)\n\(row)",
        "\(columns) columns")
    }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
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
}
