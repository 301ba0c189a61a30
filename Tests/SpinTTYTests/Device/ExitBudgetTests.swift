import Testing

@testable import SpinTTY

@Suite struct ExitBudgetTests {
  /// The time that the end takes if the terminal takes `writing` for the bytes that restore it, and then
  /// answers the last question after each of some pauses; its link has shown a round trip before.
  ///
  /// The loop is that of the session, in the time of a machine.
  private func end(
    writing: Duration, answering pauses: [Duration], knowing trip: Duration?, isRemote: Bool
  ) -> Duration {
    var now = Duration.seconds(100)
    var negotiation = Negotiation()
    if let trip {
      negotiation.asked(at: now - trip)
      _ = negotiation.take(.answer(.primaryAttributes([])), at: now)
    }
    for _ in pauses { negotiation.asked(at: now) }
    let start = now
    let budget = ExitBudget(from: now)
    now += min(writing, budget.left(at: now))
    for pause in pauses {
      let due = budget.end(of: negotiation.patience(at: now, isRemote: isRemote), from: now)
      if now + pause >= due { return max(now, due) - start }
      now += pause
      _ = negotiation.take(.answer(.primaryAttributes([])), at: now)
    }
    return now - start
  }

  /// It took 6.5 seconds after an answer that came three seconds late, and more after later ones.
  @Test(arguments: [nil, 0.001, 0.4, 3, 8, 60] as [Double?], [false, true])
  func theWholeEndWaitsForTwoSecondsAtMost(trip: Double?, isRemote: Bool) {
    let answers: [[Double]] = [
      [60], [1.9, 1.9], [0.3, 0.6, 0.9, 1.2, 1.5], Array(repeating: 0.19, count: 99), [0.1],
    ]
    for pauses in answers {
      for writing in [0, 0.2, 1.9, 60] {
        let time = end(
          writing: .seconds(writing), answering: pauses.map { .seconds($0) },
          knowing: trip.map { .seconds($0) }, isRemote: isRemote)
        #expect(time <= .seconds(2), "\(pauses) after \(writing)")
      }
    }
  }

  @Test func anAnswerInTimeEndsTheWait() {
    #expect(
      end(writing: .zero, answering: [.seconds(1)], knowing: .seconds(1), isRemote: false)
        == .seconds(1))
  }

  @Test func whatIsLeftIsNeverNegative() {
    let budget = ExitBudget(from: .seconds(5))
    #expect(budget.left(at: .seconds(5)) == .seconds(2))
    #expect(budget.left(at: .seconds(6)) == .seconds(1))
    #expect(budget.left(at: .seconds(9)) == .zero)
    #expect(budget.end(of: .seconds(1), from: .seconds(5)) == .seconds(6))
    #expect(budget.end(of: .seconds(9), from: .seconds(5)) == .seconds(7))
  }
}
