import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// Observers on the main actor.
extension Conformance {
  private static let sum = Spin<Int, Int>(initialState: 0) {
    Reducer { sum, number in sum += number }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anObserverOnTheMainActorGetsTheNewestStateAndThenNewerOnes(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let running = Self.sum.start(on: runtime)
    running.emit(1)
    let token = running.observe(on: .mainActor) { state in
      MainActor.assertIsolated()
      log(state)
    }
    for _ in 0..<100 { running.emit(1) }
    try await log.until(101)
    #expect(log.entries == log.entries.sorted())
    #expect(Set(log.entries).count == log.entries.count)
    token.cancel()
  }

  /// The main actor is kept busy meanwhile, so on all runtimes but its own the states wait.
  @Test(arguments: RuntimeUnderTest.all.filter { $0().isolation != .mainActor })
  @MainActor
  func ofTheStatesThatWaitForTheMainActorTheNewestWins(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let running = Self.sum.start(on: runtime)
    let token = running.observe(on: .mainActor) { log($0) }
    for _ in 0..<9 { running.emit(1) }
    let isDone = Gate()
    let last = running.observe { if $0.state == 9 { isDone.open() } }
    isDone.waitBlocking()
    try await log.until(9)
    #expect(log.entries == [9])
    withExtendedLifetime((token, last)) {}
  }

  /// A state is on its way to the main actor, which cancels before it takes it.
  @Test(arguments: RuntimeUnderTest.all.filter { $0().isolation != .mainActor })
  @MainActor
  func anObserverThatIsCancelledOnTheMainActorIsNotCalledAgain(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<String>()
    let running = Self.sum.start(on: runtime)
    let isTold = Gate()
    let token = running.observe(on: .mainActor) { log("cancelled \($0)") }
    let other = running.observe(on: .mainActor) { log("other \($0)") }
    let last = running.observe { _ in isTold.open() }
    isTold.waitBlocking()
    token.cancel()
    try await log.until("other 0")
    #expect(log.entries == ["other 0"])
    withExtendedLifetime((other, last)) {}
  }

  @Test
  @MainActor
  func onTheMainActorsRuntimeAnObserverThereIsCalledWithinTheStep() async throws {
    let log = Transcript<String>()
    let running = Self.sum.start(on: .mainActor) { log("first \($0.state)") }
    let token = running.observe(on: .mainActor) { log("main \($0)") }
    let last = running.observe { log("last \($0.state)") }
    try await log.until("last 0")
    running.emit(1)
    try await running.settled()
    #expect(
      log.entries == ["first 0", "main 0", "last 0", "first 1", "main 1", "last 1"])
    withExtendedLifetime((token, last)) {}
    await running.end()
  }

  /// The compiler lets only the main actor change the screen.
  @Test
  @MainActor
  func theObserverOfARunOnTheMainActorBelongsToIt() async throws {
    final class Screen { var states: [Int] = [] }
    let screen = Screen()
    try await Self.sum.run(on: .mainActor) { screen.states.append($0.state) }
    let running = Self.sum.start(on: .mainActor) { screen.states.append(10 + $0.state) }
    running.emit(1)
    try await running.settled()
    await running.end()
    try await Self.sum.withRunning(
      on: .mainActor, observer: { screen.states.append(20 + $0.state) }
    ) { running in
      running.emit(2)
      try await running.settled()
    }
    #expect(screen.states == [0, 10, 11, 20, 22])
  }
}
