import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// Feedbacks from a stream of states to a stream of events.
extension Conformance {
  @Test(.promises("6.5"), arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime, options: drops.options())
    for number in 1...3 { running.emit(number % 2) }
    let numbers = try await running.settled()
    #expect(numbers.filter { $0 != 10 } == [1, 0, 1])
    #expect(numbers.count { $0 == 10 } == 2)
    #expect(log.entries == Array(0...numbers.count))
    #expect(drops.entries.isEmpty)
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

  @Test(.promises("1.6", "10.2"), arguments: RuntimeUnderTest.all)
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
    let running = spin.start(on: runtime)
    #expect(try await running.settled() == ["first", "broken"])
    running.emit("still alive")
    #expect(try await running.settled() == ["first", "broken", "still alive"])
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
    let running = spin.start(on: runtime)
    try await log.until(0)
    for number in 1...5 { running.emit(number) }
    await running.idle()
    gate.open()
    try await running.settled()
    #expect(log.entries == [0, 5])
  }

  /// A consumer that has left would otherwise be waited for, and have states kept for it, forever.
  @Test(.promises("9.6"), arguments: RuntimeUnderTest.all, Leaving.allCases)
  func aStreamWhoseIteratorIsGoneKeepsNothingAndIsSettled(
    _ runtime: RuntimeUnderTest, _ leaving: Leaving
  ) async throws {
    let (alive, hasLeft, isOver) = (Census(), Gate(), Gate())
    let spin = Spin<Counted, Int>(initialState: Counted(0, in: alive)) {
      Feedback.stream { states in
        let kept = KeptStates(states)
        // NB: in the first question for an event. Before that, the loop's own reference may be alive, and a task that
        // is over may keep what it has captured for as long as the system lets its thread wait.
        return AsyncStream<Int> {
          await kept.leave(leaving)
          hasLeft.open()
          await isOver.wait()
          return nil
        }
      }
      Reducer { state, number in state = Counted(number, in: alive) }
    }
    let running = spin.start(on: runtime())
    await hasLeft.wait()
    for number in 1...1000 { running.emit(number) }
    #expect(try await running.settled().number == 1000)
    await running.idle()
    // The initial state, which the definition has, and the newest.
    #expect(alive.alive <= 3)
    running.emit(1001)
    try await running.settled()
    isOver.open()
    await running.end()
  }

  @Test(.promises("9.6"), arguments: RuntimeUnderTest.all)
  func aStreamThatIgnoresTheStatesIsSettledAndStillEmits(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.stream { _ in events }
      Reducer.appending
    }
    let log = Transcript<String>()
    let running = spin.start(on: runtime) { if let event = $0.event { log(event) } }
    try await running.settled()
    running.emit("outside")
    try await running.settled()
    continuation.yield("stream")
    try await log.until("stream")
    #expect(try await running.settled() == ["outside", "stream"])
  }

  /// A stream that fails has not asked for the next state: its error is still to become an event.
  @Test(.promises("1.6", "9.5"), arguments: RuntimeUnderTest.all)
  func aStreamThatFailsIsSettledOnlyAfterItsLastEvent(_ runtime: RuntimeUnderTest) async throws {
    let (fails, mayGoOn, isSettled) = (Gate(), Gate(), Gate())
    let spin = Spin<Events, String>(initialState: []) {
      Feedback.stream(
        { states in states.map { _ -> String in throw Failure.broken } },
        catch: { error in
          fails.open()
          mayGoOn.waitBlocking()
          return "\(error)"
        }
      )
      .executor(.queue(DispatchQueue(label: "stream")))
      Reducer.appending
    }
    let running = spin.start(on: runtime)
    let token = running.onSettled { isSettled.open() }
    await fails.wait()
    await running.idle()
    #expect(!isSettled.isOpen)
    mayGoOn.open()
    #expect(try await running.settled() == ["broken"])
    token.cancel()
  }

  /// States handed while the consumer is leaving are not waited for either.
  @Test(.promises("9.6"), arguments: RuntimeUnderTest.all)
  func aStreamThatLeavesWhileStatesAreHandedIsSettled(_ runtime: RuntimeUnderTest) async throws {
    for _ in 0..<20 {
      let isOver = Gate()
      let spin = Spin<Int, Int>(initialState: 0) {
        Feedback.stream { states in
          AsyncStream { continuation in
            Task {
              for await state in states where state > 5 { break }
              await isOver.wait()
              continuation.finish()
            }
          }
        }
        Reducer { sum, number in sum += number }
      }
      let running = spin.start(on: runtime())
      await onThreads(2) { _ in for _ in 0..<50 { running.emit(1) } }
      #expect(try await running.settled() == 100)
      isOver.open()
      await running.end()
    }
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

/// How a stream leaves the states.
enum Leaving: CaseIterable {
  case atOnce
  case beforeTheFirst
  case afterTheFirst
}

/// The states of a stream, which are kept even if their iterator is gone: a sequence is not its iterator.
private final class KeptStates: Sendable {
  private let states: Guarded<Updates<Counted>?>

  init(_ states: Updates<Counted>) { self.states = Guarded(states) }

  func leave(_ leaving: Leaving) async {
    switch leaving {
    case .atOnce: states.withLock { $0 = nil }
    case .beforeTheFirst: _ = states.withLock { $0 }?.makeAsyncIterator()
    case .afterTheFirst:
      guard let states = states.withLock({ $0 }) else { return }
      for await _ in states { break }
    }
  }
}
