import SpinAsync
import SpinCallbacks
import SpinConformance
import SpinTestSupport
import Testing

/// `states` and `transitions` as sequences.
extension Conformance {
  private static let counting = Spin(initialState: 0) {
    Reducer<Int, Int> { sum, number in sum += number }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func statesBeginWithTheNewestAndMissNone(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.counting.start(on: runtime())
    running.emit(1)
    try await running.settled()
    var iterator = running.states.makeAsyncIterator()
    await running.idle()
    for _ in 0..<5 { running.emit(1) }
    try await running.settled()
    running.stop()
    var states: [Int] = []
    while let state = await iterator.next() { states.append(state) }
    #expect(states == [1, 2, 3, 4, 5, 6])
    #expect(await iterator.next() == nil)
    await running.finished()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceKeepsWhatItsBufferingSays(_ runtime: RuntimeUnderTest) async throws {
    let running = Self.counting.start(on: runtime())
    let kept: [(Buffering, [Int])] = [
      (.all, [0, 1, 2, 3, 4]), (.newest, [4]), (.bounded(1), [4]), (.bounded(3), [2, 3, 4]),
      (.bounded(99), [0, 1, 2, 3, 4]),
    ]
    let consumers = kept.map { ($0.1, running.states(buffering: $0.0).makeAsyncIterator()) }
    await running.idle()  // All have joined.
    for _ in 0..<4 { running.emit(1) }
    try await running.settled()
    running.stop()
    for (expected, consumer) in consumers {
      var iterator = consumer
      var states: [Int] = []
      while let state = await iterator.next() { states.append(state) }
      #expect(states == expected)
    }
    await running.finished()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func transitionsHaveNumberEventOriginAndPreviousState(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.counting.start(on: runtime())
    var plain = running.transitions.makeAsyncIterator()
    var detailed = running.transitions(buffering: .all, keepingPrevious: true).makeAsyncIterator()
    await running.idle()
    running.emit(5)
    try await running.settled()
    running.stop()
    #expect(await plain.next()?.number == 0)
    let transition = try #require(await plain.next())
    #expect(transition.number == 1 && transition.event == 5 && transition.state == 5)
    #expect(transition.origin == .outside)
    #expect(transition.previous == nil)
    #expect(await detailed.next()?.previous == nil)
    let other = try #require(await detailed.next())
    #expect(other.previous == 0)
    #expect(other.isNew { $0 } && !other.isNew { $0 > 9 })
    #expect(await detailed.next() == nil)
    await running.finished()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceWithoutDuplicatesLeavesEqualStatesOut(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.counting.start(on: runtime())
    var iterator = running.states.removingDuplicates().makeAsyncIterator()
    await running.idle()
    for number in [0, 1, 0, 0, 1, 0] { running.emit(number) }
    try await running.settled()
    running.stop()
    var states: [Int] = []
    while let state = await iterator.next() { states.append(state) }
    #expect(states == [0, 1, 2])
    await running.finished()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func manyConsumersEachSeeEveryStateWhileThreadsEmit(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.counting.start(on: runtime())
    let consumers = (0..<4).map { _ in
      let states = running.states
      return Task {
        var seen: [Int] = []
        for await state in states { seen.append(state) }
        return seen
      }
    }
    await onThreads(2) { _ in
      for _ in 0..<250 { running.emit(1) }
    }
    try await running.settled()
    // Those that have not begun to iterate yet find a loop that has stopped.
    await running.end()
    for consumer in consumers {
      let seen = await consumer.value
      #expect(seen == Array((seen.first ?? 0)...500))
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func cancellingTheTaskThatIteratesEndsItsSequenceOnly(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.counting.start(on: runtime)
    let begun = Gate()
    let states = running.states
    let consumer = Task {
      var seen: [Int] = []
      for await state in states {
        seen.append(state)
        begun.open()
      }
      return seen
    }
    await begun.wait()
    consumer.cancel()
    #expect(await consumer.value == [0])
    #expect(running.emit(1) == .accepted)
    #expect(try await running.settled() == 1)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceOfAStoppedLoopGivesTheLastStateAndEnds(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let running = Self.counting.start(on: runtime())
    running.emit(1)
    try await running.settled()
    await running.end()
    var iterator = running.states.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSlowConsumerDelaysNobodyAndABoundedOneKeepsNoMoreThanItsBound(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let alive = Census()
    let spin = Spin<Counted, Int>(initialState: Counted(0, in: alive)) {
      Reducer { state, number in state = Counted(number, in: alive) }
    }
    let running = spin.start(on: runtime())
    var slow = running.states(buffering: .bounded(3)).makeAsyncIterator()
    await running.idle()
    for number in 1...1000 { running.emit(number) }
    #expect(try await running.settled().number == 1000)  // The consumer has not asked yet.
    await running.idle()
    // The initial state, which the definition has; the newest; and what the buffer keeps of others.
    #expect(alive.alive <= 5)
    for number in 998...1000 { #expect(await slow.next()?.number == number) }
    await running.end()
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aSequenceWhoseIteratorIsGoneKeepsNothing(_ runtime: RuntimeUnderTest) async throws {
    let alive = Census()
    let spin = Spin<Counted, Int>(initialState: Counted(0, in: alive)) {
      Reducer { state, number in state = Counted(number, in: alive) }
    }
    let running = spin.start(on: runtime())
    let (states, transitions) = (running.states, running.transitions)
    var iterators: (Updates<Counted>.Iterator, Updates<Transition<Counted, Int>>.Iterator)? =
      (states.makeAsyncIterator(), transitions.makeAsyncIterator())
    await running.idle()
    for number in 1...100 { running.emit(number) }
    try await running.settled()
    withExtendedLifetime(iterators) { #expect(alive.alive > 100) }
    iterators = nil
    // The initial state, which the definition has, and the newest.
    #expect(alive.alive <= 3)
    for number in 101...200 { running.emit(number) }
    try await running.settled()
    await running.idle()
    #expect(alive.alive <= 3)
    withExtendedLifetime((states, transitions)) {}
    await running.end()
  }
}
