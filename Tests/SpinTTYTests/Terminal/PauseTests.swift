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
@Suite(.serialized) struct PauseTests {
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
    try finish(terminal)
  }

  private func finish(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
  }
}
