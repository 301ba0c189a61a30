import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// What a token keeps of the closure that it ends.
extension Conformance {
  private typealias Observe =
    @Sendable (RunningSpin<Int, Int>, @escaping @Sendable () -> Void) -> ObservationToken

  private static let observations: [(name: String, observe: Observe)] = [
    ("transitions", { running, call in running.observe { _ in call() } }),
    ("states", { running, call in running.observe(on: .mainActor) { _ in call() } }),
    ("values", { running, call in running.observe({ $0 }, on: .mainActor) { _ in call() } }),
    (
      "a part",
      { running, call in
        running.scope(state: { $0 }, event: { (event: Int) in event }).observe { _ in call() }
      }
    ),
    (
      "a part on the main actor",
      { running, call in
        running.scope(state: { $0 }, event: { (event: Int) in event }).observe(on: .mainActor) {
          _ in
          call()
        }
      }
    ),
    ("settling", { running, call in running.onSettled { call() } }),
    ("draining", { running, call in running.onDrained { call() } }),
    ("finishing", { running, call in running.onFinished { call() } }),
  ]

  /// A loop that is not settled before it is stopped, or before an event comes.
  private static let waiting = Spin<Int, Int>(initialState: 0) {
    Feedback(while: { $0 == 0 }) { .run { _ in await Gate().wait() } }
    Reducer { sum, number in sum += number }
  }

  @Test(arguments: RuntimeUnderTest.all, observations.indices)
  func aCancelledTokenKeepsNothingOfItsClosure(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let alive = Census()
    let running = Self.waiting.start(on: runtime())
    do {
      let screen = Screen(in: alive)
      screen.open(Self.observations[index].observe, running)
      screen.close()
    }
    try await alive.untilEmpty()
    #expect(!running.isStopped)
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all, observations.indices)
  func aTokenKeepsNothingOfItsClosureWhenTheLoopHasEnded(
    _ runtime: RuntimeUnderTest, _ index: Int
  ) async throws {
    let alive = Census()
    let running = Self.waiting.start(on: runtime())
    Screen(in: alive).open(Self.observations[index].observe, running)
    await running.end()
    try await alive.untilEmpty()
    await running.idle()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aClosureThatWasToldThatTheLoopIsSettledIsLetGo(_ runtime: RuntimeUnderTest) async throws {
    let alive = Census()
    let running = Self.waiting.start(on: runtime())
    let settled = Gate()
    let token = Guarded<ObservationToken?>(nil)
    do {
      let counted = Counted(in: alive)
      let observation = running.onSettled { withExtendedLifetime(counted) { settled.open() } }
      token.withLock { $0 = observation }
    }
    running.emit(1)
    await settled.wait()
    try await alive.untilEmpty()
    #expect(!running.isStopped)
    await running.end()
    token.withLock { $0?.cancel() }
  }

  @Test func aCancelledTokenKeepsNothingOfTheReceiverOfAGear() async throws {
    let alive = Census()
    let gear = Gear<Int>()
    do {
      let screen = Screen(in: alive)
      screen.keep(gear.observe { _ in screen.show() })
      screen.close()
    }
    #expect(alive.alive == 0)
    gear.post(1)
  }

  @Test func aTokenKeepsNothingOfTheReceiverOfAGearThatIsGone() async throws {
    let alive = Census()
    do {
      let gear = Gear<Int>()
      let screen = Screen(in: alive)
      screen.keep(gear.observe { _ in screen.show() })
    }
    #expect(alive.alive == 0)
  }

  /// The hand-over to the main actor is under way when the loop has let go of the observer.
  @Test(arguments: RuntimeUnderTest.all)
  @MainActor
  func anObserverThatIsCancelledAfterTheEndOfTheLoopIsNotCalledAgain(
    _ runtime: RuntimeUnderTest
  ) async {
    let running = Self.waiting.start(on: runtime())
    let seen = Transcript<Int>()
    let token = running.observe({ $0 }, on: .mainActor) { seen($0) }
    let other = running.observe(on: .mainActor) { seen($0) }
    await running.end()
    let count = seen.entries.count
    token.cancel()
    other.cancel()
    await Task { @MainActor in }.value
    #expect(seen.entries.count == count)
  }
}

/// An object that keeps the token of its own observation, as the screens of programs do.
private final class Screen: Sendable {
  private let token = Guarded<ObservationToken?>(nil)
  private let counted: Counted

  init(in census: Census) {
    counted = Counted(in: census)
  }

  func open(
    _ observe:
      @Sendable (RunningSpin<Int, Int>, @escaping @Sendable () -> Void) -> ObservationToken,
    _ running: RunningSpin<Int, Int>
  ) {
    keep(observe(running) { self.show() })
  }

  func keep(_ token: ObservationToken) {
    self.token.withLock { $0 = token }
  }

  func show() {}

  /// Ends the observation, and keeps the token.
  func close() {
    token.withLock { $0 }?.cancel()
  }
}
