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

/// What is as it was before when a program is back from a pause.
@Suite(.serialized, .onItsOwnThread) struct PauseTests {
  @Test func theCursorIsShownAgainAfterAStopThatCannotBeCaught() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("c")
    try terminal.waitFor("text c")
    let cursor = terminal.screen.cursor
    terminal.send(signal: SIGSTOP)
    #expect(terminal.waitForStop() == SIGSTOP)
    // The shell's.
    terminal.screen.feed("\u{1B}[4 q\u{1B}[5;5H")
    terminal.send(signal: SIGCONT)
    try terminal.waitFor("resumed")
    #expect(cursor.isVisible && terminal.screen.cursor == cursor)
    terminal.type("c")
    try terminal.waitFor("2: text c")
    #expect(!terminal.screen.cursor.isVisible)
    try terminal.quit()
  }

  /// The kernel tells a new size only to the job in the foreground.
  @Test func aSizeThatChangedDuringAStopIsTold() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    terminal.send(signal: SIGSTOP)
    #expect(terminal.waitForStop() == SIGSTOP)
    terminal.resize(columns: 50, rows: 20)
    terminal.send(signal: SIGCONT)
    try terminal.waitFor("size 50x20")
    try terminal.quit()
  }

  /// What had arrived was lost, and the rest was keys; or all keys were text, after a stop that cannot be caught
  /// in which the shell has read the end of the paste.
  @Test(arguments: [SIGTSTP, SIGSTOP], [true, false])
  func aPasteGoesOnAfterAStop(_ signal: Int32, _ hasEnd: Bool) throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    terminal.type("k\u{1B}[200~abc")
    try terminal.waitFor("text k")
    terminal.send(signal: signal)
    // The other signal stops no program that no shell could wake: it gives the terminal back, and goes on.
    if signal == SIGSTOP {
      #expect(terminal.waitForStop() == SIGSTOP)
      terminal.send(signal: SIGCONT)
    }
    try terminal.waitFor("resumed")
    try terminal.waitFor("paste(\"abc\")")
    if hasEnd {
      terminal.type("d q\u{1B}[201~")
      try terminal.waitFor("paste(\"d q\")")
    }
    try terminal.quit()
  }

  /// Where the terminal tells the escape key apart, a lone escape is the start of something,
  /// however little patience there is elsewhere.
  ///
  /// This used to be forgotten.
  @Test func keysAreToldApartAfterAPauseAsTheyWereBefore() throws {
    let terminal = try PseudoTerminal.probe(environment: ["ESCDELAY": "0"])
    try terminal.waitFor("ready true")
    terminal.type("\u{1A}")
    try terminal.waitFor("resumed")
    #expect(terminal.screen.keyboardFlags == 5)
    terminal.type("\u{1B}")
    terminal.resize(columns: 50, rows: 20)
    try terminal.waitFor("size 50x20")
    terminal.type("[A")
    try terminal.waitFor("key up")
    try terminal.quit()
  }
}
