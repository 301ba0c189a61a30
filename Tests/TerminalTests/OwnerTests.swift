import SpinTestSupport
import SpinTesting
import TerminalTestSupport
import Testing

/// A spin on a terminal, whose only handle the program releases, or the owner of its view.
@Suite(.serialized, .onItsOwnThread) struct OwnerTests {
  private let orders: NamedPipe
  private let news: NamedPipe

  init() throws {
    orders = try NamedPipe()
    news = try NamedPipe()
  }

  private func program(_ words: String) throws -> (PseudoTerminal, attributes: String) {
    let terminal = try PseudoTerminal()
    let attributes = terminal.attributes
    _ = try PseudoTerminal.probe("--owner \(words)", orders: orders, news: news, on: terminal)
    #expect(news.line() == "running")
    try terminal.waitFor("rows 1 copies 0")
    return (terminal, attributes)
  }

  /// The terminal is restored while the program goes on.
  private func release(_ terminal: PseudoTerminal, _ attributes: String) throws {
    orders.put("release")
    #expect(news.line() == "released")
    try terminal.wait("the terminal is not restored") { $0.screen.modesLeftOn == [] }
    #expect(!terminal.screen.isAlternateScreen)
    orders.put("end")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.attributes == attributes)
    #expect(terminal.screen.violations == [])
  }

  @Test(arguments: ["", "--inline"])
  func theTerminalIsRestoredWhenTheHandleIsReleased(_ words: String) throws {
    let (terminal, attributes) = try program(words)
    terminal.type("+")
    try terminal.waitFor("rows 2 copies")
    try release(terminal, attributes)
    // The last frame of an inline view stays.
    #expect(terminal.screen.text.contains("rows 2") == (words == "--inline"))
  }

  @Test func aProgramThatHasTheTerminalEndsFirst() throws {
    let (terminal, attributes) = try program("")
    terminal.type("e")
    try terminal.waitFor("editing")
    try release(terminal, attributes)
  }

  /// No frame asks for the owner meanwhile, but each rest of the loop does.
  @Test func theOwnerOfTheViewMayGoWhileAProgramHasTheTerminal() throws {
    let (terminal, attributes) = try program("--view")
    terminal.type("e")
    try terminal.waitFor("editing")
    orders.put("release")
    let lines = [news.line(), news.line()]
    #expect(Set(lines) == ["released", "ended: released"])
    orders.put("end")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.attributes == attributes)
    #expect(terminal.screen.modesLeftOn == [] && terminal.screen.violations == [])
  }

  @Test func aViewThatComesDuringTheRunIsShownAlthoughNothingElseChanges() throws {
    let terminal = try PseudoTerminal()
    _ = try PseudoTerminal.probe("--owner --view --late", orders: orders, news: news, on: terminal)
    #expect(news.line() == "blank")
    terminal.type("?")
    try terminal.waitFor("more")
    terminal.type("?")
    try terminal.wait("the help is still there") { !$0.screen.text.contains("more") }
    orders.put("show")
    #expect(news.line() == "running")
    try terminal.waitFor("rows 1 copies 0")
    terminal.type("\u{3}")
    _ = try terminal.waitForEnd()
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// Nothing else wakes the screen.
  @Test(.promises("26.9")) func aLoopThatRunsAlreadyIsShownAndGoesOn() throws {
    let (terminal, attributes) = try program("--showing")
    orders.put("emit")
    #expect(news.line() == "emitted")
    try terminal.waitFor("rows 2 copies")
    terminal.type("++")
    try terminal.waitFor("rows 4 copies")
    terminal.type("q")
    #expect(news.line() == "ended: quit")
    #expect(terminal.attributes == attributes)
    orders.put("emit another")
    #expect(news.line() == "rows 5")
    orders.put("end")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.modesLeftOn == [] && terminal.screen.violations == [])
  }

  /// The screen keeps no second copy of the state longer than the drawing of its frame.
  @Test(arguments: ["", "--inline"])
  func rowsAreChangedInPlaceBetweenFrames(_ words: String) throws {
    let (terminal, attributes) = try program(words)
    for count in 2...6 {
      terminal.type("+")
      // The first change copies the rows of the definition.
      try terminal.waitFor("rows \(count) copies 1")
    }
    try release(terminal, attributes)
  }
}
