import Testing

@testable import SpinTTY

@Suite struct NegotiationTests {
  static let rows: [(TerminalReport, isOurs: Bool, Negotiation.Finding?)] = [
    (.mode(2026, .set), true, .synchronizedOutput),
    (.mode(2026, .reset), true, .synchronizedOutput),
    (.mode(2026, .unknown), true, nil), (.mode(2026, .permanentlyReset), true, nil),
    (.mode(2027, .reset), true, .clusters(isSettable: true)),
    (.mode(2027, .set), true, .clusters(isSettable: false)),
    (.mode(2027, .permanentlySet), true, .clusters(isSettable: false)),
    (.mode(2027, .permanentlyReset), true, nil), (.mode(2027, .unknown), true, nil),
    (.color(.background, .init(red: 253, green: 246, blue: 227)), true, .ground(isLight: true)),
    (.color(.background, .init(red: 0, green: 43, blue: 54)), true, .ground(isLight: false)),
    (.color(.foreground, .init(red: 0, green: 0, blue: 0)), false, nil),
    (.mode(2048, .reset), true, nil), (.keyboardFlags(0), true, .keyboard),
    (.primaryAttributes([62]), true, nil), (.theme(.dark), false, nil),
    (.mode(2031, .set), false, nil), (.cursorPosition(row: 1, column: 1), false, nil),
  ]

  @Test(arguments: rows)
  func answersToOurQuestionsAreTakenAndOthersAreNot(
    _ row: (TerminalReport, isOurs: Bool, Negotiation.Finding?)
  ) {
    var negotiation = Negotiation()
    negotiation.asked()
    let (isOurs, finding) = negotiation.take(.report(row.0))
    #expect(isOurs == row.isOurs && finding == row.2)
  }

  @Test(arguments: rows)
  func answersToNoQuestionAreKeptFromTheProgramAndSayNothing(
    _ row: (TerminalReport, isOurs: Bool, Negotiation.Finding?)
  ) {
    var negotiation = Negotiation()
    let (isOurs, finding) = negotiation.take(.report(row.0))
    #expect(isOurs == row.isOurs && finding == nil)
  }

  @Test func whatIsTypedIsNoAnswer() {
    var negotiation = Negotiation()
    #expect(!negotiation.take(.text("[c")).isOurs)
    #expect(!negotiation.take(.key(KeyPress(.up))).isOurs)
  }

  @Test func eachQuestionIsOutstandingUntilItsAnswerCame() {
    var negotiation = Negotiation()
    negotiation.asked()
    negotiation.asked()
    _ = negotiation.take(.report(.primaryAttributes([])))
    #expect(negotiation.outstanding == 1)
    _ = negotiation.take(.report(.primaryAttributes([])))
    _ = negotiation.take(.report(.primaryAttributes([])))
    #expect(negotiation.outstanding == 0)
  }
}
