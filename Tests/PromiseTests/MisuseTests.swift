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
      case alarmAfterNothing, bufferWithoutRoom, turnWithoutEvents, otherListAtADepth
      case otherListAtEachDepth

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
        case .otherListAtADepth:
          "It must have the same ones at each depth: give a feedback a filter instead of an if."
        case .otherListAtEachDepth:
          "its list must have the same feedbacks, by names and strategies, at each depth"
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
        case .otherListAtADepth:
          Self.box(depth: 0) { $0 == 20 ? "last" : "other" }.start(on: .callersThread)
            .emit(Box.Event.put(Box(depth: 25)))
        case .otherListAtEachDepth:
          _ = Self.box(depth: 0) { "depth \($0)" }.start(on: .callersThread)
        }
      }

      /// A box may contain another one.
      private struct Box: Equatable, Identifiable, Sendable {
        var id = 0
        var boxes: [Box] = []

        init(depth: Int) {
          boxes = depth == 0 ? [] : [Box(depth: depth - 1)]
        }

        enum Event: Sendable {
          case put(Box)
          indirect case box(Int, Event)

          var box: (Int, Event)? {
            if case .box(let id, let event) = self { (id, event) } else { nil }
          }
        }
      }

      /// A spin of boxes, whose feedback has another name at some depths.
      private static func box(
        depth: Int, _ name: @escaping @Sendable (Int) -> String
      ) -> Spin<Box, Box.Event> {
        Spin<Box, Box.Event>(initialState: Box(depth: 0)) {
          Feedback(on: \.id) { _ in .none }.named(name(depth))
          Scope(forEach: \.boxes, event: Box.Event.box, from: \.box) { box(depth: depth + 1, name) }
          Reducer { box, event in if case .put(let other) = event { box = other } }
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
