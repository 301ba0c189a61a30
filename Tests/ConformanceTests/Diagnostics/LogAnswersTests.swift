import SpinCallbacks
import SpinTestSupport
import Testing

/// Which answers that start nothing have lines in a log.
struct LogAnswersTests {
  private struct Shop: Sendable, Equatable {
    var query: String?
    var isOpen = false
    var page = 0
    var jobs: [Int] = []
  }

  private enum Event: Sendable, Equatable {
    case typed(String?), scrolled, opened(Bool), turned(Int), hired([Int]), found
  }

  private static func reduce(_ shop: inout Shop, _ event: Event) {
    switch event {
    case .typed(let query): shop.query = query
    case .opened(let isOpen): shop.isOpen = isOpen
    case .turned(let page): shop.page = page
    case .hired(let jobs): shop.jobs = jobs
    case .scrolled, .found: break
    }
  }

  private static let endless = Effect<Event>.callback { emit in
    Cancellation { withExtendedLifetime(emit) {} }
  }

  /// Runs a loop with the events, and returns the lines of its log, without sites.
  private func log(
    _ feedbacks: [Feedback<Shop, Event>], _ events: [Event], answers: LoggedAnswers? = nil
  ) -> [String] {
    let lines = Transcript<String>()
    let spin = Spin(initialState: Shop(), feedbacks: feedbacks, reducer: Reducer(Self.reduce))
    let log =
      answers.map { Monitor<Shop, Event>.log(answers: $0, to: { lines($0) }) } ?? .log { lines($0) }
    let running = spin.start(on: .callersThread, options: RunOptions(monitors: [log]))
    for event in events { running.emit(event) }
    running.stop()
    let site = #/ at LogAnswersTests\.swift:.*/#
    return lines.entries.filter { !$0.hasSuffix(" settles") && !$0.hasSuffix(" stops") }
      .map { $0.replacing(site, with: "") }
  }

  private let search = Feedback<Shop, Event>(on: \.query) { query in
    query == "no" ? .none : query == "once" ? .just(.found) : endless
  }.named("search")

  @Test func anAnswerThatStartsNothingIsToldWhenItsReasonChanges() {
    let events: [Event] = [
      .scrolled, .typed("sw"), .scrolled, .scrolled, .typed(nil), .scrolled, .typed("no"),
      .scrolled, .scrolled, .typed("once"), .scrolled, .scrolled,
    ]
    #expect(
      log([search], events) == [
        "0 begins",
        "0 search wants nothing: the value is nil",
        "1 scrolled",
        #"2 typed(Optional("sw"))"#,
        #"2 search starts #1 for "sw""#,
        "3 scrolled",
        "3 search keeps #1: the value has not changed",
        "4 scrolled",
        "5 typed(nil)",
        "5 search wants nothing: the value is nil",
        "5 search #1 is cancelled: the value is nil",
        "6 scrolled",
        #"7 typed(Optional("no"))"#,
        #"7 search was called for "no", and returned no effect"#,
        "8 scrolled",
        "8 search starts nothing: the value has not changed since #1, which has ended",
        "9 scrolled",
        #"10 typed(Optional("once"))"#,
        #"10 search emits at once for "once""#,
        "11 found from search",
        "11 search starts nothing: the value has not changed",
        "12 scrolled",
        "13 scrolled",
      ])
  }

  @Test func aLogTellsAllAnswersOrNone() {
    let events: [Event] = [.scrolled, .typed("sw"), .scrolled, .typed("no")]
    #expect(
      log([search], events, answers: .all) == [
        "0 begins",
        "0 search wants nothing: the value is nil",
        "1 scrolled",
        "1 search wants nothing: the value is nil",
        #"2 typed(Optional("sw"))"#,
        #"2 search starts #1 for "sw""#,
        "3 scrolled",
        "3 search keeps #1: the value has not changed",
        #"4 typed(Optional("no"))"#,
        "4 search #1 is cancelled: the value has changed",
        #"4 search was called for "no", and returned no effect"#,
      ])
    #expect(
      log([search], events, answers: LoggedAnswers.none) == [
        "0 begins",
        "1 scrolled",
        #"2 typed(Optional("sw"))"#,
        #"2 search starts #1 for "sw""#,
        "3 scrolled",
        #"4 typed(Optional("no"))"#,
        "4 search #1 is cancelled: the value has changed",
      ])
  }

  /// A log of ten actions had 242 lines.
  @Test func idleFeedbacksHaveOneLineEach() {
    let idle: [Feedback<Shop, Event>] = (0..<5).flatMap { index in
      [
        Feedback(on: \.query) { _ in Self.endless }.named("on \(index)"),
        Feedback(while: \.isOpen) { Self.endless }.named("while \(index)"),
        Feedback.transitions { transition in
          if case .found = transition.event { Self.endless } else { .none }
        }.named("transitions \(index)"),
        Feedback(forEach: \.jobs) { _ in Self.endless }.named("forEach \(index)"),
      ]
    }
    let lines = log(idle, (1...10).map { .turned($0) })
    #expect(lines.count == 1 + 20 + 10)
    #expect(lines.prefix(21).allSatisfy { $0.hasPrefix("0 ") })
    #expect(lines.suffix(10) == (1...10).map { "\($0) turned(\($0))" })
  }

  @Test func eachValueThatIsSkippedOrWaitsIsTold() {
    let print = Feedback<Shop, Event>(on: \.page) { _ in Self.endless }.named("print")
    let events: [Event] = [.turned(1), .scrolled, .scrolled, .turned(2)]
    #expect(
      log([print.strategy(.ignoreNewState)], events).suffix(7) == [
        "1 turned(1)",
        "1 print skips 1: its effect still runs, and its strategy ignores new states",
        "2 scrolled",
        "2 print keeps #1: the value has not changed",
        "3 scrolled",
        "4 turned(2)",
        "4 print skips 2: its effect still runs, and its strategy ignores new states",
      ])
    #expect(
      log([print.strategy(.queueNewState)], events).suffix(7) == [
        "1 turned(1)",
        "1 print queues 1 behind #1",
        "2 scrolled",
        "2 print keeps #1: the value has not changed",
        "3 scrolled",
        "4 turned(2)",
        "4 print queues 2 behind #1",
      ])
  }

  @Test func aStateThatIsSkippedAgainAndAgainIsToldOnce() {
    let save = Feedback<Shop, Event> { _ in Self.endless }.named("save").strategy(.ignoreNewState)
    #expect(
      log([save], [.scrolled, .scrolled, .scrolled]) == [
        "0 begins",
        "0 save starts #1",
        "1 scrolled",
        "1 save skips an effect: its effect still runs, and its strategy ignores new states",
        "2 scrolled",
        "3 scrolled",
      ])
  }

  @Test func anElementThatComesBackIsToldAgain() {
    let jobs = Feedback<Shop, Event>(forEach: \.jobs) { $0 == 1 ? .none : Self.endless }
      .named("jobs")
    #expect(
      log([jobs], [.hired([1]), .scrolled, .hired([]), .hired([1]), .scrolled]) == [
        "0 begins",
        "0 jobs starts nothing: no element has come, left or changed",
        "1 hired([1])",
        "1 jobs[1] was called, and returned no effect",
        "2 scrolled",
        "3 hired([])",
        "3 jobs[1] wants nothing: the element has left",
        "4 hired([1])",
        "4 jobs[1] was called, and returned no effect",
        "5 scrolled",
      ])
  }
}
