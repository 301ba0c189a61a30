import Dispatch
import SpinAsync
import SpinCallbacks
import SpinCore
import SpinTestSupport
import Testing

/// What went wrong in loops of others: races, stacks and memory.
extension Conformance {
  /// An emitter that sees the drain end while the drain does not see its event strands the event.
  @Test(arguments: RuntimeUnderTest.all)
  func noEventFromFourThreadsIsLost(_ runtime: RuntimeUnderTest) async throws {
    let share = inRelease(25_000, inDebug: 5_000)
    let running = Spin(initialState: 0) { Reducer { sum, number in sum += number } }
      .start(on: runtime())
    await onThreads(4) { _ in
      for _ in 0..<share { running.emit(1) }
    }
    #expect(try await running.settled() == 4 * share)
    await running.end()
  }

  /// The same when the drain ends all the time: each thread waits for its own event.
  @Test(arguments: RuntimeUnderTest.all)
  func noEventIsStrandedWhileADrainEnds(_ runtime: RuntimeUnderTest) async throws {
    let rounds = inRelease(2_000, inDebug: 500)
    let gates = (0..<2 * rounds).map { _ in Gate() }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { count, _ in count += 1 } }
      .start(on: runtime()) { if let event = $0.event { gates[event].open() } }
    await onThreads(2) { thread in
      for round in 0..<rounds {
        running.emit(2 * round + thread)
        gates[2 * round + thread].waitBlocking()
      }
    }
    #expect(try await running.settled() == 2 * rounds)
    await running.end()
  }

  /// A drain that calls itself for what it triggers needs a stack as deep as the chain is long.
  @Test
  func aMillionSelfTriggeredEventsRunOnASmallStack() async throws {
    let length = inRelease(1_000_000, inDebug: 20_000)
    let spin = Spin(initialState: 0) {
      Reducer { count, step in count += step }
      Feedback(filteredBy: { $0 < length }) { $0 % 2 == 0 ? .just(1) : .none }
      Feedback(filteredBy: { $0 < length && $0 % 2 == 1 }) { _ in
        .callback { emit in
          emit(1)
          return .none
        }
      }
    }
    let count = await onThread(stackSize: smallStack) {
      let running = spin.start(on: .callersThread)
      defer { running.stop() }
      return running.state
    }
    #expect(count == length)
  }

  /// A task that is cancelled before its first run runs nevertheless.
  @Test(arguments: RuntimeUnderTest.all)
  func anEffectThatIsCancelledBeforeItsFirstRunNeverRuns(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let held = HeldRuntime(runtime(), bodies: true)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback { number in
        .run {
          log(number)
          return nil
        }
      }
      Feedback { number in
        .run { _ in log(number) }
      }
      Reducer { count, _ in count += 1 }
    }
    let running = spin.start(on: held)
    running.emit(1)
    await running.idle()
    held.release()
    try await running.settled()
    #expect(log.entries == [1, 1])
    await running.end()
  }

  /// A registration that waits for its executor must not happen after its cancellation.
  @Test(arguments: RuntimeUnderTest.all)
  func aRegistrationThatIsCancelledBeforeItRanIsNeverMade(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let queue = DispatchQueue(label: "busy")
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { remote.effect($0) }.executor(.queue(queue))
      Reducer.appending
    }
    queue.suspend()
    let running = spin.start(on: runtime())
    running.emit("change")
    await running.idle()
    queue.resume()
    try await remote.log.until("+1")
    await running.end()
    #expect(remote.log.entries == ["+1", "-1"])
  }

  /// Whatever a loop holds goes with its handle, also while its effects are in flight.
  @Test(arguments: RuntimeUnderTest.all)
  func aHandleDroppedWithEffectsInFlightFreesAllMemory(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let census = Census()
    let begun = Transcript<String>()
    let scheduler = ManualScheduler()
    do {
      let captured = Counted(in: census)
      let spin = Spin<Counted, Counted>(initialState: Counted(in: census)) {
        Feedback.source {
          .run { _ in
            begun("body \(captured.number)")
            await Gate().wait()
          }
        }
        Feedback { state in .after(.seconds(state.number + 1), captured) }
        Feedback.source { .every(.seconds(1), captured) }
        Feedback.source {
          .callback { emit in
            begun("callback")
            return Cancellation { withExtendedLifetime((emit, captured)) {} }
          }
        }
        Feedback { _ in .run { captured } }.strategy(.ignoreNewState)
        Feedback { _ in
          .callback { _ in Cancellation { withExtendedLifetime(captured) {} } }
        }.strategy(.queueNewState)
        Feedback.stream { states in states.filter { _ in false } }
        Reducer { state, _ in state = Counted(state.number + 1, in: census) }
      }
      let running = spin.start(on: runtime(scheduler: scheduler)) { _ in
        withExtendedLifetime(captured) {}
      }
      try await begun.until("body 0")
      try await begun.until("callback")
      try await running.send(Counted(in: census))
      #expect(census.alive > 0)
    }
    try await census.untilEmpty()
    #expect(scheduler.alarmCount == 0)
  }

  /// What others keep of a loop keeps neither it nor its state.
  @Test(arguments: RuntimeUnderTest.all)
  func emittersTokensSequencesAndIteratorsDoNotKeepTheLoopsMemory(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let census = Census()
    let emitter = Guarded<Emitter<Int>?>(nil)
    var running: RunningSpin<Counted, Int>? = Spin(initialState: Counted(in: census)) {
      Feedback.source {
        .callback { emit in
          emitter.withLock { $0 = emit }
          return .none
        }
      }
      Reducer { state, number in state = Counted(number, in: census) }
    }
    .start(on: runtime())
    let tokens = [
      running?.observe { _ in }, running?.onSettled {}, running?.onFinished {},
      running?.onDrained {},
    ]
    let states = running?.states
    var iterator = running?.states(buffering: .newest).makeAsyncIterator()
    running?.emit(1)
    try await running?.settled()
    running = nil
    while await iterator?.next() != nil {}
    try await census.untilEmpty()
    #expect(emitter.withLock { $0 }?(2) == .dropped(.stopped))
    withExtendedLifetime((tokens, states, iterator)) {}
  }
}
