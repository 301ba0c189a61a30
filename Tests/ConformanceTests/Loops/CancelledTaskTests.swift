import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Clause 11, where tasks are cancelled.
extension Conformance {
  @Test func aCancellationCancelsATaskOfAnyKind() async {
    let plain = Task { _ = await Gate().wait() }
    let valued = Task { await Gate().wait() }
    let throwing = Task { if await !Gate().wait() { throw Failure.broken } }
    let both = Task<Int, any Error> { if await Gate().wait() { 1 } else { throw Failure.broken } }
    let all = [
      Cancellation(plain), Cancellation(valued), Cancellation(throwing), Cancellation(both),
    ]
    for cancellation in all { cancellation.cancel() }
    await plain.value
    #expect(await valued.value == false)
    await #expect(throws: Failure.broken) { try await throwing.value }
    await #expect(throws: Failure.broken) { try await both.value }
  }

  /// There is no other task for them to run in.
  @Test(.promises("11.4"))
  func onTheCallersThreadClosuresSeeTheTaskThatEmits() async {
    let seen = Transcript<Bool>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        seen(Task.isCancelled)
        count += step
      }
    }
    let running = spin.start(on: .callersThread)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      running.emit(1)
    }
    await task.value
    running.emit(1)
    #expect(seen.entries == [true, false])
    await running.end()
  }

  @Test(.promises("11.4"), arguments: RuntimeUnderTest.all)
  func elsewhereClosuresDoNotSeeTheTaskThatEmits(_ runtime: RuntimeUnderTest) async throws {
    let runtime = runtime()
    guard runtime.isolation != .callersThread else { return }
    let seen = Transcript<Bool>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Reducer { count, step in
        seen(Task.isCancelled)
        count += step
      }
    }
    let running = spin.start(on: runtime)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      running.emit(1)
    }
    await task.value
    try await running.settled()
    #expect(seen.entries == [false])
    await running.end()
  }
}
