import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// The different values of a part of the state.
extension Conformance {
  private struct Inventory: Sendable {
    var items: [Int] = []
    var looks = 0
  }

  private enum Move: Sendable { case add, remove, look }

  private static let shelf = Spin<Inventory, Move>(initialState: Inventory()) {
    Reducer { shelf, move in
      switch move {
      case .add: shelf.items.append(0)
      case .remove: _ = shelf.items.popLast()
      case .look: shelf.looks += 1
      }
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func valuesAreTheNewestOneAndThenEachDifferentOne(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.shelf.start(on: runtime())
    running.emit(.add)
    try await running.settled()
    var values = running.values(of: \.items.count).makeAsyncIterator()
    await running.idle()
    for move in [.look, .add, .look, .remove, .add, .add, .look] as [Move] { running.emit(move) }
    try await running.settled()
    running.stop()
    var seen: [Int] = []
    while let value = await values.next() { seen.append(value) }
    #expect(seen == [1, 2, 1, 2, 3])
    await running.finished()
  }

  /// The values between have made room, so the newest equals the one before.
  @Test(arguments: RuntimeUnderTest.all)
  func aValueThatEqualsTheOneBeforeIsLeftOutHoweverSlowTheConsumer(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.shelf.start(on: runtime)
    let values = running.values(of: \.items.count, buffering: .newest)
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for move in [.add, .add, .remove, .remove] as [Move] { running.emit(move) }
    try await running.settled()
    async let next = iterator.next()
    await running.idle()
    running.emit(.add)
    #expect(await next == 1)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anObserverOfAPartGetsEachDifferentValueInTheLoop(_ runtime: RuntimeUnderTest) async throws {
    let instance = runtime.instance(nil)
    let (log, strays) = (Transcript<Int>(), Transcript<Int>())
    let running = Self.shelf.start(on: instance.runtime)
    running.emit(.add)
    try await running.settled()
    let token = running.observe(\.items.count) { count in
      if !instance.isAtHome() { strays(count) }
      log(count)
    }
    await running.idle()
    for move in [.look, .add, .look, .remove, .add, .add, .look] as [Move] { running.emit(move) }
    try await running.settled()
    token.cancel()
    running.emit(.add)
    try await running.settled()
    #expect(log.entries == [1, 2, 1, 2, 3])
    #expect(strays.entries == [])
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func anObserverOnTheMainActorGetsTheDifferentValuesOfAPart(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let log = Transcript<Int>()
    let running = Self.shelf.start(on: runtime)
    let token = running.observe(\.items.count, on: .mainActor) { count in
      MainActor.assertIsolated()
      log(count)
    }
    try await log.until(0)
    for number in 1...20 {
      running.emit(.add)
      running.emit(.look)
      try await log.until(number)
    }
    running.emit(.look)
    try await running.settled()
    token.cancel()
    running.emit(.add)
    try await running.settled()
    await Task { @MainActor in }.value
    #expect(log.entries == Array(0...20))
  }

  /// The main actor is kept busy meanwhile, so on all runtimes but its own the values wait.
  @Test(arguments: RuntimeUnderTest.all.filter { $0().isolation != .mainActor })
  @MainActor
  func aValueThatEqualsTheOneShownIsNotShownAgain(_ runtime: RuntimeUnderTest) async throws {
    let log = Transcript<Int>()
    let running = Self.shelf.start(on: runtime)
    let token = running.observe(\.items.count, on: .mainActor) { log($0) }
    try await log.until(0)
    let isDone = Gate()
    let last = running.observe { if $0.number == 2 { isDone.open() } }
    running.emit(.add)
    running.emit(.remove)
    isDone.waitBlocking()
    try await running.settled()
    running.emit(.add)
    try await log.until(1)
    #expect(log.entries == [0, 1])
    withExtendedLifetime((token, last)) {}
  }
}
