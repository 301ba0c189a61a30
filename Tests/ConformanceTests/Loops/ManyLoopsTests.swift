import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clauses 2, 8 and 14, where the closures of one loop use another.
extension Conformance {
  /// The observer sees no step of the first loop half done, and the two do not wait for each other.
  @Test(.promises("2.3"), arguments: RuntimeUnderTest.all)
  func aReducerMayEmitIntoALoopWhoseObserverReadsTheFirst(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let first = Handle<Int, Int>()
    let second = Handle<Int, Int>()
    let seen = Transcript<Int>()
    let counting = Spin<Int, Int>(initialState: 0) { Reducer { count, step in count += step } }
    let forwarding = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        second.emit(step)
        count += step
      }
    }
    _ = counting.start(on: runtime, handle: second) { transition in
      guard transition.event != nil, let state = first.value?.state else { return }
      seen(state)
    }
    let firstRun = forwarding.start(on: runtime, handle: first)
    firstRun.emit(1)
    try await seen.until(count: 1)
    #expect(seen.entries == [0] || seen.entries == [1])
  }

  @Test(.promises("2.3"), arguments: RuntimeUnderTest.all)
  func anEventMayPassThroughThousandsOfLoopsInConstantStack(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let arrived = Gate()
    let runtime = runtime()
    await onThread(stackSize: smallStack) {
      var loops: [RunningSpin<Int, Int>] = []
      for _ in 0..<inRelease(3_000, inDebug: 1_000) {
        let next = loops.last
        let spin = Spin<Int, Int>(initialState: 0) {
          Reducer { count, step in count += step }
        }
        loops.append(
          spin.start(on: runtime) { transition in
            guard let event = transition.event else { return }
            if let next { next.emit(event) } else { arrived.open() }
          })
      }
      loops.last?.emit(1)
      arrived.waitBlocking()
      // Each loop is kept by the observer of the next: let go of them one by one.
      while loops.popLast() != nil {}
    }
    #expect(arrived.isOpen)
  }

  /// The emitted event is refused, and its `emit` says so; reporting it to `onDrop` as well would have
  /// no end.
  @Test(.promises("24.12"), arguments: RuntimeUnderTest.all)
  func onDropMayEmitAfterTheStop(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Int>()
    let reported = Transcript<Int>()
    let refused = Transcript<EmitAnswer>()
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { count, step in count += step } }
    let options = RunOptions<Int, Int> { dropped in
      reported(dropped.event)
      refused(EmitAnswer(handle.emit(dropped.event + 1)))
    }
    let running = spin.start(on: runtime(), handle: handle, options: options)
    running.stop()
    running.emit(10)
    running.emit(20)
    await running.finished()
    #expect(reported.entries == [10, 20])
    #expect(refused.entries == [.init(.dropped(.stopped)), .init(.dropped(.stopped))])
    handle.set(nil)
  }

  @Test(.promises("9.9"), arguments: RuntimeUnderTest.all)
  func theEndIsToldAfterTheLastReport(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Int>()
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        count += step
        handle.stop()
        handle.emit(9)
      }
    }
    let options = RunOptions<Int, Int> { log("dropped \($0.event)") }
    let running = spin.start(on: runtime(), handle: handle, options: options)
    try await running.settled()
    let token = running.onFinished { log("finished") }
    running.emit(1)
    await running.finished()
    log("awaited")
    #expect(log.entries == ["dropped 9", "finished", "awaited"])
    token.cancel()
    handle.set(nil)
  }

  /// The step that an alarm brings about on the caller's thread may block.
  ///
  /// If the thread that starts a loop is slow, it makes the steps of the first alarms itself. So only
  /// an alarm that rings later blocks.
  @Test func aLoopThatBlocksInAnAlarmHoldsUpNoAlarmOfAnother() async throws {
    let (started, blocking, blocked) = (Gate(), Gate(), Gate())
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { .every(.milliseconds(1), 1) }
      Reducer { count, step in count += step }
    }
    let first = spin.start(on: .callersThread) { _ in
      guard started.isOpen else { return }
      blocking.open()
      blocked.waitBlocking()
    }
    started.open()
    await blocking.waitStubbornly()
    let rung = (0..<8).map { _ in Gate() }
    let others = rung.map { gate in
      spin.start(on: .callersThread) { transition in if transition.number == 1 { gate.open() } }
    }
    for gate in rung { await gate.waitStubbornly() }
    blocked.open()
    for running in others + [first] { await running.end() }
  }

  struct EmitAnswer: Equatable, Sendable {
    let emission: EmitResult?

    init(_ emission: EmitResult?) {
      self.emission = emission
    }
  }

  /// The same for two stopped loops whose `onDrop` emit into each other.
  @Test(.promises("24.12"), arguments: RuntimeUnderTest.all)
  func twoStoppedLoopsMayEmitIntoEachOtherFromOnDrop(_ runtime: RuntimeUnderTest) async throws {
    let handles = [Handle<Int, Int>(), Handle<Int, Int>()]
    let reported = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { count, step in count += step } }
    let runs = [0, 1].map { number in
      let other = handles[1 - number]
      let options = RunOptions<Int, Int> { dropped in
        reported("\(number) dropped \(dropped.event)")
        other.emit(dropped.event + 1)
      }
      return spin.start(on: runtime(), handle: handles[number], options: options)
    }
    for running in runs { running.stop() }
    runs[0].emit(1)
    for running in runs { await running.finished() }
    #expect(reported.entries == ["0 dropped 1", "1 dropped 2"])
    for handle in handles { handle.set(nil) }
  }

  /// What a closure emits into a loop on the caller's thread is reduced between this step and the next,
  /// also at the start.
  @Test(.promises("2.4"), arguments: RuntimeUnderTest.all)
  func aLoopOnTheCallersThreadMakesItsStepBeforeTheNextStepOfTheOther(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let seen = Transcript<Int>()
    let counter = Spin<Int, Int>(initialState: 0) { Reducer { count, step in count += step } }
      .start(on: .callersThread)
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 3 }) { _ in .just(1) }
      Reducer { count, step in count += step }
    }
    let running = spin.start(on: runtime()) { _ in
      seen(counter.state)
      counter.emit(1)
    }
    try await running.settled()
    await running.end()
    #expect(seen.entries == [0, 1, 2, 3])
  }

  /// A loop that feeds itself does not keep the thread from another whose answer it waits for.
  @Test(.promises("2.4"), arguments: RuntimeUnderTest.all)
  func loopsThatAreLeftToAThreadTakeTurns(_ runtime: RuntimeUnderTest) async throws {
    let answering = Handle<Int, Int>()
    let chain = Handle<Int, Int>()
    let adding = Reducer<Int, Int> { count, step in count += step }
    let answers = Spin<Int, Int>(initialState: 0) { adding }
      .start(on: .callersThread, handle: answering) { transition in
        if transition.event != nil { chain.emit(1_000_000) }
      }
    let feedingItself = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 > 0 && $0 < 10_000 }) { _ in .just(1) }
      adding
    }
    let chained = feedingItself.start(on: .callersThread, handle: chain) { transition in
      if transition.number == 1 { answering.emit(1) }
    }
    let first = Spin<Int, Int>(initialState: 0) { adding }.start(on: runtime()) { transition in
      if transition.event != nil { chain.emit(1) }
    }
    first.emit(1)
    try await first.settled()
    try await chained.settled()
    #expect(chained.state < 1_000_010)
    for running in [first, chained, answers] { await running.end() }
    answering.set(nil)
    chain.set(nil)
  }

  /// A reducer that emits after the stop is reported to `onDrop` when its step is complete.
  @Test(.promises("24.13"), arguments: RuntimeUnderTest.all)
  func onDropMayReadTheStateEvenIfAReducerEmitted(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Int>()
    let seen = Transcript<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        count += step
        handle.stop()
        handle.emit(7)
      }
    }
    let options = RunOptions<Int, Int> { dropped in
      seen(dropped.event)
      seen(handle.value?.state ?? -1)
    }
    let running = spin.start(on: runtime(), handle: handle, options: options)
    running.emit(1)
    await running.finished()
    #expect(seen.entries == [7, 1])
    handle.set(nil)
  }

  /// A loop whose step is made inside that of another one told those who waited before it reported the drop.
  @Test(.promises("24.13")) func aDropIsReportedBeforeTheLoopRestsAlsoInsideAnother() async {
    let emitter = Guarded<Emitter<Int>?>(nil)
    let log = Transcript<String>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source {
        .callback { emit in
          emit.finish()
          emitter.withLock { $0 = emit }
          return Cancellation {}
        }
      }
      Reducer { count, step in
        count += step
        emitter.withLock { $0 }?(20)
      }
    }
    let options = RunOptions<Int, Int>(onDrop: { log("dropped \($0.event)") })
    let inner = spin.start(on: .callersThread, options: options)
    let tokens = Tokens()
    let outer = Spin<Int, Int>(initialState: 0) { Reducer { $0 += $1 } }
      .start(on: .callersThread) { transition in
        guard transition.event != nil else { return }
        inner.emit(1)
        tokens.keep(inner.onSettled { log("settled at \(inner.state)") })
      }
    outer.emit(1)
    #expect(log.entries == ["dropped 20", "settled at 1"])
    await outer.end()
    await inner.end()
    tokens.drop()
  }

  /// The step of another loop is no part of `onDrop`, and what is dropped there is reported.
  @Test(.promises("2.3"), arguments: RuntimeUnderTest.all)
  func noStepIsMadeInsideOnDrop(_ runtime: RuntimeUnderTest) async throws {
    let stopped = Handle<Int, Int>()
    let other = Handle<Int, Int>()
    let log = Transcript<String>()
    let adding = Reducer<Int, Int> { count, step in count += step }
    let otherRun = Spin<Int, Int>(initialState: 0) { adding }
      .start(on: .callersThread, handle: other) { transition in
        guard transition.event != nil else { return }
        log("step")
        stopped.emit(77)
      }
    let options = RunOptions<Int, Int> { dropped in
      log("dropped \(dropped.event)")
      if dropped.event == 5 { other.emit(1) }
      log("told")
    }
    let stoppedRun = Spin<Int, Int>(initialState: 0) { adding }
      .start(on: runtime(), handle: stopped, options: options)
    await stoppedRun.end()
    stoppedRun.emit(5)
    #expect(log.entries == ["dropped 5", "told", "step", "dropped 77", "told"])
    await otherRun.end()
    stopped.set(nil)
    other.set(nil)
  }

  /// A state without a size has no address.
  @Test(arguments: RuntimeUnderTest.all)
  func aStateMayHaveNoSize(_ runtime: RuntimeUnderTest) async throws {
    let seen = Transcript<Int>()
    let spin = Spin<Void, Int>(initialState: ()) {
      Feedback.transitions { transition in transition.event == 1 ? .just(2) : .none }
      Reducer { (_: inout Void, event: Int) in seen(event) }
    }
    let running = spin.start(on: runtime())
    running.emit(1)
    try await running.settled()
    await running.end()
    #expect(seen.entries == [1, 2])
  }
}
