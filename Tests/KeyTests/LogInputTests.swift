import SpinCallbacks
import SpinTTY
import SpinTesting
import Testing
import UITestSupport

@Suite struct LogInputTests {
  /// A log of some lines, as a program shows it.
  private struct Server: Sendable {
    var lines = LogView.Lines(capacity: 200)
    var log = LogView.Model()

    enum Event: Sendable {
      case line(String)
      case log(LogView.Model.Action)
      case search(String)
      case wrap
    }

    static func ui(hasBar: Bool = false) -> UISpin<Server, Event> {
      UISpin(
        Spin<Server, Event>(initialState: Server()) {
          Reducer { server, event in
            switch event {
            case .line(let text): server.lines.append(text)
            case .log(let action): server.log.reduce(action, in: server.lines)
            case .search(let text): server.log.search = text
            case .wrap: server.log.wraps = true
            }
          }
        }
      ) { server, _ in
        Text("log")
        let view = LogView(server.lines, server.log)
        if hasBar { view.scrollbar().id("log") } else { view.id("log") }
      } keys: {
        Control("log") { .log($0) }
      }
    }
  }

  private func stage(_ count: Int, hasBar: Bool = false) -> Scene<Server, Server.Event> {
    let stage = Scene(Server.ui(hasBar: hasBar), columns: 12, rows: 5)
    for number in 0..<count { stage.rehearsal.emit(.line("line \(number)")) }
    stage.terminal.show()
    return stage
  }

  private func firstRow(_ stage: Scene<Server, Server.Event>) -> String? {
    stage.terminal.show()
    return stage.terminal.terminal.text.split(separator: "\n").dropFirst().first.map(String.init)
  }

  @Test func keysScrollALogByThePageThatWasShown() {
    let stage = stage(100)
    #expect(firstRow(stage) == "line 96")
    stage.terminal.type("\u{1B}[A")
    #expect(firstRow(stage) == "line 95")
    stage.terminal.type("\u{1B}[5~")
    #expect(firstRow(stage) == "line 92")
    stage.terminal.type("\u{1B}[6~\u{1B}[B")
    #expect(firstRow(stage) == "line 96")
    #expect(stage.rehearsal.state.log.follows)
    stage.terminal.type("\u{1B}[H")
    #expect(firstRow(stage) == "line 0")
  }

  @Test func endIsTheEndOfALogThatHasGrownSinceTheFrame() {
    let stage = stage(10)
    stage.terminal.type("\u{1B}[H")
    stage.terminal.show()
    for number in 10..<90 { stage.rehearsal.emit(.line("line \(number)")) }
    stage.terminal.type("\u{1B}[F")
    #expect(stage.rehearsal.state.log.follows)
    #expect(firstRow(stage) == "line 86")
  }

  @Test func whatFallsOutDoesNotMoveWhatIsSeen() {
    let stage = stage(200)
    stage.terminal.type("\u{1B}[5~\u{1B}[5~\u{1B}[5~")
    #expect(firstRow(stage) == "line 187")
    for number in 200..<380 { stage.rehearsal.emit(.line("line \(number)")) }
    #expect(firstRow(stage) == "line 187")
    #expect(stage.rehearsal.state.lines.dropped == 180)
  }

  @Test(arguments: [false, true]) func theScrollbarOfALogScrollsItAndItsEndFollows(wraps: Bool) {
    let stage = stage(100, hasBar: true)
    if wraps { stage.rehearsal.emit(.wrap) }
    stage.terminal.show()
    stage.terminal.click(column: 11, row: 1)
    #expect(firstRow(stage)?.split(separator: " ").dropFirst().first == "0")
    stage.rehearsal.emit(.line("more"))
    #expect(firstRow(stage)?.split(separator: " ").dropFirst().first == "0")
    stage.terminal.click(column: 11, row: 4)
    stage.rehearsal.emit(.line("the last"))
    stage.terminal.show()
    #expect(stage.terminal.terminal.text.contains("the last"))
    stage.terminal.click(column: 11, row: 2)
    #expect(firstRow(stage)?.hasPrefix("line 3") == true)
  }

  @Test func theWheelScrollsALogUnderTheMouse() {
    let stage = stage(100)
    stage.terminal.type("\u{1B}[<64;3;3M")
    #expect(firstRow(stage) == "line 93")
    stage.terminal.type("\u{1B}[<65;3;3M")
    #expect(stage.rehearsal.state.log.follows)
  }

  @Test func nStepsToMatchesOnlyWhileThereIsASearch() {
    let stage = stage(100)
    stage.terminal.type("n")
    #expect(stage.rehearsal.state.log.matchedLine == nil)
    stage.rehearsal.emit(.search("5"))
    stage.terminal.show()
    stage.terminal.type("n")
    #expect(stage.rehearsal.state.log.matchedLine == 5)
    stage.terminal.type("N")
    #expect(stage.rehearsal.state.log.matchedLine == 95)
    #expect(firstRow(stage) == "line 93")
  }

  @Test func aLogThatIsSeenWholeLeavesItsKeysToOthers() {
    let stage = stage(3)
    stage.terminal.type("\u{1B}[A\u{1B}[5~n")
    #expect(stage.rehearsal.state.log == LogView.Model())
  }
}
