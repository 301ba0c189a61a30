import SpinAsync
import SpinCallbacks
import SpinConformance
internal import SpinCore
import SpinTestSupport
import Testing

/// Clauses 1 and 2.
extension Conformance {
  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func eventsAreReducedInOrderOfAcceptance(_ runtime: RuntimeUnderTest) async throws {
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime)
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
  }

  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func theOrderOfTheMailboxIsTheOrderOfTheTrace(_ runtime: RuntimeUnderTest) async throws {
    let trace = Transcript(of: Transition<[Int], Int>.self)
    let running = Spin<[Int], Int>(initialState: []) { Reducer.appending }
      .start(on: runtime) { trace($0) }
    await onThreads(2) { thread in
      for number in 0..<20 { running.emit(thread * 20 + number) }
    }
    let state = try await running.settled()
    #expect(trace.entries.map(\.number) == Array(0...40))
    #expect(trace.entries.compactMap(\.event) == state)
    #expect(trace.entries.allSatisfy { $0.state == Array(state.prefix($0.number)) })
  }

  /// An emitter that sees the drain end while the drain does not see its event strands the event.
  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func noEventFromFourThreadsIsLost(_ runtime: RuntimeUnderTest) async throws {
    let share = inRelease(25_000, inDebug: 5_000)
    let running = Spin(initialState: 0) { Reducer { sum, number in sum += number } }
      .start(on: runtime)
    await onThreads(4) { _ in
      for _ in 0..<share { running.emit(1) }
    }
    #expect(try await running.settled() == 4 * share)
  }

  /// The same when the drain ends all the time: each thread waits for its own event.
  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func noEventIsStrandedWhileADrainEnds(_ runtime: RuntimeUnderTest) async throws {
    let rounds = inRelease(2_000, inDebug: 500)
    let gates = (0..<2 * rounds).map { _ in Gate() }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { count, _ in count += 1 } }
      .start(on: runtime) { if let event = $0.event { gates[event].open() } }
    await onThreads(2) { thread in
      for round in 0..<rounds {
        running.emit(2 * round + thread)
        gates[2 * round + thread].waitBlocking()
      }
    }
    #expect(try await running.settled() == 2 * rounds)
  }

  /// Who asks whether a loop rests owns its drain for a moment, and must see to what comes in that moment.
  @Test(.promises("1.2"), arguments: RuntimeUnderTest.all)
  func noEventIsStrandedWhileOthersAskWhetherTheLoopRests(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let rounds = inRelease(2_000, inDebug: 500)
    let gates = (0..<2 * rounds).map { _ in Gate() }
    let running = Spin<Int, Int>(initialState: 0) { Reducer { count, _ in count += 1 } }
      .start(on: runtime) { if let event = $0.event { gates[event].open() } }
    await onThreads(3) { thread in
      for round in 0..<rounds {
        guard thread < 2 else {
          for _ in 0..<20 { _ = running.loop.nextNumberAtRest(ifSettled: true) }
          continue
        }
        running.emit(2 * round + thread)
        gates[2 * round + thread].waitBlocking()
      }
    }
    #expect(try await running.settled() == 2 * rounds)
  }

  /// The last turn may be made by a thread that asks whether the loop rests.
  @Test(.promises("1.2"))
  func aLoopThatIsStoppedWhileOthersAskWhetherItRestsIsReleased() async {
    for _ in 0..<inRelease(2_000, inDebug: 200) {
      let released = Gate()
      await stopWhileAsked(released)
      await released.wait()
    }
  }

  /// Stops a loop whose reducer has an object that opens the gate when it is released.
  private func stopWhileAsked(_ released: Gate) async {
    let kept = OpensAtEnd(released)
    let running = Spin<Int, Int>(initialState: 0) {
      Reducer { sum, number in withExtendedLifetime(kept) { sum += number } }
    }
    .start(on: .callersThread)
    await onThreads(2) { thread in
      if thread == 0 { return running.stop() }
      for _ in 0..<20 { _ = running.loop.nextNumberAtRest(ifSettled: false) }
    }
  }

  /// A drain that called itself for each event would need a stack as long as the chain.
  @Test(.promises("2.2"))
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

  /// A feedback that answers an event which a reducer's own emission made must not be nested in it.
  @Test(.promises("2.1"), arguments: RuntimeUnderTest.all)
  func emittingInsideAFeedbackThatAReducerTriggered(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<[Int], Int>()
    let inLoop = Exclusion()
    let spin = Spin<[Int], Int>(initialState: []) {
      Feedback { numbers in
        inLoop { if let last = numbers.last, last % 10 == 1 { handle.emit(last + 1) } }
        return .none
      }
      Reducer { numbers, number in
        inLoop { if number % 10 == 0 { handle.emit(number + 1) } }
        numbers.append(number)
      }
    }
    let running = spin.start(on: runtime, handle: handle)
    for number in [10, 20, 30] {
      running.emit(number)
      try await running.settled()
    }
    #expect(running.state == [10, 11, 12, 20, 21, 22, 30, 31, 32])
    #expect(inLoop.overlaps == 0)
  }

  /// Being told of a drop, or cancelled, is user code too.
  @Test(.promises("2.1"), arguments: RuntimeUnderTest.all)
  func emittingWhileADropIsToldOrAnEffectIsCancelled(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Events, String>()
    let remote = Remote<String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: \.changes) { change in
        remote.effect(change, onCancel: { if change == 0 { handle.emit("by a cancellation") } })
      }
      Reducer.appending
    }
    let options = RunOptions<Events, String> { drop in
      if drop.reason == .stale { handle.emit("by onDrop") }
    }
    let running = spin.start(on: runtime, handle: handle, options: options) {
      guard $0.event == "go" else { return }
      handle.emit("change")
      remote.emit("late", from: 0)
    }
    try await remote.log.until("+0")
    running.emit("go")
    try await remote.log.until("+1")
    await running.idle()
    #expect(running.state == ["go", "change", "by a cancellation", "by onDrop"])
  }
}

/// Opens a gate when the last reference is released.
private final class OpensAtEnd: Sendable {
  private let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
  }

  deinit { gate.open() }
}
