import Foundation
import SpinTesting
import TerminalTestSupport
import Testing

/// What the terminal does besides drawing, on a real one.
@Suite(.serialized, .onItsOwnThread) struct PerformTests {
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

  /// A terminal that shows progress.
  private func startWithProgress() throws -> PseudoTerminal {
    let terminal = try start("callbacks", [], ["TERM": "xterm-ghostty"])
    terminal.type("c")
    try terminal.wait("no progress") { $0.screen.progress == .init(state: 1, percent: 10) }
    return terminal
  }

  @Test func progressAndTitleAreGoneAtTheEnd() throws {
    try startWithProgress().quit()
  }

  @Test func progressAndTitleAreGoneAfterACrash() throws {
    let terminal = try startWithProgress()
    terminal.type("t")
    guard case .signaled = try terminal.waitForEnd() else {
      Issue.record("It ended by itself.")
      return
    }
    #expect(terminal.screen.modesLeftOn == [])
  }

  /// Both are taken back before the pause, or before the other program, and come again after it.
  @Test func progressAndTitleArePausedWithTheProgram() throws {
    let terminal = try startWithProgress()
    let count = terminal.output.count
    terminal.type("\u{1A}")
    let removal = "\u{1B}]9;4;0;0\u{1B}\\"
    try terminal.wait("no pause") {
      let texts = String(decoding: $0.output[count...], as: UTF8.self)
        .components(separatedBy: removal)
      return texts.count == 2 && texts[1].contains("\u{1B}]9;4;1;10\u{1B}\\")
        && texts[1].contains("\u{1B}]2;step 1\u{1B}\\")
    }
    try terminal.quit()
  }

  @Test func anotherProgramHasNoProgressOfThisOne() throws {
    let terminal = try startWithProgress()
    terminal.type("e")
    try terminal.waitFor("editing")
    #expect(terminal.screen.progress == nil && terminal.screen.title.isEmpty)
    terminal.type("\n")
    try terminal.wait("no progress") { $0.screen.progress == .init(state: 1, percent: 30) }
    #expect(terminal.screen.title == "step 3")
    try terminal.quit()
  }

  @Test func theConsoleGetsNoControlStrings() throws {
    let terminal = try start("callbacks", [], ["TERM": "linux"])
    terminal.type("cnb")
    try terminal.waitFor("refused copy")
    try terminal.wait("no bells") { $0.screen.bellCount == 2 }
    try terminal.quit()
    #expect(!text(terminal).contains("\u{1B}]"))
    #expect(terminal.screen.notifications == [])
  }
}
