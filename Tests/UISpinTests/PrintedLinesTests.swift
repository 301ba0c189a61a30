import SpinCallbacks
import SpinTTY
import Testing

/// Lines that are printed, in a pipe and on a screen.
@Suite struct PrintedLinesTests {
  @Test func aLastFrameWithoutWordsPrintsNothing() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let spin = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
        _ = try await UISpin(spin, plain: .final) { _, _ in Divider() }
          .run(on: .callersThread, until: .settled)
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "")
  }

  @Test func linesKeepTheirTabsAsData() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let spin = Spin<Int, Int>(initialState: 7) { Reducer { $0 += $1 } }
        _ = try await UISpin(spin, plain: .stream { "value\t\($0)\u{1B}[2J" }) { _, _ in Divider() }
          .run(on: .callersThread, until: .settled)
      })
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self) == "value\t7␛[2J\n")
  }

  @Test func linesPrintedOnAScreenHaveTheirTabsExpanded() {
    let ui = UISpin(Score.spin, render: Score.view) { Key.quit("q") }
    let stage = Stage(ui)
    ui.print("a\tb\n漢字\u{1B}\tc\t\td")
    #expect(stage.rehearsal.printed == ["a       b", "漢字␛   c               d"])
  }
}
