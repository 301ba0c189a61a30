import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// What the values of the library print as.
struct DescriptionTests {
  private struct Search: Sendable, Equatable {
    var query = ""
  }

  private enum Event: Sendable, Equatable { case typed(String), tick }

  @Sendable private static func tick() async throws -> Event { .tick }

  private static let state = Search(query: "sw")

  private static func from(_ name: String?) -> Origin {
    .feedback(FeedbackOrigin(index: 1, name: name))
  }

  @Test
  func aTransitionTellsItsNumberEventOriginAndState() {
    let typed = Event.typed("sw")
    let transitions = [
      Transition<Search, Event>(number: 0, event: nil, state: Search()),
      Transition(number: 1, event: typed, state: Self.state),
      Transition(number: 4, event: typed, origin: Self.from("debounce"), state: Self.state),
      Transition(number: 5, event: .tick, origin: Self.from(nil), state: Self.state),
    ]
    #expect(
      transitions.map(\.description) == [
        #"#0 → Search(query: "")"#,
        #"#1 typed("sw") → Search(query: "sw")"#,
        #"#4 typed("sw") from debounce → Search(query: "sw")"#,
        #"#5 tick from feedback 1 → Search(query: "sw")"#,
      ])
    #expect("\(Transition(number: 1, event: "a", state: ["b"]))" == #"#1 "a" → ["b"]"#)
    #expect("\(Transition(number: 2, event: (), state: 3))" == "#2 () → 3")
  }

  @Test
  func dumpingATransitionShowsItsPropertiesAndNotHowTheyAreStored() {
    let transition = Transition<Int, Int>(
      number: 1, event: 7, origin: Self.from("clock"), state: 3, previous: 2)
    let children = Mirror(reflecting: transition).children
    #expect(children.map(\.label) == ["number", "event", "origin", "state", "previous"])
    #expect(
      children.map { "\($0.value)" } == ["1", "Optional(7)", "clock", "3", "Optional(2)"])
  }

  @Test
  func originsAndDropsAreShort() {
    #expect(
      "\(Origin.start) \(Origin.outside) \(Self.from(nil)) \(Self.from("a"))"
        == "start outside feedback 1 a")
    let emissions: [EmitResult] = [.accepted, .dropped(.stopped), .dropped(.stale)]
    #expect(emissions.map(\.description) == ["accepted", "dropped(stopped)", "dropped(stale)"])
    let drops = [
      DroppedEvent(event: Event.typed("sw"), reason: .stale, origin: Self.from("debounce")),
      DroppedEvent(event: Event.tick, reason: .stopped),
    ]
    #expect(
      drops.map(\.description) == [
        #"typed("sw") from debounce dropped(stale)"#, "tick dropped(stopped)",
      ])
  }

  /// The origin of each name, the names that mean it as well, and names that mean something else.
  private static let names:
    [(name: String, origin: FeedbackOrigin, same: [String], not: [String])] =
      [
        (
          "save", FeedbackOrigin(index: 2, name: "save"), ["save[]"],
          ["", "sav", "save[3]", "feedback 2"]
        ),
        (
          "feedback 2", FeedbackOrigin(index: 2), ["feedback 2[]"],
          ["feedback 20", "feedback", "2"]
        ),
        (
          "jobs[7]", FeedbackOrigin(index: 2, name: "jobs", element: ElementID(7)),
          ["jobs", "jobs[]"],
          ["jobs[]x", "jobs[77]", "jobs[7", "jobs[7][8]", "jobs[][]", "job[7]", "[7]"]
        ),
        (
          "clock.tick", FeedbackOrigin(index: 2, name: "clock.tick"), [],
          ["clock", "tick", "clock[].tick"]
        ),
        (
          "counters[3].tick",
          FeedbackOrigin(index: 2, name: "counters[].tick", element: ElementID(3)),
          ["counters[].tick", "counters[3].tick[]"],
          [
            "counters.tick", "counters[3]", "counters[4].tick", "counters[].tock",
            "counters[3].tick[3]",
          ]
        ),
        (
          "counters[].tick", FeedbackOrigin(index: 2, name: "counters[].tick"),
          ["counters[].tick[]"],
          ["counters[3].tick", "counters.tick"]
        ),
        (
          "rows[a].b].go", FeedbackOrigin(index: 2, name: "rows[].go", element: ElementID("a].b")),
          ["rows[].go"], ["rows[a].go"]
        ),
      ]

  @Test(arguments: names.indices)
  func aFeedbackHasOneNameAndEmptyBracketsMeanAnyElement(_ index: Int) {
    let (name, origin, same, others) = Self.names[index]
    #expect("\(origin)" == name && "\(Origin.feedback(origin))" == name)
    for meant in same + [name] { #expect(origin.isMeant(by: meant), "\(meant)") }
    for other in others { #expect(!origin.isMeant(by: other), "\(other)") }
  }

  @Test
  func anEffectReadsAsItIsWritten() {
    let effects: [Effect<Event>] = [
      .none, .just(.typed("sw")), .several(.tick, .tick), .several(.tick), .several(),
      .run { .tick }, .run { emit in emit(.tick) }, .callback { _ in .none },
      .after(.seconds(1), .tick), .every(.milliseconds(500), .tick),
      .sequence { AsyncStream { nil } },
      .merge(
        .just(.tick), .several(.tick, .typed("a")), .after(.seconds(1), .tick), .run { .tick }),
      .merge(.run { .tick }, .run { .tick }),
    ]
    #expect(
      effects.map(\.description) == [
        "none", #"just(typed("sw"))"#, "several(tick, tick)", "just(tick)", "none",
        "run { … }", "run { emit in … }", "callback { emit in … }",
        "after(1.0 seconds, tick)", "every(0.5 seconds, tick)", "run { emit in … }",
        #"merge(several(tick, tick, typed("a")), after(1.0 seconds, tick), run { … })"#,
        "merge(run { … }, run { … })",
      ])
    #expect("\(Effect.just("a"))" == #"just("a")"#)
  }

  @Test
  func aCompositeEffectReadsAsItIsWritten() {
    let effects: [Effect<Event>] = [
      .run { .tick }.delayed(by: .seconds(1)),
      .just(.tick).delayed(by: .seconds(1)),
      .several(.tick, .tick).delayed(by: .zero),
      .none.delayed(by: .seconds(1)),
      .merge(.run { .tick }, .run { .tick }).timeout(after: .seconds(5), .typed("late")),
      .race(.run { .tick }, .merge(.run { .tick }, .after(.seconds(1), .tick))),
      .just(.tick).then(.run { .tick }).then(.several(.tick, .tick)),
      .merge(.just(.tick), .run { .tick }).then(.just(.tick)),
      .merge(.just(.typed("a")), .run { .tick }.then(.just(.tick))),
      .run(
        retrying: .constant(.seconds(1), attempts: 3), { try await Self.tick() },
        catch: { _ in .tick }),
      .run(
        retrying: .never, { emit in emit(try await Self.tick()) }, catch: { _ in .tick }),
      .run { emit, clock in emit(.tick) },
    ]
    #expect(
      effects.map(\.description) == [
        "run { … }.delayed(by: 1.0 seconds)",
        "after(1.0 seconds, tick)",
        "several(tick, tick).delayed(by: 0.0 seconds)",
        "none.delayed(by: 1.0 seconds)",
        #"merge(run { … }, run { … }).timeout(after: 5.0 seconds, typed("late"))"#,
        "race(run { … }, merge(run { … }, after(1.0 seconds, tick)))",
        "just(tick).then(run { … }).then(several(tick, tick))",
        "merge(just(tick), run { … }).then(just(tick))",
        #"merge(just(typed("a")), run { … }.then(just(tick)))"#,
        "run(retrying: constant(1.0 seconds, attempts: 3)) { … }",
        "run(retrying: never) { emit in … }",
        "run { emit, clock in … }",
      ])
  }

  @Test
  func spinsAndFeedbacksTellTheirNames() {
    let clock = Feedback<Int, Int> { _ in .none }
    #expect("\(clock)" == "feedback, cancelOnNewState")
    #expect("\(clock.named("clock").strategy(.queueNewState))" == "feedback clock, queueNewState")
    let reducer = Reducer<Int, Int> { sum, number in sum += number }
    let spins = [
      Spin(initialState: 0) { reducer },
      Spin(initialState: 0) {
        clock
        reducer
      },
      Spin(initialState: 0) {
        clock.named("clock")
        clock
        reducer
      },
      Spin(initialState: 0) {
        for _ in 0..<9 { clock }
        reducer
      },
    ]
    #expect(
      spins.map(\.description) == [
        "Spin<Int, Int> without feedbacks",
        "Spin<Int, Int> with 1 feedback: feedback 0",
        "Spin<Int, Int> with 2 feedbacks: clock, feedback 1",
        "Spin<Int, Int> with 9 feedbacks: "
          + (0..<8).map { "feedback \($0)" }.joined(separator: ", ") + ", …",
      ])
  }

  @Test
  func aHandleTellsWhereItsLoopRunsAndWhetherItHasStoppedAlsoInItsReducer() async throws {
    let handle = Handle<Int, Int>()
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { sum, number in
        sum += number
        if let running = handle.value { log("\(running)") }
      }
    }
    let running = spin.start(on: .callersThread, handle: handle)
    running.emit(1)
    #expect(log.entries == ["RunningSpin<Int, Int> (callersThread)"])
    running.stop()
    #expect("\(running)" == "RunningSpin<Int, Int> (callersThread, stopped)")
    handle.set(nil)
    let onTasks = spin.start(on: .async)
    #expect("\(onTasks)" == "RunningSpin<Int, Int> (tasks)")
    await onTasks.end()
  }
}
