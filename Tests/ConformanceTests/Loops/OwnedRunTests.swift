import SpinAsync
import SpinCallbacks
import SpinTestSupport
import Testing

/// A sequence that owns its run.
extension Conformance {
  @Test(arguments: RuntimeUnderTest.all)
  func eachIteratorOfTheStatesOfASpinIsARun(_ runtime: RuntimeUnderTest) async throws {
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback(filteredBy: { $0 < 3 }) { _ in .run { 1 } }
      Reducer { count, step in count += step }
    }
    let states = spin.states(on: runtime())
    for _ in 0..<3 {
      var seen: [Int] = []
      for await state in states {
        seen.append(state)
        if state == 3 { break }
      }
      #expect(seen == [0, 1, 2, 3])
    }
  }

  @Test(arguments: RuntimeUnderTest.all)
  func aRunEndsWithItsIteratorAndWithTheTaskThatIterates(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { remote.effect("run") }
      Reducer { count, step in count += step }
    }
    var iterator: Updates<Int>.Iterator? = spin.states(on: runtime()).makeAsyncIterator()
    #expect(await iterator?.next() == 0)
    try await remote.log.until("+run")
    iterator = nil
    try await remote.log.until("-run")
    let isIterating = Gate()
    let task = Task {
      var count = 0
      for await _ in spin.states(on: runtime()) {
        count += 1
        isIterating.open()
      }
      return count
    }
    await isIterating.wait()
    try await remote.log.until("+run", times: 2)
    task.cancel()
    #expect(await task.value == 1)
    try await remote.log.until("-run", times: 2)
  }

  /// The iterator is kept: the cancelled task alone ends the run.
  @Test(arguments: RuntimeUnderTest.all)
  func cancellingTheTaskThatIteratesStopsTheRunOfAnIteratorThatIsKept(
    _ runtime: RuntimeUnderTest
  ) async throws {
    let remote = Remote<Int>()
    let spin = Spin<Int, Int>(initialState: 0) {
      Feedback.source { remote.effect("run") }
      Reducer { count, step in count += step }
    }
    let goOn = Gate()
    let task = Task {
      var iterator = spin.states(on: runtime()).makeAsyncIterator()
      while await iterator.next() != nil {}
      await goOn.waitStubbornly()
      return await iterator.next()
    }
    try await remote.log.until("+run")
    task.cancel()
    try await remote.log.until("-run")
    goOn.open()
    #expect(await task.value == nil)
  }
}
