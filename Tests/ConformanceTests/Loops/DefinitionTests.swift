import Dispatch
import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Spinner, the list, groups, modifiers and reducers.
extension Conformance {
  private static func letter(_ letter: String) -> Feedback<Events, String> {
    Feedback(filteredBy: \.isEmpty) { _ in .just(letter) }
  }

  private static func listed(_ count: Int, _ hasMore: Bool, _ extra: String?) -> Spin<
    Events, String
  > {
    Spin(initialState: []) {
      letter("a")
      Reducer.appending  // In any position.
      if hasMore {
        letter("b")
        letter("c")
      }
      if let extra { letter(extra) }
      if count > 1 { letter("many") } else { letter("few") }
      switch count {
      case 0: letter("none")
      case 1: letter("one")
      default:
        letter("two")
        letter("or more")
      }
      for number in 0..<count { letter("\(number)") }
      Feedbacks {
        letter("group")
        if hasMore { letter("more") }
        for number in 0..<count { letter("group \(number)") }
        Feedbacks([letter("inner")])
        [letter("array in group")]
      }
      [letter("array")]
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aListOfFeedbacksKeepsItsOrderThroughControlFlowAndGroups(
    _ runtime: RuntimeUnderTest
  ) async throws {
    #expect(
      try await Self.listed(2, true, "x").run(on: runtime()) == [
        "a", "b", "c", "x", "many", "two", "or more", "0", "1", "group", "more", "group 0",
        "group 1", "inner", "array in group", "array",
      ])
    #expect(
      try await Self.listed(0, false, nil).run(on: runtime()) == [
        "a", "few", "none", "group", "inner", "array in group", "array",
      ])
  }

  @Test
  func aListMayChooseItsReducer() async throws {
    for isDouble in [true, false] {
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback(filteredBy: { $0 == 0 }) { _ in .just(1) }
        if isDouble {
          Reducer { sum, number in sum += 2 * number }
        } else {
          Reducer { sum, number in sum += number }
        }
      }
      #expect(try await spin.run(on: .async) == (isDouble ? 2 : 1))
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSpinnerMakesTheSameSpinAsTheList(_ runtime: RuntimeUnderTest) async throws {
    let base = Spinner.initialState(Events()).feedback(Self.letter("a"))
    let chained =
      base
      .feedback(Self.letter("b"))
      .feedbacks(Feedbacks { Self.letter("c") })
      .reducer(Reducer.appending)
    let listed = Spin(initialState: Events()) {
      Self.letter("a")
      Self.letter("b")
      Feedbacks { Self.letter("c") }
      Reducer.appending
    }
    let plain = Spin(
      initialState: [], feedbacks: [Self.letter("a"), Self.letter("b"), Self.letter("c")],
      reducer: .appending)
    for spin in [chained, listed, plain] {
      #expect(spin.initialState == [])
      let trace = Transcript<String>()
      try await spin.run(on: runtime()) { trace("\($0.state) \($0.origin.summary)") }
      #expect(
        trace.entries == [
          "[] start", "[\"a\"] 0 immediate", "[\"a\", \"b\"] 1 immediate",
          "[\"a\", \"b\", \"c\"] 2 immediate",
        ])
    }
    // A chain is a value: it can be continued in several ways.
    #expect(try await base.reducer(.appending).run(on: runtime()) == ["a"])
    let bare = Spinner.initialState(1).reducer(Reducer<Int, Int> { sum, number in sum += number })
    #expect(try await bare.run(on: runtime()) == 1)
  }

  private struct Levels: Equatable, Sendable {
    var left = 10
    var right = 20
  }

  private enum Level: Sendable { case left(Int), right(Int) }

  @Sendable private static func left(_ levels: Levels) -> Effect<Level> {
    levels.left == levels.right ? .none : .just(.left(levels.left < levels.right ? 1 : -1))
  }

  @Sendable private static func right(_ levels: Levels) -> Effect<Level> {
    levels.left == levels.right ? .none : .just(.right(levels.right < levels.left ? 1 : -1))
  }

  @Sendable private static func levelsReducer(_ levels: Levels, _ event: Level) -> Levels {
    if levels.left == levels.right { return levels }
    return switch event {
    case .left(let step): Levels(left: levels.left + step, right: levels.right)
    case .right(let step): Levels(left: levels.left, right: levels.right + step)
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSpinIsMadeOfFunctionsThatReturn(_ runtime: RuntimeUnderTest) async throws {
    let levels = Spin(initialState: Levels(), reducer: Reducer(Self.levelsReducer)) {
      Feedback(effect: Self.left)
      Feedback(effect: Self.right)
    }
    #expect(try await levels.run(on: runtime()) == Levels(left: 15, right: 15))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aListMayBeEmptyInPlaces(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      if runtime.description.isEmpty {}
      Feedbacks {}
      Feedbacks {
        if runtime.description.isEmpty {} else { Self.letter("a") }
      }
      Reducer.appending
    }
    #expect(try await spin.run(on: runtime()) == ["a"])
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aReducerChangesInPlaceOrReturnsOrIsComposed(_ runtime: RuntimeUnderTest) async throws {
    let add = Reducer<Int, Int> { sum, number in sum += number }
    let double = Reducer<Int, Int>.returning { sum, _ in sum * 2 }
    for (reducer, expected) in [
      (add, 5), (Reducer({ sum, number in sum + number }), 5), (Reducer(+), 5), (double, 2),
      (add.then(double), 10), (double.then(add), 6),
    ] {
      let spin = Spin(initialState: 1) {
        Feedback(filteredBy: { $0 == 1 }) { _ in .just(4) }
        reducer
      }
      #expect(try await spin.run(on: runtime()) == expected)
      var sum = 1
      spin.reducer.reduce(&sum, 4)
      #expect(sum == expected)
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aNameAppearsInTheOriginAndOfTwoTheLastOneWins(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Origin>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.source { .none }
      Self.letter("a").named("first").named("second")
      Feedback(filteredBy: { $0.count == 1 }) { _ in .run { "b" } }.named("third")
      Reducer.appending
    }
    try await spin.run(on: runtime()) { log($0.origin) }
    #expect(log.entries.map(\.summary) == ["start", "second immediate", "third delivered"])
    guard case .feedback(let origin) = log.entries[1] else {
      Issue.record("\(log.entries[1])")
      return
    }
    #expect(origin.index == 1 && origin.name == "second" && origin.isImmediate)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aGroupIsModifiedTogether(_ runtime: RuntimeUnderTest) async throws {
    let queue = DispatchQueue(label: "elsewhere")
    let isElsewhere = RuntimeUnderTest.isOn(queue)
    let log = Transcript<String>()
    let gate = Gate()
    let feedback = Feedback<Events, String> { events in
      .run { _ in
        log("\(events.count) \(isElsewhere())")
        await gate.wait()
      }
    }
    let spin = Spin<Events, String>(initialState: []) {
      Feedbacks {
        feedback
        feedback
      }
      .strategy(.ignoreNewState)
      .executor(.queue(queue))
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    try await log.until("0 true", times: 2)
    running.emit("ignored")
    await running.idle()
    gate.open()
    try await running.settled()
    #expect(log.entries == ["0 true", "0 true"])
  }
}
