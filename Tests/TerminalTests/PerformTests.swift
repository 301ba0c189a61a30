import Foundation
import SpinTesting
import TerminalTestSupport
import Testing

/// What the terminal does besides drawing, on a real one.
@Suite(.serialized) struct PerformTests {
  static let runtimes = ["async", "callbacks", "callersThread"]

  private func start(
    _ runtime: String, _ words: [String] = [], _ environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.start(
      PseudoTerminal.probePath, ["--performer"] + words + [runtime],
      environment: ["TERM": "xterm-kitty"].merging(environment) { $1 })
    try terminal.waitFor("ready")
    return terminal
  }

  private func text(_ terminal: PseudoTerminal) -> String {
    String(decoding: terminal.output, as: UTF8.self)
  }

  private func clipboard(_ terminal: PseudoTerminal) -> String? {
    terminal.screen.clipboard().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: runtimes, [[], ["--inline"]])
  func requestsLeaveInOrderWithTheFrameThatShowsTheirState(
    _ runtime: String, _ words: [String]
  ) throws {
    let terminal = try start(runtime, words)
    terminal.type("a")
    try terminal.wait("no bell") { $0.screen.bellCount == 1 }
    #expect(terminal.screen.text.contains("ready 1"))
    #expect(clipboard(terminal) == "all")
    #expect(terminal.screen.notifications == ["note: all"])
    let output = text(terminal)
    let places = ["]2;step 1", "]52;c;", "]99;", "\u{7}"].compactMap {
      output.range(of: $0)?.lowerBound
    }
    #expect(places.count == 4 && places == places.sorted())
    // Between the frame and what it brings there is room for the place of the cursor at most.
    #expect(output[places[0]..<places[1]].utf8.count < 24)
    try terminal.quit()
  }

  @Test func requestsAreNotMergedEvenIfFramesAre() throws {
    let terminal = try start("callbacks")
    terminal.type("bbbcbbcb")
    try terminal.wait("not every bell rings") { $0.screen.bellCount == 6 }
    let requests = text(terminal).replacing("\u{1B}]52;c;", with: "<").filter {
      "<\u{7}".contains($0)
    }
    #expect(requests == "\u{7}\u{7}\u{7}<\u{7}\u{7}<\u{7}")
    try terminal.quit()
  }

  @Test(arguments: runtimes) func whatIsTooLongIsRefusedWithAnEvent(_ runtime: String) throws {
    let terminal = try start(runtime)
    terminal.type("l")
    try terminal.waitFor("refused copy")
    #expect(!text(terminal).contains("]52;"))
    try terminal.quit()
  }

  @Test(arguments: runtimes)
  func whatIsAskedForAfterAProgramWaitsForItsEnd(_ runtime: String) throws {
    let terminal = try start(runtime)
    terminal.type("e")
    try terminal.waitFor("editing")
    #expect(!text(terminal).contains("]52;"))
    terminal.type("\n")
    try terminal.waitFor("edited success(exited with status 0)")
    try terminal.wait("not copied") { clipboard($0) == "step 1" }
    try terminal.quit()
  }

  @Test func whatIsAskedForJustBeforeAPauseLeavesAfterItAtTheLatest() throws {
    let terminal = try start("callbacks")
    terminal.type("cb\u{1A}")
    try terminal.wait("not copied") { clipboard($0) == "step 1" && $0.screen.bellCount == 1 }
    try terminal.quit()
  }

  @Test(arguments: runtimes)
  func whatTheLastStateAsksForLeavesWithTheLastFrame(_ runtime: String) throws {
    let terminal = try start(runtime, ["--late"])
    terminal.type("cq")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(clipboard(terminal) == "step 1")
    #expect(terminal.screen.modesLeftOn == [])
    // Asked for after the end.
    #expect(terminal.screen.text.contains("dropped"))
    #expect(terminal.screen.bellCount == 0)
  }

  @Test(arguments: runtimes) func anyThreadMayAskFromOutside(_ runtime: String) throws {
    let terminal = try start(runtime)
    terminal.type("o")
    try terminal.wait("not copied") { clipboard($0) == "outside" }
    try terminal.quit()
  }

  @Test func theConsoleGetsNoControlStrings() throws {
    let terminal = try start("callbacks", [], ["TERM": "linux"])
    terminal.type("cnb")
    try terminal.waitFor("refused copy")
    try terminal.wait("no bells") { $0.screen.bellCount == 2 }
    try terminal.quit()
    #expect(!text(terminal).contains("\u{1B}]52"))
    #expect(terminal.screen.notifications == [])
  }
}
