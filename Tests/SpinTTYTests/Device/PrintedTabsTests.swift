import Testing

@testable import SpinTTY

@Suite struct PrintedTabsTests {
  @Test func linesForTheTerminalHaveTheirTabsExpanded() throws {
    let pipe = try SystemCall.pipe()
    let control = TerminalControl(waker: pipe.writing)
    control.print("a\tb\n漢\t\u{1B}c")
    let lines = control.takeCommands().flatMap { command -> [String] in
      guard case .print(let lines) = command else { return [] }
      return lines.map(\.string)
    }
    #expect(lines == ["a       b", "漢      ␛c"])
    pipe.reading.close()
    pipe.writing.close()
  }
}
