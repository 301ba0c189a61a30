internal import SpinAsync
package import SpinCore
package import Testing

/// Ends the loops that a test has started on runtimes under test, when its body has come to its end.
///
/// They are kept until then, and their handles with them, so that no loop ends before its test does and none
/// goes on beside the next one. If the body throws, they are stopped, but nobody waits for what they have
/// begun: the gates that it waits for may never be opened.
package struct EndsLoops: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    let loops = StartedLoops()
    do {
      try await StartedLoops.$ofTest.withValue(loops) { try await body() }
    } catch {
      loops.stop()
      throw error
    }
    loops.stop()
    await loops.finished()
  }
}

extension Trait where Self == EndsLoops {
  /// Ends the loops that each test of the suite starts by `spin.start(on: runtime)`.
  package static var endsLoops: Self { EndsLoops() }
}

/// The loops that a test has started.
private final class StartedLoops: Sendable {
  private struct Member: Sendable {
    let stop: @Sendable () -> Void
    let finished: @Sendable () async -> Void
  }

  @TaskLocal static var ofTest: StartedLoops?

  private let members = Guarded<[Member]>([])

  /// Adds a loop, and a handle that is to be let go after it has ended.
  static func adding<State, Event>(
    _ running: RunningSpin<State, Event>, _ handle: Handle<State, Event>? = nil
  ) -> RunningSpin<State, Event> {
    guard let loops = ofTest else {
      fatalError(
        "Nobody ends this loop: give the suite the trait .endsLoops, or end a loop on runtime().")
    }
    let member = Member {
      running.stop()
    } finished: {
      await running.finished()
      handle?.set(nil)
    }
    loops.members.withLock { $0.append(member) }
    return running
  }

  func stop() {
    for member in members.withLock({ $0 }) { member.stop() }
  }

  func finished() async {
    for member in members.withLock({ $0 }) { await member.finished() }
  }
}

extension Spin {
  /// Starts a run that ends with its test.
  package func start(
    on runtime: RuntimeUnderTest, scheduler: (any SpinScheduler)? = nil,
    options: RunOptions<State, Event> = RunOptions(), keepingPrevious: Bool = false,
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    StartedLoops.adding(
      start(
        on: runtime(scheduler: scheduler), options: options, keepingPrevious: keepingPrevious,
        observer: observer))
  }

  /// Starts a run that ends with its test.
  package func start(
    on runtime: HeldRuntime, options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    StartedLoops.adding(
      start(on: runtime as any SpinRuntime, options: options, observer: observer))
  }

  /// Starts a run that ends with its test, and whose handle is set before transition 0.
  package func start(
    on runtime: RuntimeUnderTest, scheduler: (any SpinScheduler)? = nil,
    handle: Handle<State, Event>, options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    let running = start(
      on: runtime(scheduler: scheduler), handle: handle, options: options, observer: observer)
    return StartedLoops.adding(running, handle)
  }

  /// Starts a run that ends with its test, and whose handle is set before transition 0.
  package func start(
    on runtime: HeldRuntime, handle: Handle<State, Event>,
    options: RunOptions<State, Event> = RunOptions(),
    observer: (@Sendable (Transition<State, Event>) -> Void)? = nil
  ) -> RunningSpin<State, Event> {
    let running = start(
      on: runtime as any SpinRuntime, handle: handle, options: options, observer: observer)
    return StartedLoops.adding(running, handle)
  }
}
