import SpinCore
import Testing

/// Whoever breaks a rule of the API is told the rule, in debug and release builds.
struct MisuseTests {
  enum Mistake: String, CaseIterable, Codable, Sendable {
    case setWithoutPlaces, mailboxWithoutRoom, historyWithoutSteps

    /// Words of the lesson.
    var lesson: String {
      switch self {
      case .setWithoutPlaces: "would never start anything: the limit is 1 or more"
      case .mailboxWithoutRoom: "would take none: the capacity is 1 or more"
      case .historyWithoutSteps: "keeps at least one step; 0 was given"
      }
    }

    func make() {
      switch self {
      case .setWithoutPlaces:
        _ = Feedback<[Int], Int>(forEach: \.self, atMost: 0) { _ in .none }
      case .mailboxWithoutRoom: _ = MailboxBound<Int>.bounded(0, .dropNewest)
      case .historyWithoutSteps: _ = Self.appending.undoable(limit: 0)
      }
    }

    private static let appending = Spin<[Int], Int>(initialState: []) {
      Reducer { numbers, number in numbers.append(number) }
    }
  }

  @Test(arguments: Mistake.allCases)
  func whoeverBreaksARuleIsToldTheRule(_ mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [mistake = mistake as Mistake] in
      mistake.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(mistake.lesson), "\(message)")
  }

  #if DEBUG
    @Test func aPeriodThatIsNotPositiveIsToldInDebugBuilds() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Effect.every(.zero, 1)
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("give it a positive period"), "\(message)")
    }
  #endif
}
