import Dispatch
import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// When a loop lets go of what is the user's, and that it holds no lock meanwhile.
extension Conformance {
  /// The object keeps the emitter, and the registering closure keeps the object.
  @Test(arguments: RuntimeUnderTest.all, [false, true])
  func aRegisteringClosureIsLetGoOnceItWasCalled(
    _ runtime: RuntimeUnderTest, _ hasExecutor: Bool
  ) async throws {
    let alive = Census()
    let registered = Gate()
    let source = Feedback<Events, String>.source {
      let keeper = EmitterKeeper(in: alive)
      return .callback { emit in
        keeper.keep(emit)
        registered.open()
        return .none
      }
    }
    let spin = Spin<Events, String>(initialState: []) {
      hasExecutor ? source.executor(.queue(.global())) : source
      Reducer.appending
    }
    var running: RunningSpin? = spin.start(on: runtime())
    await registered.wait()
    await running?.end()
    running = nil
    try await alive.untilEmpty()
  }

  /// A closure that is never called is let go as well.
  @Test(arguments: RuntimeUnderTest.all)
  func aRegisteringClosureThatComesTooLateIsLetGo(_ runtime: RuntimeUnderTest) async throws {
    let alive = Census()
    let held = HeldRuntime(runtime(), bodies: true)
    let handle = Handle<Events, String>()
    let spin = Spin<Events, String>(initialState: []) {
      Feedback(on: { $0.isEmpty ? true : nil }) { _ in
        // Its end, in the loop, calls into the loop.
        let counted = Counted(in: alive) { handle.emit("gone") }
        return .callback { emit in
          withExtendedLifetime(counted) {}
          return .none
        }
      }
      .executor(.queue(.global()))
      Reducer.appending
    }
    let running = spin.start(on: held, handle: handle)
    running.emit("a")
    #expect(try await running.settled().first == "a")
    held.release()
    try await alive.untilEmpty()
    await running.end()
    handle.set(nil)
  }

  /// What a scheduler of the user's gives back to cancel an alarm ends when the next is set.
  @Test(arguments: RuntimeUnderTest.all)
  func theCancellationOfAnAlarmIsLetGoUnderNoLock(_ runtime: RuntimeUnderTest) async throws {
    let (alive, time) = (Census(), ManualScheduler())
    let handle = Handle<Int, Int>()
    let isGone = Gate()
    let scheduler = CountingScheduler(base: time) {
      Counted(in: alive) {
        handle.stop()  // Which cancels the period, and with it the alarm.
        isGone.open()
      }
    }
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(while: { _ in true }) { .every(.seconds(1), 1) }
      Reducer { sum, number in sum += number }
    }
    let running = spin.start(on: runtime(scheduler: scheduler), handle: handle)
    try await time.untilAlarms(1)
    time.advance(by: .seconds(2))
    await isGone.wait()
    await running.finished()
    handle.set(nil)
    try await alive.untilEmpty()
    #expect(time.alarmCount == 0)
  }

  struct Parcel: Sendable {
    var content: Counted?
  }

  @Test(.promises("8.8", "8.11"), arguments: RuntimeUnderTest.all)
  func whatWaitsForTheEndIsToldAlsoIfTheHandleIsGoneAndAnEffectEndsLater(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (began, isCancelled, mayEnd, isOver) = (Gate(), Gate(), Gate(), Gate())
    let alive = Census()
    func start() -> RunningSpin<Counted, String> {
      Spin<Counted, String>(initialState: Counted(in: alive)) {
        Feedback { _ in
          .sideEffect {
            began.open()
            await Gate().wait()
            isCancelled.open()
            await mayEnd.waitStubbornly()
          }
        }
        Reducer { _, _ in }
      }.start(on: runtime())
    }
    var running: RunningSpin? = start()
    let token = running?.onFinished { isOver.open() }
    await began.wait()
    running = nil
    await isCancelled.wait()
    #expect(!isOver.isOpen)
    #expect(alive.alive > 0)
    mayEnd.open()
    await isOver.wait()
    try await alive.untilEmpty()
    token?.cancel()
  }

  /// Whatever a loop holds goes with its handle, also while its effects are in flight.
  @Test(.promises("8.9"), arguments: RuntimeUnderTest.all)
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
  @Test(.promises("8.10"), arguments: RuntimeUnderTest.all)
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

  /// A payload's deinit runs wherever the last reference goes, also where a lock is held; one that
  /// emits must neither deadlock nor nest nor be lost.
  @Test(.promises("1.1"), arguments: RuntimeUnderTest.all)
  func theDeinitOfAPayloadMayEmit(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Parcel>()
    let census = Census()
    let inLoop = Exclusion()
    let spin = Spin<Int, Parcel>(initialState: 0) {
      Reducer { count, _ in inLoop { count += 1 } }
    }
    let running = spin.start(on: runtime(), handle: handle)
    await onThreads(2) { _ in
      for number in 0..<100 {
        running.emit(Parcel(content: Counted(number, in: census) { handle.emit(Parcel()) }))
      }
    }
    running.emit(Parcel())  // The newest transition keeps its event, so let that be an empty one.
    try await census.untilEmpty()
    #expect(try await running.settled() == 401)
    #expect(inLoop.overlaps == 0)
    await running.end()
    handle.set(nil)
  }

  /// The same for payloads that are dropped, which go when the loop stops, or at its door.
  @Test(.promises("8.5"), arguments: RuntimeUnderTest.all)
  func theDeinitOfADroppedPayloadMayEmit(_ runtime: RuntimeUnderTest) async throws {
    let handle = Handle<Int, Parcel>()
    let census = Census()
    let reasons = Transcript<DropReason>()
    let spin = Spin<Int, Parcel>(initialState: 0) { Reducer { count, _ in count += 1 } }
    let options = RunOptions<Int, Parcel> { reasons($0.reason) }
    let held = HeldRuntime(runtime(), turns: true)
    let running = spin.start(on: held, handle: handle, options: options)
    let parcel = { @Sendable in
      Parcel(content: Counted(in: census) { handle.emit(Parcel()) })
    }
    for _ in 0..<10 { running.emit(parcel()) }
    running.stop()
    for _ in 0..<10 { running.emit(parcel()) }
    held.release()
    await running.finished()
    try await census.untilEmpty()
    #expect(reasons.entries == Array(repeating: .stopped, count: 40))
    #expect(running.state == 0)
    handle.set(nil)
  }

  /// What a consumer leaves behind may emit when it goes.
  @Test(arguments: RuntimeUnderTest.all, [Buffering.all, .newest])
  func theDeinitOfABufferedElementMayEmit(
    _ runtime: RuntimeUnderTest, _ buffering: Buffering
  ) async throws {
    final class Payload: Sendable {
      let emit: @Sendable () -> Void
      init(_ emit: @escaping @Sendable () -> Void) { self.emit = emit }
      deinit { emit() }
    }
    let handle = Handle<Payload?, Payload?>()
    let spin = Spin<Payload?, Payload?>(initialState: nil) {
      Reducer { state, payload in state = payload }
    }
    let running = spin.start(on: runtime, handle: handle)
    let isWatching = Gate()
    let watching = Task {
      var states = running.states(buffering: buffering).makeAsyncIterator()
      _ = await states.next()
      isWatching.open()
      await Gate().wait()  // Until the task is cancelled.
      while await states.next() != nil {}
    }
    await isWatching.wait()
    for _ in 1...3 { running.emit(Payload { handle.emit(nil) }) }
    await running.idle()
    watching.cancel()
    await watching.value
    running.emit(nil)
    await running.idle()
  }
}

/// An object that keeps an emitter.
private final class EmitterKeeper: Sendable {
  private let emitter = Guarded<Emitter<String>?>(nil)
  private let counted: Counted

  init(in census: Census) {
    counted = Counted(in: census)
  }

  func keep(_ emitter: Emitter<String>) {
    self.emitter.withLock { $0 = emitter }
  }
}

/// A scheduler whose cancellations each have an object.
private struct CountingScheduler: SpinScheduler {
  let base: ManualScheduler
  let makeObject: @Sendable () -> Counted

  var now: Duration { base.now }

  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    let object = makeObject()
    let alarm = base.after(delay, action)
    return Cancellation { withExtendedLifetime(object) { alarm.cancel() } }
  }
}
