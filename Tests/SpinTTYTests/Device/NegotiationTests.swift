import Testing

@testable import SpinTTY

@Suite struct NegotiationTests {
  static let rows: [(TerminalAnswer, isOurs: Bool, Negotiation.Finding?)] = [
    (.mode(2026, .set), true, .synchronizedOutput),
    (.mode(2026, .reset), true, .synchronizedOutput),
    (.mode(2026, .unknown), true, nil), (.mode(2026, .permanentlyReset), true, nil),
    (.mode(2027, .reset), true, .clusters(isSettable: true)),
    (.mode(2027, .set), true, .clusters(isSettable: false)),
    (.mode(2027, .permanentlySet), true, .clusters(isSettable: false)),
    (.mode(2027, .permanentlyReset), true, nil), (.mode(2027, .unknown), true, nil),
    (.color(.background, .init(red: 253, green: 246, blue: 227)), true, .background(isLight: true)),
    (.color(.background, .init(red: 0, green: 43, blue: 54)), true, .background(isLight: false)),
    (.color(.foreground, .init(red: 0, green: 0, blue: 0)), false, nil),
    (.mode(2048, .reset), true, nil), (.keyboardFlags(0), true, .keyboard),
    (.primaryAttributes([62]), true, nil), (.appearance(.dark), false, nil),
    (.mode(2031, .set), false, nil), (.cursorPosition(row: 1, column: 1), false, nil),
  ]

  @Test(arguments: rows)
  func answersToOurQuestionsAreTakenAndOthersAreNot(
    _ row: (TerminalAnswer, isOurs: Bool, Negotiation.Finding?)
  ) {
    var negotiation = Negotiation()
    negotiation.asked(at: .zero)
    let (isOurs, finding) = negotiation.take(.answer(row.0), at: .zero)
    #expect(isOurs == row.isOurs && finding == row.2)
  }

  @Test(arguments: rows)
  func answersToNoQuestionAreKeptFromTheProgramAndSayNothing(
    _ row: (TerminalAnswer, isOurs: Bool, Negotiation.Finding?)
  ) {
    var negotiation = Negotiation()
    let (isOurs, finding) = negotiation.take(.answer(row.0), at: .zero)
    #expect(isOurs == row.isOurs && finding == nil)
  }

  @Test func whatIsTypedIsNoAnswer() {
    var negotiation = Negotiation()
    #expect(!negotiation.take(.text("[c"), at: .zero).isOurs)
    #expect(!negotiation.take(.key(KeyPress(.up)), at: .zero).isOurs)
  }

  /// Answers over a link that was slower than a fifth of a second, and later those over one slower
  /// than a second, were typed into the shell.
  @Test func theLastAnswerIsWaitedForAsLongAsTheLinkNeedsUpToTwoSeconds() {
    var negotiation = Negotiation()
    negotiation.asked(at: .seconds(9))
    let waits: [(now: Duration, patience: Duration, remote: Duration)] = [
      (.seconds(9), .seconds(2), .seconds(2)),
      (.milliseconds(9_300), .milliseconds(1_700), .seconds(2)),
      (.milliseconds(12_500), .milliseconds(200), .milliseconds(1_500)),
      (.seconds(60), .milliseconds(200), .seconds(1)),
    ]
    for row in waits {
      #expect(negotiation.patience(at: row.now, isRemote: false) == row.patience)
      #expect(negotiation.patience(at: row.now, isRemote: true) == row.remote)
    }
    negotiation.giveUp()
    let trips: [(trip: Duration, patience: Duration)] = [
      (.milliseconds(1), .milliseconds(200)), (.milliseconds(300), .milliseconds(700)),
      (.milliseconds(900), .milliseconds(1_900)), (.milliseconds(1_500), .seconds(2)),
      (.seconds(9), .seconds(2)), (.seconds(99), .seconds(2)),
    ]
    for row in trips {
      negotiation.asked(at: .seconds(9))
      _ = negotiation.take(.answer(.primaryAttributes([])), at: .seconds(9) + row.trip)
      #expect(negotiation.roundTrip == row.trip)
      #expect(negotiation.patience(at: .seconds(60), isRemote: true) == row.patience)
    }
  }

  @Test func anAnswerIsMeasuredFromItsOwnQuestion() {
    var negotiation = Negotiation()
    negotiation.asked(at: .seconds(1))
    negotiation.asked(at: .seconds(3))
    _ = negotiation.take(.answer(.primaryAttributes([])), at: .seconds(4))
    #expect(negotiation.roundTrip == .seconds(3))
    _ = negotiation.take(.answer(.primaryAttributes([])), at: .seconds(5))
    #expect(negotiation.roundTrip == .seconds(2))
  }

  @Test func eachQuestionIsOutstandingUntilItsAnswerCame() {
    var negotiation = Negotiation()
    negotiation.asked(at: .zero)
    negotiation.asked(at: .zero)
    _ = negotiation.take(.answer(.primaryAttributes([])), at: .zero)
    #expect(negotiation.outstanding == 1)
    _ = negotiation.take(.answer(.primaryAttributes([])), at: .zero)
    _ = negotiation.take(.answer(.primaryAttributes([])), at: .zero)
    #expect(negotiation.outstanding == 0)
  }
}
