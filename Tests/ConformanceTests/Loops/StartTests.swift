import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// Clause 3.
extension Conformance {
  @Test(.promises("3.1"), arguments: RuntimeUnderTest.all)
  func transitionZeroCarriesTheInitialState(_ runtime: RuntimeUnderTest) async throws {
    let trace = Transcript(of: Transition<Int, String>.self)
    let running = Spin<Int, String>(initialState: 7) { Reducer { _, _ in } }
      .start(on: runtime) { trace($0) }
    #expect(try await running.settled() == 7)
    let first = try #require(trace.entries.first)
    #expect(trace.entries.count == 1)
    #expect(first.number == 0)
    #expect(first.event == nil)
    #expect(first.state == 7)
    #expect(first.origin == .start)
    #expect(first.previous == nil)
  }

  /// The loop had a state then, and nobody had seen it.
  @Test(.promises("3.3"), arguments: RuntimeUnderTest.all)
  func transitionZeroIsMadeEvenIfTheLoopIsStoppedBeforeIt(_ runtime: RuntimeUnderTest) async throws
  {
    let log = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 7) {
      Feedback { number in
        log("described")
        return .just("immediate")
      }
      Reducer { _, event in log("reduce \(event)") }
    }
    let held = HeldRuntime(runtime(), turns: true)
    let options = RunOptions<Int, String>(observers: [Observer { log("observer \($0.number)") }])
    let running = spin.start(on: held, options: options)
    let states = running.states
    running.stop()
    held.release()
    await running.finished()
    #expect(log.entries == ["observer 0"])
    for late in [states, running.states] {
      var seen: [Int] = []
      for await state in late { seen.append(state) }
      #expect(seen == [7])
    }
    #expect(try await running.first { $0 == 7 } == 7)
    let follower = Spin<[Int], Int>(initialState: []) {
      Feedback.following(running, { $0 }) { $0 }
      Reducer { $0.append($1) }
    }.start(on: runtime)
    #expect(try await follower.first { !$0.isEmpty } == [7])
  }

  @Test(.promises("3.2"), arguments: RuntimeUnderTest.all)
  func everyObserverAndFeedbackSeesTransitionZeroOnceAndBeforeAnyEvent(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback { number in
        log("first feedback \(number)")
        return number == 0 ? .just("immediate") : .none
      }
      // A feedback declared after one that answers immediately still sees transition 0.
      Feedback { number in
        log("second feedback \(number)")
        return .none
      }
      Reducer { number, event in
        log("reduce \(event)")
        number += 1
      }
    }
    let options = RunOptions<Int, String>(observers: [
      Observer { log("first observer \($0.number)") },
      Observer { log("second observer \($0.number)") },
    ])
    let held = HeldRuntime(runtime(), turns: true)
    let running = spin.start(on: held, options: options) { log("third observer \($0.number)") }
    #expect(running.emit("outside") == .accepted)
    #expect(log.entries.isEmpty)
    held.release()
    try await running.settled()
    let events = [nil, "reduce immediate", "reduce outside"]
    #expect(
      log.entries
        == events.enumerated().flatMap { number, event in
          [
            event, "first observer \(number)", "second observer \(number)",
            "third observer \(number)", "first feedback \(number)", "second feedback \(number)",
          ].compactMap(\.self)
        })
  }

  @Test(.promises("3.4"), arguments: RuntimeUnderTest.all)
  func theImmediateEventsOfTheStartPrecedeEveryEventFromOutside(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<[String], String>(initialState: []) {
      Feedback(filteredBy: \.isEmpty) { _ in .several("a", "b") }
      Feedback.source { .just("c") }
      Reducer.appending
    }
    for _ in 0..<20 {  // Emitting races with the first turn.
      let running = spin.start(on: runtime())
      running.emit("outside")
      #expect(try await running.settled() == ["a", "b", "c", "outside"])
      await running.end()
    }
  }

  @Test(.promises("3.5", "3.6"), arguments: RuntimeUnderTest.all)
  func anObserverThatJoinsLaterFirstGetsTheNewestTransition(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime)
    for number in 1...3 { running.emit(number) }
    try await running.settled()
    let trace = Transcript(of: Transition<[Int], Int>.self)
    let observation = running.observe { trace($0) }
    try await trace.until(count: 1)
    running.emit(4)
    try await running.settled()
    #expect(trace.entries.map(\.number) == [3, 4])
    #expect(trace.entries.map(\.event) == [3, 4])
    #expect(trace.entries.map(\.state) == [[1, 2, 3], [1, 2, 3, 4]])
    #expect(trace.entries.map(\.origin) == [.outside, .outside])
    observation.cancel()
  }

  @Test(.promises("3.6"), arguments: RuntimeUnderTest.all)
  func observersThatJoinWhileOthersEmitSeeNoGapAndNoRepeat(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let inLoop = Exclusion()
    let running = Spin(initialState: 0) { Reducer { count, step in inLoop { count += step } } }
      .start(on: runtime)
    let logs = (0..<20).map { _ in Transcript<Int>() }
    let (turns, joined) = (logs.map { _ in Gate() }, logs.map { _ in Gate() })
    let count = 20 * logs.count
    let tokens = Tokens()
    // Each joins among events of its own, or all would join at once, before or after all events.
    await onThreads(2) { thread in
      for (number, log) in logs.enumerated() {
        if thread == 0 {
          turns[number].open()
          for _ in 0..<20 { running.emit(1) }
          joined[number].waitBlocking()
        } else {
          turns[number].waitBlocking()
          tokens.keep(
            running.observe { transition in
              inLoop { log(transition.number) }
              joined[number].open()
            })
        }
      }
    }
    #expect(try await running.settled() == count)
    for log in logs {
      let first = try #require(log.entries.first)
      #expect(log.entries == Array(first...count))
    }
    #expect(inLoop.overlaps == 0)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anObserverThatWasCancelledByTheLoopIsNotCalledAgain(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let tokens = Tokens()
    let log = Transcript<Int>()
    let running = Spin(initialState: 0) { Reducer { count, step in count += step } }
      .start(on: runtime) { if $0.number == 2 { tokens.drop() } }
    tokens.keep(running.observe { log($0.number) })
    try await log.until(0)
    for _ in 0..<3 { running.emit(1) }
    #expect(try await running.settled() == 3)
    #expect(log.entries == [0, 1])
  }

  @Test(.promises("3.5"), arguments: RuntimeUnderTest.all)
  func toAnObserverThatJoinsLaterEverythingIsNewAtFirst(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) { Reducer.appending }
    let running = spin.start(on: runtime)
    running.emit("a")
    try await running.settled()
    let token = running.observe(keepingPrevious: true) {
      log("\($0.previous?.count ?? -1) \($0.isNew(\.count)) \($0.isNew(\.first))")
    }
    running.emit("b")
    try await log.until("1 true false")
    #expect(log.entries == ["-1 true true", "1 true false"])
    token.cancel()
  }
}
