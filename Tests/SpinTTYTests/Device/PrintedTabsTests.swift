import Testing

@testable import SpinTTY

@Suite struct PrintedTabsTests {
  @Test func linesForTheTerminalHaveTheirTabsExpanded() throws {
    let pipe = try SystemCall.pipe()
    let control = TerminalControl(waker: pipe.writing)
    control.print("a\tb\n漢\t\u{1B}c")
    #expect(control.takeLines().map(\.string) == ["a       b", "漢      ␛c"])
    pipe.reading.close()
    pipe.writing.close()
  }
}
