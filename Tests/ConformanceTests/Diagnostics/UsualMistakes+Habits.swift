import SpinTestSupport

extension MessageTests {
  /// A line of a spin's list, which is line 2.
  private static func line(
    _ description: String, _ message: String, at line: Int = 2,
    severity: UsualMistake.Severity = .error, isMisleading: Bool = false, _ part: String
  ) -> UsualMistake {
    UsualMistake(
      description: description, line: line, message: message, severity: severity,
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          \(part)
        """ + searchReducer, isMisleading: isMisleading)
  }

  /// A statement of a program that has a running spin.
  private static func use(_ description: String, _ message: String, _ statement: String)
    -> UsualMistake
  {
    UsualMistake(
      description: description, line: 1, message: message,
      snippet: "private func use() { \(statement) }")
  }

  private static let isEffect = "type 'Effect<Event>' has no member 'found'"

  private static let retries =
    "An effect retries by .run(retrying: .constant(.seconds(1), attempts: 3)) { … } catch: { … }."

  /// What users of other libraries write, and what is taken for something else.
  static let habits =
    modifiers + closures + selections + handles + definitions

  private static let modifiers = [
    line(
      "a delay of a feedback",
      "An effect is delayed: write .delayed(by:) inside the effect closure, behind the effect.",
      "Feedback(on: \\.query) { _ in .just(.tick) }.delayed(by: .seconds(1))"),
    line(
      "a debounced feedback",
      "To debounce, write .delayed(by:) inside the effect closure, behind the effect.",
      "Feedback(on: \\.query) { _ in .just(.tick) }.debounce(for: .seconds(1))"),
    line(
      "a debounced effect",
      "To debounce, write .delayed(by:) here: another value of on: cancels the wait.",
      "Feedback(on: \\.query) { _ in .run { .tick }.debounce(for: .seconds(1)) }"),
    line(
      "a timeout of a feedback",
      "An effect times out: write .timeout(after:_:) inside the effect closure, behind the effect.",
      "Feedback(on: \\.query) { _ in .run { .tick } }.timeout(after: .seconds(1), .tick)"),
    line(
      "a throttled effect",
      "A feedback is throttled: write .throttled(for:latest:) behind the effect closure.",
      "Feedback(on: \\.query) { _ in .run { .tick }.throttled(for: .seconds(1), latest: true) }"),
    line(
      "the throttle of other libraries", "A feedback is throttled by .throttled(for:latest:).",
      "Feedback(on: \\.query) { _ in .run { .tick } }.throttle(for: .seconds(1))"),
    line(
      "a strategy of an effect", "value of type 'Effect<Event>' has no member 'strategy'",
      "Feedback(on: \\.query) { _ in .run { .tick }.strategy(.ignoreNewState) }"),
    line(
      "the name of an effect", "value of type 'Effect<Event>' has no member 'named'",
      "Feedback(on: \\.query) { _ in .run { .tick }.named(\"find\") }"),
    line(
      "an effect that is retried", retries,
      "Feedback(on: \\.query) { _ in .run { .tick }.retry(3) }"),
    line(
      "a feedback that is retried", retries,
      "Feedback(on: \\.query) { _ in .run { .tick } }.retry(3)"),
    line(
      "an effect with delays", retries,
      "Feedback(on: \\.query) { _ in .run { .tick }.retry(.constant(.seconds(1), attempts: 3)) }"),
    line(
      "a body with delays by another label", "'run(retry:_:catch:)' has been renamed to", at: 3,
      """
      Feedback(on: \\.query) { query in
          .run(retry: .never) { .found(try await find(query)) } catch: { .failed("\\($0)") }
        }
      """),
    line(
      "a body with a number of attempts", retries, at: 3,
      """
      Feedback(on: \\.query) { query in
          .run(retry: 3) { .found(try await find(query)) } catch: { .failed("\\($0)") }
        }
      """),
    line(
      "an effect with an id to cancel", "value of type 'Effect<Event>' has no member 'cancellable'",
      "Feedback(on: \\.query) { _ in .run { .tick }.cancellable(id: 1) }"),
    line(
      "a mistyped modifier of a feedback",
      "value of type 'Feedback<State, Event>' has no member 'stratgy'",
      "Feedback { _ in .none }.stratgy(.ignoreNewState)"),
    line(
      "a mistyped form of feedback", "type 'Feedback<State, Event>' has no member 'sideEfect'",
      "Feedback.sideEfect { print($0) }"),
  ]

  private static let closures = [
    line(
      "an event that is waited for", isEffect,
      "Feedback(on: \\.query) { .found(try await find($0)) }"),
    line("the same in every state", isEffect, "Feedback { _ in .found(try await find(\"a\")) }"),
    line(
      "the same under a condition", isEffect,
      "Feedback(while: \\.isOpen) { .found(try await find(\"a\")) }"),
    line(
      "a closure that waits before its effect",
      "An effect closure waits for nothing: write .run { … } around what waits.",
      """
      Feedback(on: \\.query) { query in
          let items = try await find(query)
          return .just(.found(items))
        }
      """),
    line(
      "nothing for an effect", "'nil' is not compatible with closure result type 'Effect<Event>'",
      "Feedback(on: \\.query) { query in nil }"),
    line(
      "work for an effect",
      "cannot convert value of type '()' to closure result type 'Effect<Event>'",
      "Feedback(on: \\.query) { query in print(query) }"),
    line(
      "an effect for a side effect",
      "The closure of sideEffect is the work itself: for an effect, write Feedback(on:).",
      "Feedback.sideEffect(on: \\.query) { _ in .run { .tick } }"),
    line(
      "the state in a closure of its part", "expects 1 argument, but 2 were used in closure body",
      "Feedback(on: \\.query) { search, query in .just(.tick) }"),
    line(
      "a state in a source", "expects 0 arguments, but 1 was used in closure body",
      "Feedback.source { search in .every(.seconds(1), .tick) }"),
    line(
      "an effect for a stream", "type 'AsyncSequence' has no member 'just'",
      "Feedback.stream { searches in .just(.tick) }"),
    line(
      "a state that a feedback changes", "left side of mutating operator isn't mutable", at: 3,
      """
      Feedback { search in
          search.count += 1
          return .none
        }
      """),
    line(
      "an event before its time", "type 'Duration' has no member 'tick'",
      "Feedback(on: \\.query) { _ in .after(.tick, .seconds(1)) }"),
    line(
      "a closure for an event after a time",
      "trailing closure passed to parameter of type 'Event' that does not accept a closure",
      "Feedback(on: \\.query) { _ in .after(.seconds(1)) { .tick } }"),
    line(
      "a closure for the event of a period",
      "trailing closure passed to parameter of type 'Event' that does not accept a closure",
      "Feedback(while: \\.isOpen) { .every(.seconds(1)) { .tick } }"),
    line(
      "a type for an optional of an optional",
      "cannot convert value of type '@Sendable (String) -> Effect<Event>' to expected argument type '@Sendable (String?) -> Effect<Event>'",
      "Feedback(on: \\.nickname) { (name: String) in .just(.failed(name)) }"),
    line(
      "an error for a text",
      "cannot convert value of type 'any Error' to expected argument type 'String'",
      "Feedback(on: \\.query) { query in .run { .found(try await find(query)) } catch: { .failed($0) } }"
    ),
    line(
      "a callback in a closure that takes no value",
      "expects 1 argument, which cannot be implicitly ignored",
      "Feedback(on: \\.query) { .callback { emit in emit(.tick); return .none } }"),
    line(
      "a callback without its cancellation",
      "cannot convert value of type 'EmitResult' to closure result type 'Cancellation'",
      "Feedback.source { .callback { emit in emit(.tick) } }"),
    line(
      "an effect below a statement, without its return",
      "value of type 'String' has no member 'run'", at: 4, isMisleading: true,
      """
      Feedback(on: \\.query) { query in
          let text = query + "!"
          .run { .found([text]) }
        }
      """),
    line(
      "a mistyped event below a statement, of an optional value",
      "value of optional type 'String?' must be unwrapped to a value of type 'String'", at: 4,
      isMisleading: true,
      """
      Feedback(on: \\.query) { query in
          .run {
            let items = try await find(query)
            return .fund(items)
          } catch: { _ in .tick }
        }
      """),
    line(
      "an effect in an if without an else",
      "reference to member 'just' cannot be resolved without a contextual type", at: 3,
      isMisleading: true,
      """
      Feedback { search in
          if search.isOpen { .just(.tick) }
        }
      """),
  ]

  private static let selections = [
    line(
      "an attempt as a value", "Feedback(attempting:) runs one for each attempt",
      severity: .warning,
      "Feedback(on: \\.load) { _ in .just(.tick) }"),
    line(
      "a value as an attempt",
      "attempting: takes an Attempt of the state; on: takes any other value.",
      "Feedback(attempting: \\.query) { _ in .just(.tick) }"),
    line(
      "an attempt without its number", "expects 1 argument, which cannot be implicitly ignored",
      "Feedback(attempting: \\.load) { .just(.tick) }"),
    line(
      "a number of attempts for a backoff",
      "cannot convert value of type 'Int' to expected argument type 'Backoff'",
      "Feedback(on: \\.query) { _ in .run(retrying: 3) { .tick } catch: { _ in .tick } }"),
    line(
      "a value as a pulse that is new", "pulse: selects a pulse by its projection, such as",
      "Feedback.transitions(keepingPrevious: true) { $0.isNew(pulse: \\.query) ? .just(.tick) : .none }"
    ),
    line(
      "another label of a lens", "incorrect argument label in call",
      "Feedback(lens: \\.query) { _ in .none }"),
    line(
      "a lens behind its filter", "argument 'lensingOn' must precede argument 'filteredBy'",
      "Feedback(filteredBy: { $0 != nil }, lensingOn: \\.query) { _ in .none }"),
  ]

  private static let handles = [
    use(
      "a runtime that depends on a condition",
      "cannot infer contextual base in reference to member 'callbacks'",
      "let runtime = other.state.isOpen ? .callbacks : .async; print(runtime)"),
    use(
      "another word for emit",
      "value of type 'RunningSpin<Search, Event>' has no member 'dispatch'", "other.dispatch(.tick)"
    ),
    use(
      "another word for observe",
      "value of type 'RunningSpin<Search, Event>' has no member 'subscribe'",
      "other.subscribe { print($0) }"),
    use(
      "the main queue for the place of an observer", "'main' has been renamed to 'mainActor'",
      "_ = other.observe(on: .main) { print($0.count) }"),
    use(
      "the main queue for a runtime", "'main' has been renamed to 'mainActor'",
      "_ = Spin<Search, Event>(initialState: Search()) { Reducer { _, _ in } }.start(on: .main)"),
    use(
      "another word for first", "value of type 'RunningSpin<Search, Event>' has no member 'wait'",
      "other.wait { $0.isOpen }"),
    use(
      "a state that is assigned", "cannot assign to property: 'state' is a get-only property",
      "other.state.count = 1"),
    use(
      "send without await", "'async' call in a function that does not support concurrency",
      "other.send(.tick)"),
    use(
      "states in a loop that does not wait", "requires 'Updates<Search>' to conform to 'Sequence'",
      "for state in other.states { print(state) }"),
  ]

  private static let definitions = [
    UsualMistake(
      description: "an explored test that waits", line: 3,
      message: "The closure of explore waits for nothing: test.run() does the work",
      snippet: """
        import SpinTesting
        private func use() {
          explore { test in
            other.emit(.tick)
            try await other.settled()
          }
        }
        """),
    UsualMistake(
      description: "a reducer that waits", line: 2,
      message:
        "A reducer only changes the state, and waits for nothing: let a feedback .run { … }.",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in search.items = try await find("a") }
        }
        """),
    UsualMistake(
      description: "an event from a reducer", line: 4,
      message: "value of tuple type 'Void' has no member 'send'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in
            switch event {
            case .tick: return .send(.failed("late"))
            default: return
            }
          }
        }
        """),
    UsualMistake(
      description: "a phase that is assigned", line: 2, message: "'phase' setter is inaccessible",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Reducer { search, event in search.load.phase = .running(1) }
        }
        """),
    UsualMistake(
      description: "a comma in the list", line: 2,
      message: "consecutive statements on a line must be separated by ';'",
      snippet: """
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback { _ in .none },
          Reducer { _, _ in }
        }
        """),
    UsualMistake(
      description: "a start without a runtime", line: 3,
      message: "missing argument for parameter 'on' in call",
      snippet: """
        private let running = Spin<Search, Event>(initialState: Search()) {
          Reducer { _, _ in }
        }.start()
        """),
    UsualMistake(
      description: "an event type that nothing names", line: 2,
      message: "cannot infer contextual base in reference to member 'tick'",
      snippet: """
        private let spin = Spin(initialState: Search()) {
          Feedback(on: \\.query) { _ in .just(.tick) }
          Reducer { search, event in search.count += 1 }
        }
        """, isMisleading: true),
    UsualMistake(
      description: "a state with an object", line: 3,
      message: "does not conform to the 'Sendable' protocol",
      snippet: """
        private final class Box { var number = 0 }
        private struct Boxed { var box = Box() }
        private let spin = Spin<Boxed, Event>(initialState: Boxed()) {
          Reducer { boxed, _ in boxed.box.number += 1 }
        }
        """),
    UsualMistake(
      description: "a variable that an effect changes", line: 4,
      message: "mutation of captured var 'calls' in",
      snippet: """
        private func make() -> Spin<Search, Event> {
          var calls = 0
          return Spin(initialState: Search()) {
            Feedback(on: \\.query) { _ in calls += 1; return .none }
            Reducer { _, _ in }
          }
        }
        """),
    UsualMistake(
      description: "a view that a feedback calls", line: 3,
      message:
        "call to main actor-isolated global function 'show' in a synchronous nonisolated context",
      snippet: """
        @MainActor private func show(_ query: String) {}
        private let spin = Spin<Search, Event>(initialState: Search()) {
          Feedback.sideEffect(on: \\.query) { show($0) }
          Reducer { _, _ in }
        }
        """),
  ]
}
