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

/// Another program on the same terminal.
@Suite(.serialized, .onItsOwnThread) struct EditorTests {
  @Test func anEditorHasTheTerminalUntilItEnds() throws {
    let terminal = try PseudoTerminal.probe("--mouse")
    try terminal.waitFor("ready true")
    let raw = terminal.attributes
    terminal.type("e")
    try terminal.waitFor("editing")
    #expect(terminal.attributes != raw && !terminal.screen.isAlternateScreen)
    #expect(terminal.screen.modesLeftOn == [])
    terminal.type("\u{3}")
    try terminal.waitFor("child ended by signal 2")
    #expect(terminal.attributes == raw)
    terminal.type("e")
    try terminal.wait("not editing again") {
      $0.screen.text.components(separatedBy: "editing").count > 2
    }
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    try terminal.quit()
  }

  /// The second of two commands that were read at once used to be refused.
  @Test func twoProgramsRunOneAfterTheOther() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    terminal.type("ee")
    try terminal.waitFor("editing")
    terminal.type("\n")
    try terminal.wait("not editing again") {
      $0.screen.text.components(separatedBy: "editing").count > 2
    }
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    try terminal.quit()
  }

  @Test func anEditorThatIsKilledLeavesNothingBehind() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    let raw = terminal.attributes
    terminal.type("E")
    try terminal.waitFor("child ended by signal 9")
    #expect(terminal.attributes == raw)
    try terminal.quit()
  }

  @Test(arguments: [
    ["EDITOR": #"sh -c 'echo "<$0|$1|$2>"; read line' 'with words'"#],
    ["VISUAL": #"sh -c 'echo "<$0|$1|$2>"; read line' 'with words'"#, "EDITOR": "false"],
  ])
  func theEditorOfTheUserMayHaveArguments(_ environment: [String: String]) throws {
    let terminal = try PseudoTerminal.probe(environment: environment)
    terminal.type("v")
    try terminal.waitFor("<with words|a file|$b>")
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    try terminal.quit()
  }

  /// Its group stayed in the foreground, so the view was in the background.
  @Test func anEditorWithJobsOfItsOwnThatIsKilledLeavesTheForeground() throws {
    let terminal = try PseudoTerminal.probe(environment: ["EDITOR": "sh -c 'set -m; kill -9 $$'"])
    terminal.type("v")
    try terminal.waitFor("child ended by signal 9")
    try terminal.quit()
  }

  /// The system reaped it before its status was asked for.
  @Test(arguments: ["--childless", "--unwaiting"])
  func theEndOfAnEditorIsKnownToAProgramThatDoesNotWaitForItsChildren(_ option: String) throws {
    let terminal = try PseudoTerminal.probe(option)
    terminal.type("e")
    try terminal.waitFor("editing")
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    try terminal.quit()
    #expect(terminal.screen.text.contains("a child has ended") == (option == "--unwaiting"))
  }

  @Test func anEditorThatDoesNotExistIsAnEvent() throws {
    let terminal = try PseudoTerminal.probe()
    terminal.type("w")
    try terminal.waitFor("no-such-editor cannot be started")
    try terminal.quit()
  }

  /// The loop used to wait for a pipe that nobody read as long as the editor was open.
  @Test func whatIsPrintedWhileAnEditorIsOpenHoldsNobodyUp() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--flood", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("e")
    try terminal.waitFor("editing")
    #expect(news.line() == "printed")
    terminal.type("\n")
    try terminal.waitFor("child exited with status 0")
    try terminal.quit()
    #expect(terminal.screen.text.contains("the last line"))
  }

  @Test func aSignalIsToldAtOnceWhileAnEditorIsOpenAndEndsBothInTheEnd() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--save", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("e")
    try terminal.waitFor("editing")
    terminal.send(signal: SIGTERM)
    #expect(news.line() == "saving")
    orders.put("go on")
    #expect(news.line() == "saved")
    #expect(try terminal.waitForEnd() == .signaled(SIGTERM))
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// The end of the editor used to be lost, as the terminal could not be taken again.
  @Test func theEndOfAnEditorIsToldEvenIfTheTerminalIsGone() throws {
    let (orders, news) = (try NamedPipe(), try NamedPipe())
    let terminal = try PseudoTerminal.probe("--save", orders: orders, news: news)
    try terminal.waitFor("ready true")
    terminal.type("e")
    try terminal.waitFor("editing")
    terminal.hangUp()
    // It may have ended before this process hears of its own signal.
    let told = Set([news.line(), news.line()])
    #expect(told.contains("saving"))
    #expect(told.contains { $0.hasPrefix("child ") })
    orders.put("go on")
    #expect(news.line() == "saved")
    var status: Int32 = 0
    #expect(waitpid(terminal.process, &status, 0) == terminal.process)
    terminal.forget()
  }

  /// It was started, and hung up two seconds later.
  @Test func noEditorIsStartedWhileTheEffectsEnd() throws {
    let terminal = try PseudoTerminal.probe("--linger")
    terminal.type("q")
    try terminal.waitFor("lingering")
    terminal.type("e")
    try terminal.waitFor("is not started")
    try terminal.quit()
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("editing"))
  }

  /// What had arrived was lost, and the rest was keys: `q` quit.
  @Test func aPasteGoesOnAfterAnEditor() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    terminal.type("e\u{1B}[200~abc")
    try terminal.waitFor("editing")
    terminal.type("\n")
    try terminal.waitFor("child exited")
    try terminal.waitFor("paste(\"abc\")")
    terminal.type("d q\u{1B}[201~")
    try terminal.waitFor("paste(\"d q\")")
    try terminal.quit()
  }

  @Test func noEditorIsStartedOnceTheEndWasAskedFor() throws {
    let terminal = try PseudoTerminal.probe()
    try terminal.waitFor("ready true")
    terminal.type("eq")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [])
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("editing"))
  }
}
