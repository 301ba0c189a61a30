import SpinTestSupport

extension MessageTests {
  /// A mistake that is made every day, and what the compiler answers.
  struct UsualMistake: Sendable, CustomStringConvertible {
    enum Severity: String { case error, warning }

    let description: String
    /// The line of the snippet that is named.
    let line: Int
    let message: String
    var severity = Severity.error
    let snippet: String
    /// Whether the message names something else than the mistake.
    var isMisleading = false
  }

  /// What the snippets are about.
  static let search = """
    import SpinChildren
    struct Search: Sendable {
      var query: String?
      var items: [String] = []
      var isOpen = false
      var count = 0
      var load = Attempt<String, String>()
      @Pulse var notice: String?
      @Pulse var isRung = false
      var job = Job()
      var found: Job?
      var nickname: String?? { found?.nickname }
      var jobs: [Job] = []
      var byName: [String: Job] = [:]
      var byID: Children<Int, Job> = [:]
      @Pulse var done: Job?
      @Pulse var bell = Job()
    }
    struct Job: Identifiable, Hashable, Sendable {
      var id = 0
      var name = ""
      var load = Attempt<String, String>()
      var nickname: String?
    }
    enum Event: Sendable {
      case found([String]), failed(String), tick
      var text: String? { if case .failed(let text) = self { text } else { nil } }
    }
    struct Offline: Error {}
    let flag = true
    let gear = Gear<Job>()
    @Sendable func find(_ query: String) async throws -> [String] { [query] }
    let plain = Spin<Search, Event>(initialState: Search()) { Reducer { _, _ in } }
    let other = plain.start(on: .callbacks)
    """

  static let searchReducer = """

      Reducer { search, event in
        switch event {
        case .found(let items): search.items = items
        case .failed, .tick: search.count += 1
        }
      }
    }
    """

  static let generalMistakes: [UsualMistake] = [
    UsualMistake(
      description: "a mistyped event in a one-line effect",
      line: 2,
      message: "type 'Event' has no member 'fund'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .just(.fund([query])) }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped event in a body",
      line: 2,
      message: "has no member 'fund'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .run { .fund([query]) } }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped key path",
      line: 2,
      message: "value of type 'Search' has no member 'qery'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.qery) { query in .just(.found([query])) }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped key path of a lens",
      line: 2,
      message: "value of type 'Search' has no member 'itms'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(lensingOn: \\.itms) { _ in .none }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped key path of a condition",
      line: 2,
      message: "value of type 'Search' has no member 'isOpn'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(while: \\.isOpn) { .none }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped member of the state",
      line: 2,
      message: "value of type 'Search' has no member 'cont'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback { search in search.cont == 1 ? .just(.tick) : .none }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped member in a side effect",
      line: 2,
      message: "value of type 'Search' has no member 'itms'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.sideEffect { print($0.itms) }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped member in an answer to a transition",
      line: 2,
      message: "value of type 'Search' has no member 'cont'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.transitions(keepingPrevious: true) { $0.isNew(\\.cont) ? .just(.tick) : .none }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped kind of effect",
      line: 2,
      message: "type 'Effect<Event>' has no member 'jsut'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { _ in .jsut(.tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped strategy",
      line: 2,
      message: "type 'ExecutionStrategy' has no member 'ingore'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback { _ in .none }.strategy(.ingore)
        """ + searchReducer),
    UsualMistake(
      description: "an event for an effect",
      line: 2,
      message: "type 'Effect<Event>' has no member 'tick'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { _ in .tick }
        """ + searchReducer),
    UsualMistake(
      description: "a number for a duration",
      line: 2,
      message: "cannot convert value of type 'Int' to expected argument type 'Duration'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { _ in .after(1, .tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a body that throws",
      line: 2,
      message: "A body that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .run { .found(try await find(query)) } }
        """ + searchReducer),
    UsualMistake(
      description: "an emitting body that throws",
      line: 3,
      message: "A body that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run { emit in emit(.found(try await find(query))) }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a body with a clock that throws",
      line: 3,
      message: "A body that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run { emit, clock in try await clock.sleep(for: .seconds(1)) }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a body that is retried and maps no error",
      line: 3,
      message: "A body that is retried takes catch:, which makes an event of its last error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run(retrying: .never) { .found(try await find(query)) }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a callback that throws",
      line: 2,
      message: "A body that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.source { .callback { emit in throw Offline() } }
        """ + searchReducer),
    UsualMistake(
      description: "a sequence that throws",
      line: 2,
      message: "A sequence that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.source { .sequence { AsyncThrowingStream<Event, any Error> { _ in } } }
        """ + searchReducer),
    UsualMistake(
      description: "a stream that throws",
      line: 2,
      message: "A sequence that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.stream { _ in AsyncThrowingStream<Event, any Error> { _ in } }
        """ + searchReducer),
    UsualMistake(
      description: "a value for an event",
      line: 2,
      message: "The body of run returns an event or nil: sideEffect { … } takes one",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .run { [query] } }
        """ + searchReducer),
    UsualMistake(
      description: "a body that yields nothing",
      line: 2,
      message: "The body of run returns an event or nil: sideEffect { … } takes one",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .run { print(query) } }
        """ + searchReducer),
    UsualMistake(
      description: "a body that yields nothing or throws, and maps no error",
      line: 3,
      message: "The body of run returns an event or nil: sideEffect { … } takes one",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run {
              let items = try await find(query)
              print(items)
            }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a body that yields nothing or throws",
      line: 3,
      message: "The body of run returns an event or nil: sideEffect { … } takes one",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run { _ = try await find(query) } catch: { .failed("\\($0)") }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a retried body that yields nothing",
      line: 3,
      message: "The body of run returns an event or nil: sideEffect { … } takes one",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run(retrying: .never) { _ = try await find(query) } catch: { .failed("\\($0)") }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a side effect that throws",
      line: 2,
      message: "A body that throws takes catch:, which makes an event of its error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in .sideEffect { _ = try await find(query) } }
        """ + searchReducer),
    UsualMistake(
      description: "a side effect that is retried and maps no error",
      line: 3,
      message: "A body that is retried takes catch:, which makes an event of its last error.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .sideEffect(retrying: .never) { _ = try await find(query) }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a side effect with an event",
      line: 4,
      message: "cannot convert value of type 'Event' to closure result type 'Void'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .sideEffect {
              return Event.found([query])
            }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a value for an event, at the end of a body",
      line: 5,
      message: "cannot convert value of type '[String]' to closure result type",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { query in
            .run {
              let items = [query]
              return items
            }
          }
        """ + searchReducer),
    UsualMistake(
      description: "a filter that is no condition",
      line: 2,
      message: "key path value type 'String?' cannot be converted to contextual type 'Bool'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(filteredBy: \\.query) { _ in .none }
        """ + searchReducer),
    UsualMistake(
      description: "a condition that is none",
      line: 2,
      message: "key path value type 'String?' cannot be converted to contextual type 'Bool'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(while: \\.query) { .none }
        """ + searchReducer),
    UsualMistake(
      description: "a condition as a selection",
      line: 2,
      message: "Feedback(while:) runs one while it is true",
      severity: .warning,
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.isOpen) { _ in .every(.seconds(1), .tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a selection that cannot be compared",
      line: 3,
      message: "on: compares values: make the value Equatable",
      snippet: """
        private struct Item: Sendable { var name = "" }
        private let list = Spin<[Item], Event>(initialState: []) {
          Feedback(on: \\.first) { item in .just(.failed(item.name)) }
          Reducer { _, _ in }
        }
        """),
    UsualMistake(
      description: "an argument for a condition",
      line: 2,
      message: "expects 0 arguments, but 1 was used in closure body",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(while: \\.isOpen) { _ in .every(.seconds(1), .tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a selection that is forgotten",
      line: 2,
      message: "expects 1 argument, which cannot be implicitly ignored",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.query) { .just(.found([])) }
        """ + searchReducer),
    UsualMistake(
      description: "a feedback of another spin",
      line: 2,
      message: "cannot convert value of type 'Int' to expected argument type 'Search'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback<Int, Event> { _ in .none }
        """ + searchReducer),
    UsualMistake(
      description: "an effect for a feedback",
      line: 2,
      message: "argument type 'Effect<Event>' does not conform to expected type 'SpinPart'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Effect<Event>.just(.tick)
        """ + searchReducer),
    UsualMistake(
      description: "a reducer with one argument",
      line: 2,
      message: "expects 2 arguments, but 1 was used in closure body",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search in search.count += 1 }
        }
        """),
    UsualMistake(
      description: "no effect from a short reducer",
      line: 2,
      message: "A reducer only changes the state: give the effect to a feedback",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in .none }
        }
        """),
    UsualMistake(
      description: "effects from a reducer",
      line: 2,
      message: "A reducer only changes the state: give the effect to a feedback",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in
            switch event {
            case .found(let items):
              search.items = items
              return .none
            case .failed(let query): return .run { .found(try await find(query)) } catch: { _ in .tick }
            case .tick: return .after(.seconds(1), .tick)
            }
          }
        }
        """),
    UsualMistake(
      description: "a value from a reducer",
      line: 4,
      message: "cannot convert value of type 'Search' to closure result type 'Void'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in
            search.count += 1
            return search
          }
        }
        """),
    UsualMistake(
      description: "a mistyped event in a reducer after a feedback",
      line: 5,
      message: "type 'Event' has no member 'tik'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(filteredBy: { $0.count > 0 }) { _ in .just(.tick) }
          Reducer { search, event in
            switch event {
            case .tik: search.count += 1
            default: break
            }
          }
        }
        """),
    UsualMistake(
      description: "a mistyped part of the state in a reducer",
      line: 5,
      message: "value of type 'Search' has no member 'cont'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(filteredBy: { $0.count > 0 }) { _ in .just(.tick) }
          Reducer { search, event in
            switch event {
            case .found, .failed: search.cont += 1
            case .tick: break
            }
          }
        }
        """),
    UsualMistake(
      description: "a reducer that forgets an event",
      line: 3,
      message: "switch must be exhaustive",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in
            switch event {
            case .tick: search.count += 1
            }
          }
        }
        """),
    UsualMistake(
      description: "a switch over an enum that will grow, without a default",
      line: 2,
      message: "'StopReason' may have additional unknown values",
      snippet: """
        private func wasReleased(_ reason: StopReason) -> Bool {
          switch reason {
          case .released: true
          case .stopped, .failed: false
          }
        }
        """),
    UsualMistake(
      description: "a reducer in a loop",
      line: 4,
      message: "A spin has one reducer: combine several with then(_:).",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          for _ in 0..<2 {
            Reducer { search, event in search.count += 1 }
          }
        }
        """),
    UsualMistake(
      description: "a reducer that is there sometimes",
      line: 4,
      message: "A spin always needs its reducer: give this if an else.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          if flag {
            Reducer { search, event in search.count += 1 }
          }
        }
        """),
    UsualMistake(
      description: "a pulse by the label of values",
      line: 2,
      message: "use 'pulse:'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.$notice) { notice in .sideEffect { print("\\(notice)") } }
        """ + searchReducer),
    UsualMistake(
      description: "a side effect of a pulse by the label of values",
      line: 2,
      message: "use 'pulse:'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.sideEffect(on: \\.$isRung) { _ in print("ding") }
        """ + searchReducer),
    UsualMistake(
      description: "a value by the label of pulses",
      line: 2,
      message: "cannot be converted to contextual type 'PulseSignal",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(pulse: \\.query) { query in .just(.found([query])) }
        """ + searchReducer),
    UsualMistake(
      description: "a list for a word",
      line: 2,
      message: "cannot convert value of type '[String]' to expected argument type 'String'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.items) { items in .just(.failed(items)) }
        """ + searchReducer),
    UsualMistake(
      description: "a word for a list",
      line: 2,
      message: "cannot convert value of type 'String' to expected argument type '[String]'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(on: \\.items.first) { item in .run { .found(item) } }
        """ + searchReducer),
    UsualMistake(
      description: "a signal of what is no pulse",
      line: 2,
      message: "value of type 'Search' has no member '$isOpen'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(pulse: \\.$isOpen) { _ in .just(.tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped key path of a pulse",
      line: 2,
      message: "value of type 'Search' has no member '$notce'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(pulse: \\.$notce) { notice in .just(.found([notice])) }
        """ + searchReducer),
    UsualMistake(
      description: "a pulse for a condition",
      line: 2,
      message:
        "key path value type 'PulseSignal<Bool>' cannot be converted to contextual type 'Bool'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(while: \\.$isRung) { .just(.tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a pulse that is forgotten",
      line: 2,
      message: "expects 1 argument, which cannot be implicitly ignored",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(pulse: \\.$notice) { .just(.tick) }
        """ + searchReducer),
    UsualMistake(
      description: "a pulse for a part",
      line: 2,
      message:
        "cannot convert value of type 'PulseSignal<String?>' to expected element type 'String'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(lensingOn: \\.$notice) { notice in .just(.found([notice])) }
        """ + searchReducer),
    UsualMistake(
      description: "the value of a pulse for something else",
      line: 2,
      message: "cannot convert value of type 'String' to expected argument type '[String]'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback(pulse: \\.$notice) { notice in .just(.found(notice)) }
        """ + searchReducer),
    UsualMistake(
      description: "a number for an interval",
      line: 2,
      message: "cannot convert value of type 'Int' to expected argument type 'Duration'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          DropRepeats(within: 300) { event in true }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped key of repeats",
      line: 2,
      message: "value of type 'Event' has no member 'cont'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          DropRepeats(within: .milliseconds(300)) { event in event.cont }
        """ + searchReducer),
    UsualMistake(
      description: "a key that is not hashable",
      line: 2,
      message: "The key of DropRepeats is Hashable: return a part of the event that is, or nil.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          DropRepeats(within: .milliseconds(300)) { event in event }
        """ + searchReducer),
    UsualMistake(
      description: "a mistyped value to follow",
      line: 2,
      message: "value of type 'Search' has no member 'qery'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.following(other, \\.qery) { .found([$0]) }
        """ + searchReducer),
    UsualMistake(
      description: "an optional value to follow",
      line: 2,
      message: "key path value type 'String?' cannot be converted to contextual type 'String'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.following(other, \\.query) { .failed($0) }
        """ + searchReducer),
    UsualMistake(
      description: "the name of a signal",
      line: 2,
      message: "cannot convert value of type 'String' to expected argument type 'Int32'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.source { .signal("TERM", .tick) }
        """ + searchReducer),
    UsualMistake(
      description: "another initial state",
      line: 1,
      message: "cannot convert value of type 'Int' to expected argument type 'Search'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: 0) {
        """ + searchReducer),
  ]
}
