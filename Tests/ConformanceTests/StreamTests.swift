import SpinAsync
import SpinTestSupport
import Testing

/// Feedbacks from a stream of states to a stream of events.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func aStreamFeedbackSeesEveryStateAndItsEventsAreNeverStale(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let drops = Drops()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback.stream { states in
        states.compactMap { numbers in
          log(numbers.count)
          return numbers.last == 1 ? 10 : nil
        }
      }
      .strategy(.cancelOnNewState)  // Does not apply.
      Reducer.appending
    }
    let running = spin.start(on: runtime(), options: drops.options())
    for number in 1...3 { running.emit(number % 2) }
    let numbers = try await running.settled()
    #expect(numbers.filter { $0 != 10 } == [1, 0, 1])
    #expect(numbers.count { $0 == 10 } == 2)
    #expect(log.entries == Array(0...numbers.count))
    #expect(drops.entries.isEmpty)
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aStreamFeedbackHasOneRunALoopAndEndsWithIt(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.stream { states in
        log("made")
        return states.removingDuplicates().filter { _ in false }.map { _ in "never" }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    running.emit("a")
    running.emit("b")
    try await running.settled()
    #expect(log.entries == ["made"])
    await running.end()  // Ends only because the stream of states ends.
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aStreamFeedbackThatFailsMapsItsErrorAndEndsAlone(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.stream(
        { states in
          states.map { events in
            if events.count == 1 { throw Failure.broken }
            return "first"
          }
        }, catch: { "\($0)" })
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    #expect(try await running.settled() == ["first", "broken"])
    running.emit("still alive")
    #expect(try await running.settled() == ["first", "broken", "still alive"])
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aStreamFeedbackWithABoundedBufferSkipsStates(_ runtime: RuntimeUnderTest) async throws {
    let gate = Gate()
    let log = Transcript<Int>()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback.stream(buffering: .newest) { states in
        states.compactMap { numbers in
          log(numbers.count)
          return await gate.wait() ? nil : 0
        }
      }
      Reducer.appending
    }
    let running = spin.start(on: runtime())
    try await log.until(0)
    for number in 1...5 { running.emit(number) }
    await running.lap()
    gate.open()
    try await running.settled()
    #expect(log.entries == [0, 5])
    await running.end()
  }

  // NB: traps say nothing in release builds.
  #if DEBUG
    @Test
    func aStreamFeedbackThatIteratesTheStatesTwiceIsTaught() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let spin = Spin<Events, String>(initialState: []) {
          Feedback.stream { states in
            _ = states.makeAsyncIterator()
            return states.map { _ in "never" }
          }
          Reducer.appending
        }
        try await spin.run(on: .async)
      }
      let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(errors.contains("make a feedback for each"))
    }
  #endif
}
