import SpinTesting
import Testing

@testable import SpinTTY

/// The decoder understands what the virtual terminal answers.
@Suite struct ConversationTests {
  @Test func theAnswersToTheQueriesAtTheStartAreReports() {
    var terminal = VirtualTerminal(columns: 80, rows: 24)
    terminal.feed("\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[?2048$p\u{1B}[?u\u{1B}[c")
    #expect(
      answers(&terminal) == [
        .answer(.mode(2026, .reset)), .answer(.mode(2027, .reset)), .answer(.mode(2048, .reset)),
        .answer(.keyboardFlags(0)), .answer(.primaryAttributes([62, 22])),
      ])
  }

  @Test func aTerminalWithoutExtrasAnswersOnlyWhatItKnows() {
    var terminal = VirtualTerminal(features: .replies)
    terminal.feed("\u{1B}[?2026$p\u{1B}[?u\u{1B}[c")
    #expect(
      answers(&terminal) == [
        .answer(.mode(2026, .unknown)), .answer(.primaryAttributes([62, 22])),
      ])
  }

  @Test func everyOtherAnswerIsAReportToo() {
    var terminal = VirtualTerminal(columns: 80, rows: 24)
    terminal.feed("\u{1B}[5;6H\u{1B}[?6n\u{1B}[6n\u{1B}[18t\u{1B}[>c\u{1B}[>q\u{1B}[?996n")
    terminal.feed("\u{1B}]11;?\u{7}\u{1B}]4;1;?\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}]52;c;?\u{7}")
    #expect(
      answers(&terminal) == [
        .answer(.cursorPosition(row: 4, column: 5)), .answer(.cursorPosition(row: 4, column: 5)),
        .answer(.textArea(columns: 80, rows: 24)), .answer(.secondaryAttributes([1, 10, 0])),
        .answer(.version("VirtualTerminal 1")), .answer(.appearance(.dark)),
        .answer(.color(.background, .init(red: 0, green: 0, blue: 0))),
        .answer(.color(.palette(1), .init(red: 0x80, green: 0x80, blue: 0x80))),
        .answer(.clipboard(selection: "c", bytes: Array("hi".utf8))),
      ])
  }

  @Test func aNewSizeComesAsAnEvent() {
    var terminal = VirtualTerminal(columns: 80, rows: 24)
    terminal.feed("\u{1B}[?2048h")
    terminal.resize(columns: 100, rows: 30)
    #expect(
      answers(&terminal) == [.resize(columns: 80, rows: 24), .resize(columns: 100, rows: 30)])
  }

  private func answers(_ terminal: inout VirtualTerminal) -> [InputEvent] {
    var decoder = InputDecoder()
    return decoder.events(terminal.takeReplies())
  }
}
