import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// The thread that cancels a task does nothing of the user's.
extension Conformance {
  /// Set for what runs within a call of `cancel()`.
  private enum Canceller {
    @TaskLocal static var isAtWork = false

    static func cancel<Success, Failure>(_ task: Task<Success, Failure>) {
      $isAtWork.withValue(true) { task.cancel() }
    }
  }

  private static func noted(_ remote: Remote<Int>, _ seen: Transcript<Bool>) -> Spin<Int, Int> {
    Spin<Int, Int>(initialState: 0) {
      Feedback.source { remote.effect("run") { seen(Canceller.isAtWork) } }
      Reducer { sum, number in sum += number }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunIsStoppedByItsTaskAndNotByTheOneThatCancels(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let (remote, seen) = (Remote<Int>(), Transcript<Bool>())
    let spin = Self.noted(remote, seen)
    let executing = runtime()
    for number in 1...20 {
      let task = Task { try await spin.run(on: executing, until: .stopped) }
      try await remote.log.until("+run", times: number)
      remote.emit(5, from: "run")
      Canceller.cancel(task)
      _ = try await task.value
    }
    #expect(seen.entries == Array(repeating: false, count: 20))
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceThatOwnsItsRunStopsItInItsTask(_ runtime: RuntimeUnderTest) async throws {
    let (remote, seen) = (Remote<Int>(), Transcript<Bool>())
    let spin = Self.noted(remote, seen)
    let executing = runtime()
    for number in 1...20 {
      let isIterating = Transcript<Int>()
      let task = Task {
        for await state in spin.states(on: executing) { isIterating(state) }
      }
      try await isIterating.until(0)
      try await remote.log.until("+run", times: number)
      Canceller.cancel(task)
      await task.value
      try await remote.log.until("-run", times: number)
    }
    #expect(seen.entries == Array(repeating: false, count: 20))
  }

  /// An object in the state is let go by the task that iterates, or by the loop.
  @Test(arguments: RuntimeUnderTest.all)
  func whatWaitsForACancelledConsumerIsLetGoInItsTask(_ runtime: RuntimeUnderTest) async throws {
    let (alive, seen) = (Census(), Transcript<Bool>())
    let spin = Spin<[Counted], Int>(initialState: []) {
      Reducer { objects, number in
        objects = [Counted(number, in: alive) { seen(Canceller.isAtWork) }]
      }
    }
    let running = spin.start(on: runtime())
    for _ in 0..<50 {
      let (isIterating, mayGoOn) = (Gate(), Gate())
      let task = Task {
        for await _ in running.states {
          isIterating.open()
          await mayGoOn.waitStubbornly()
        }
      }
      await isIterating.wait()
      for number in 1...10 { running.emit(number) }
      await running.idle()
      // It takes what waits while it is being cancelled.
      async let canceller: Void = onThread { Canceller.cancel(task) }
      mayGoOn.open()
      await canceller
      await task.value
    }
    await running.end()
    #expect(!seen.entries.contains(true))
  }

  private static let watches:
    [@Sendable (RunningSpin<Int, Int>, Transcript<Int>) -> Updates<Int?>] = [
      { running, looks in
        running.values { state in
          looks(state)
          return Optional(state)
        }
      },
      { running, looks in
        running.scope(
          state: { state in
            looks(state)
            return state
          }, event: { (event: Int) in event }
        ).values()
      },
    ]

  @Test(arguments: RuntimeUnderTest.all, watches.indices)
  func aConsumerThatWasCancelledIsNoObserverEvenIfItsIteratorIsKept(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let (looks, seen, mayEnd) = (Transcript<Int>(), Transcript<Int?>(), Gate())
    let spin = Spin<Int, Int>(initialState: 0) { Reducer { sum, number in sum += number } }
    let running = spin.start(on: runtime)
    let values = Self.watches[index](running, looks)
    let hasEnded = Gate()
    let task = Task {
      var iterator = values.makeAsyncIterator()
      while let value = await iterator.next() { seen(value) }
      hasEnded.open()
      await mayEnd.waitStubbornly()
      withExtendedLifetime(iterator) {}
    }
    try await seen.until(0)
    running.emit(1)
    try await seen.until(1)
    task.cancel()
    await hasEnded.wait()
    running.emit(1)
    await running.idle()
    #expect(running.state == 2)
    #expect(looks.entries == [0, 1])
    mayEnd.open()
    await task.value
  }
}
