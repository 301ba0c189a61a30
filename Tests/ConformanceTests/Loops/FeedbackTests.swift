import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The forms of feedbacks. `log` in each has what the effect closure was called with.
extension Conformance {
  struct Person: Equatable, Sendable {
    var name = "Ada"
    var age = 36
    var city: String?
  }

  enum Change: Equatable, Sendable {
    case name(String), age(Int), city(String?), none

    var newCity: String? {
      if case .city(let city) = self { city } else { nil }
    }
  }

  static let personReducer = Reducer<Person, Change> { person, change in
    switch change {
    case .name(let name): person.name = name
    case .age(let age): person.age = age
    case .city(let city): person.city = city
    case .none: break
    }
  }

  /// Runs a spin about a person with one feedback, through a list of changes.
  private func calls(
    _ runtime: RuntimeUnderTest, _ changes: [Change],
    _ feedback: (Transcript<String>) -> Feedback<Person, Change>
  ) async throws -> [String] {
    let log = Transcript<String>()
    let spin = Spin(initialState: Person()) {
      Self.personReducer
      feedback(log)
    }
    let running = spin.start(on: runtime())
    for change in changes { running.emit(change) }
    try await running.settled()
    await running.end()
    return log.entries
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aFeedbackOnEveryStateIsCalledWithEveryState(_ runtime: RuntimeUnderTest) async throws {
    let calls = try await calls(runtime, [.name("Bob"), .none, .age(1)]) { log in
      Feedback { person in
        log("\(person.name) \(person.age)")
        return .none
      }
    }
    #expect(calls == ["Ada 36", "Bob 36", "Bob 36", "Bob 1"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aFilterIsAGuardThatAnswersWithNoEffect(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Change>()
    let spin = Spin(initialState: Person()) {
      Self.personReducer
      Feedback(filteredBy: { $0.age < 50 }) { remote.effect($0.age) }
    }
    let running = spin.start(on: runtime)
    running.emit(.age(40))
    running.emit(.age(60))
    running.emit(.age(70))
    try await running.settled()
    #expect(remote.log.entries == ["+36", "-36", "+40", "-40"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aLensDoesNotCompareAndAFilterBesideItReceivesThePart(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let changes: [Change] = [.name("Bob"), .age(51), .age(52), .none]
    let plain = try await calls(runtime, changes) { log in
      Feedback(lensingOn: \.age) { age in
        log("\(age)")
        return .none
      }
    }
    #expect(plain == ["36", "36", "51", "52", "52"])
    let filtered = try await calls(runtime, changes) { log in
      Feedback(lensingOn: { $0.age }, filteredBy: { $0 > 50 }) { age in
        log("\(age)")
        return .none
      }
    }
    #expect(filtered == ["51", "52", "52"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aSelectedValueKeepsReplacesAndCancelsItsEffect(_ runtime: RuntimeUnderTest) async throws {
    let remote = Remote<Change>()
    let spin = Spin(initialState: Person()) {
      Self.personReducer
      Feedback(on: \.city) { remote.effect($0) }
    }
    let running = spin.start(on: runtime)
    for change: Change in [
      .name("Bob"), .city("Rome"), .name("Cid"), .city("Rome"), .city("Oslo"), .city(nil), .none,
      .city("Oslo"), .city(nil),
    ] {
      running.emit(change)
    }
    try await running.settled()
    #expect(
      remote.log.entries == [
        "+Rome",
        "-Rome", "+Oslo",  // Another value replaces it, an equal one does not.
        "-Oslo",  // None cancels it.
        "+Oslo", "-Oslo",  // The same value again is another one after none.
      ])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func aConditionStartsItsEffectWhenItBecomesTrueAndCancelsItWhenItBecomesFalse(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Change>()
    let spin = Spin(initialState: Person()) {
      Self.personReducer
      Feedback(while: { $0.city != nil }) { remote.effect("at home") }
      Feedback(while: { $0.age > 30 }) { remote.effect("above 30") }
    }
    let running = spin.start(on: runtime)
    for change: Change in [
      .city("Rome"), .city("Oslo"), .none, .city(nil), .none, .city("Rome"), .age(30), .city(nil),
    ] {
      running.emit(change)
    }
    try await running.settled()
    #expect(
      remote.log.entries == [
        "+above 30",  // True from the start.
        "+at home", "-at home",  // It stays true in another city.
        "+at home", "-above 30", "-at home",
      ])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatHasEndedStartsAgainOnlyAfterItsConditionWasFalse(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let calls = try await calls(
      runtime, [.city("Rome"), .age(1), .city("Oslo"), .city(nil), .city("Bonn"), .age(2)]
    ) { log in
      Feedback(while: { $0.city != nil }) {
        log("called")
        return .just(.none)
      }
    }
    #expect(calls == ["called", "called"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func anAnswerToATransitionGoesOnAtTheNextOneUnlessTheStrategySaysOtherwise(
    _ runtime: RuntimeUnderTest
  ) async throws {
    for (strategy, ends) in [(nil, []), (ExecutionStrategy.cancelOnNewState, ["-Bob"])] {
      let remote = Remote<Change>()
      let answers = Feedback<Person, Change>.transitions { transition in
        if case .name(let name) = transition.event { remote.effect(name) } else { .none }
      }
      let spin = Spin(initialState: Person()) {
        Self.personReducer
        strategy.map { answers.strategy($0) } ?? answers
      }
      let seen = Transcript<Int>()
      let running = spin.start(on: runtime()) { seen($0.number) }
      running.emit(.name("Bob"))
      running.emit(.age(1))
      try await seen.until(2)  // What is to be cancelled then is cancelled.
      #expect(remote.log.entries == ["+Bob"] + ends)
      await running.end()
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aFeedbackOnTransitionsKnowsTheOldStateTheEventAndTheNewState(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let calls = try await calls(runtime, [.name("Bob"), .none, .age(1)]) { log in
      Feedback.transitions(keepingPrevious: true) { transition in
        let old = transition.previous.map { "\($0.name) \($0.age)" } ?? "-"
        let event = transition.event.map { "\($0)" } ?? "-"
        log("\(transition.number): \(old), \(event), \(transition.state.name)")
        log("\(transition.isNew(\.name)) \(transition.isNew(\.age))")
        return .none
      }
    }
    #expect(
      calls == [
        "0: -, -, Ada", "true true",
        "1: Ada 36, name(\"Bob\"), Bob", "true false",
        "2: Bob 36, none, Bob", "false false",
        "3: Bob 36, age(1), Bob", "false true",
      ])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aFeedbackOnEventsIsCalledWithTheSelectedValuesOnly(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let changes: [Change] = [.name("Bob"), .city("Rome"), .city(nil), .none, .city("Rome")]
    let calls = try await calls(runtime, changes) { log in
      Feedback.events(\.newCity) { city in
        log(city)
        return .just(.name(city))
      }
    }
    #expect(calls == ["Rome", "Rome"])
  }

  @Test(.needsOpenGate, arguments: RuntimeUnderTest.all)
  func theStrategyDecidesWhatEventsDoToTheEffectsBeforeThem(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let cases: [(ExecutionStrategy?, [String])] = [
      (nil, ["+Rome", "+Oslo"]),
      (.ignoreNewState, ["+Rome"]),
      (.queueNewState, ["+Rome"]),
      // The last is cancelled by an event that is not selected.
      (.cancelOnNewState, ["+Rome", "-Rome", "+Oslo", "-Oslo"]),
    ]
    for (strategy, log) in cases {
      let remote = Remote<Change>()
      let answers = Feedback<Person, Change>.events(\.newCity) { remote.effect($0) }
      let spin = Spin(initialState: Person()) {
        Self.personReducer
        strategy.map { answers.strategy($0) } ?? answers
      }
      let seen = Transcript<Int>()
      let running = spin.start(on: runtime()) { seen($0.number) }
      for change: Change in [.city("Rome"), .city("Oslo"), .age(1)] { running.emit(change) }
      try await seen.until(3)  // Effects that are to be cancelled then are cancelled.
      #expect(remote.log.entries == log)
      await running.end()
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSideEffectYieldsNothing(_ runtime: RuntimeUnderTest) async throws {
    let changes: [Change] = [.city("Rome"), .none, .city(nil), .city("Oslo")]
    let every = try await calls(runtime, changes) { log in
      Feedback.sideEffect { log($0.city ?? "-") }
    }
    #expect(every == ["-", "Rome", "Rome", "-", "Oslo"])
    let selected = try await calls(runtime, changes) { log in
      Feedback.sideEffect(on: \.city) { log($0) }
    }
    #expect(selected == ["Rome", "Oslo"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSourceIsStartedOnceAndIgnoresStates(_ runtime: RuntimeUnderTest) async throws {
    let calls = try await calls(runtime, [.age(1), .age(2)]) { log in
      Feedback.source {
        log("called")
        return .several(.age(3), .name("Bob"))
      }
    }
    #expect(calls == ["called"])
  }
}
