#if DEBUG
  import SpinAsync
  import SpinCallbacks
  import SpinCore
  import SpinTestSupport
  import Testing

  /// Debug builds tell the developer of a number that makes no sense; ``ReleaseTests`` has what release
  /// builds do, where it may be a setting of the user.
  struct MisuseTests {
    enum Mistake: String, CaseIterable, Codable, Sendable {
      case periodWithoutTime, setWithoutPlaces, mailboxWithoutRoom, historyWithoutSteps
      case alarmAfterNothing, bufferWithoutRoom, turnWithoutEvents

      /// Words of the lesson.
      var lesson: String {
        switch self {
        case .periodWithoutTime: "give it a positive period"
        case .setWithoutPlaces: "would never start anything: the limit must be 1 or more"
        case .mailboxWithoutRoom: "would accept none: the capacity must be 1 or more"
        case .historyWithoutSteps: "keeps at least one step; 0 was given"
        case .alarmAfterNothing: "A runaway alarm after 0 events: the number must be 1 or more"
        case .bufferWithoutRoom:
          "A buffer bounded to 0 elements would keep none: the bound must be 1 or more"
        case .turnWithoutEvents:
          "A turn that takes 0 events never ends: the limit must be 1 or more"
        }
      }

      func make() {
        switch self {
        case .periodWithoutTime: _ = Effect.every(.zero, 1)
        case .setWithoutPlaces:
          _ = Feedback<[Int], Int>(forEach: \.self, atMost: 0) { _ in .none }
        case .mailboxWithoutRoom: _ = MailboxBound<Int>.bounded(0, .dropNewest)
        case .historyWithoutSteps: _ = Self.appending.undoable(limit: 0)
        case .alarmAfterNothing: _ = RunawayAlarm<Int>.after(0) { _ in }
        case .bufferWithoutRoom:
          _ = Self.appending.start(on: .callersThread).states(buffering: .bounded(0))
            .makeAsyncIterator()
        case .turnWithoutEvents: Self.appending.start(on: HastyRuntime(limit: 0)).emit(1)
        }
      }

      private static let appending = Spin<[Int], Int>(initialState: []) {
        Reducer { numbers, number in numbers.append(number) }
      }
    }

    @Test(.promises("12.11"), arguments: Mistake.allCases)
    func whoeverBreaksARuleIsToldTheRule(_ mistake: Mistake) async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [mistake = mistake as Mistake] in
        mistake.make()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains(mistake.lesson), "\(message)")
    }
  }
#endif
