import SpinAsync
internal import SpinCore
import SpinTestSupport
import Testing

/// Clauses 1, 2 and 7.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func eventsAreReducedInOrderOfAcceptance(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime())
    let accepted = Guarded<[Int]>([])
    await onThreads(4) { thread in
      for number in 0..<100 {
        accepted.withLock { accepted in
          accepted.append(thread * 100 + number)
          running.emit(thread * 100 + number)
        }
      }
    }
    #expect(try await running.settled() == accepted.withLock { $0 })
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anyThreadMayEmitAndFindsItsOwnOrder(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime())
    await onThreads(4) { thread in
      for number in 0..<250 { running.emit(thread * 250 + number) }
    }
    let state = try await running.settled()
    #expect(state.sorted() == Array(0..<1000))
    for thread in 0..<4 {
      let own = state.filter { $0 / 250 == thread }
      #expect(own == own.sorted())
    }
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func theOrderOfTheMailboxIsTheOrderOfTheTrace(_ runtime: RuntimeUnderTest) async throws {
    let trace = Transcript(of: Transition<[Int], Int>.self)
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime()) { trace($0) }
    await onThreads(2) { thread in
      for number in 0..<20 { running.emit(thread * 20 + number) }
    }
    let state = try await running.settled()
    #expect(trace.entries.map(\.number) == Array(0...40))
    #expect(trace.entries.compactMap(\.event) == state)
    #expect(trace.entries.allSatisfy { $0.state == Array(state.prefix($0.number)) })
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func eventsAreReducedOneAtATime(_ runtime: RuntimeUnderTest) async throws {
    let inLoop = Exclusion()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { _ in inLoop { .none } }
      Reducer { sum, number in inLoop { sum += number } }
    }
    let running = spin.start(on: runtime()) { _ in inLoop {} }
    await onThreads(4) { _ in
      for _ in 0..<250 { running.emit(1) }
    }
    #expect(try await running.settled() == 1000)
    #expect(inLoop.overlaps == 0)
    #expect(inLoop.visits == 3 * 1000 + 2)
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func emittingFromAReducerObserverOrFeedbackEnqueuesAndNeverNests(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let handle = Handle<Int, String>()
    let log = Transcript<String>()
    let spin = Spin<Int, String>(initialState: 0) {
      Feedback { number in
        log("feedback \(number) begins")
        if number == 1 { handle.emit("by a feedback") }
        log("feedback \(number) ends")
        return .none
      }
      Reducer { number, event in
        log("reducer begins \(event)")
        if number == 0 { handle.emit("by a reducer") }
        number += 1
        log("reducer ends")
      }
    }
    let running = spin.start(on: runtime(), handle: handle) { transition in
      log("observer \(transition.number) begins")
      if transition.number == 1 { handle.emit("by an observer") }
      log("observer \(transition.number) ends")
    }
    running.emit("by a test")
    #expect(try await running.settled() == 4)
    var expected = step(0, nil)
    expected += step(1, "by a test") + step(2, "by a reducer")
    expected += step(3, "by an observer") + step(4, "by a feedback")
    #expect(log.entries == expected)
    await running.end()
    handle.set(nil)
  }

  private func step(_ number: Int, _ event: String?) -> [String] {
    let reducing = event.map { ["reducer begins \($0)", "reducer ends"] } ?? []
    return reducing + [
      "observer \(number) begins", "observer \(number) ends",
      "feedback \(number) begins", "feedback \(number) ends",
    ]
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aLongChainOfSelfTriggeredEventsRunsToItsEnd(_ runtime: RuntimeUnderTest) async throws {
    let length = inRelease(1_000_000, inDebug: 30_000)
    let spin = Spin(initialState: 0) {
      Reducer { count, step in count += step }
      Feedback(filteredBy: { $0 < length }) { _ in .just(1) }
    }
    #expect(try await spin.run(on: runtime()) == length)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func everyEventMakesATransitionAlsoWhenTheStateStaysEqual(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let spin = Spin<String, String>(initialState: "same") {
      Feedback { state in
        log("feedback \(state)")
        return .none
      }
      Reducer { _, _ in }
    }
    let running = spin.start(on: runtime()) { log("\($0.number) \($0.event ?? "-") \($0.state)") }
    running.emit("a")
    running.emit("b")
    try await running.settled()
    #expect(
      log.entries == [
        "0 - same", "feedback same", "1 a same", "feedback same", "2 b same", "feedback same",
      ])
    await running.end()
  }
}
