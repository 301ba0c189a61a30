import SpinAsync
import SpinConformance
import SpinTestSupport
import SpinTesting
import Testing

struct StubTests {
  @Test func aStubShowsStatesByHandAndKeepsWhatIsEmitted() {
    let stub = Stub<Int, String>(1)
    #expect(stub.running.state == 1)
    stub.show(2)
    stub.running.emit("a")
    stub.running.emit("b")
    #expect(stub.running.state == 2)
    #expect(stub.emitted == ["a", "b"])
    stub.show(3)
    #expect(stub.running.state == 3)
  }

  @Test func observersSeeEachStateThatIsShown() async throws {
    let stub = Stub<[Int], String>([1])
    var states = stub.running.states.makeAsyncIterator()
    var seen: [[Int]] = []
    func next() async { if let state = await states.next() { seen.append(state) } }
    await next()
    stub.show([2])
    await next()
    stub.running.emit("a")
    stub.show([3])
    await next()
    await next()
    #expect(seen == [[1], [2], [2], [3]])
    stub.running.stop()
    #expect(await states.next() == nil)
  }

  @Test func aStateThatIsShownIsATransitionWithoutAnEvent() {
    let log = Transcript<String>()
    let stub = Stub<Int, String>(0)
    let entry = ObserverEntry(
      Observer<Int, String>(keepingPrevious: true) { transition in
        let previous = transition.previous.map { "\($0)" } ?? "nothing"
        log("\(transition.number) \(transition.event ?? "-") \(previous) > \(transition.state)")
      })
    stub.running.loop.join(entry)
    stub.show(1)
    stub.running.emit("a")
    stub.show(2)
    stub.show(3)
    #expect(log.entries == ["0 - nothing > 0", "1 - 0 > 1", "2 a 1 > 1", "3 - 1 > 2", "4 - 2 > 3"])
  }

  @Test func statesAreShownOnEveryRuntime() async throws {
    for runtime in RuntimeUnderTest.all {
      let stub = Stub<Int, Int>(0, on: runtime())
      let shown = Transcript(of: Int.self)
      let entry = ObserverEntry(Observer<Int, Int> { shown($0.state) })
      stub.running.loop.join(entry)
      stub.show(1)
      for number in 2...50 {
        stub.running.emit(number)
        stub.show(number)
      }
      try await shown.until(50)
      await stub.running.idle()
      #expect(stub.emitted == Array(2...50))
      #expect(shown.entries.sorted() == shown.entries)
      await stub.running.end()
    }
  }

  @Test func aStoppedStubShowsNothing() {
    let stub = Stub<Int, String>(1)
    stub.running.stop()
    stub.show(2)
    stub.running.emit("late")
    #expect(stub.running.state == 1 && stub.emitted == [])
  }

  @Test func theStatesOfAStubAreLetGo() {
    let census = Census()
    do {
      let stub = Stub<Counted, String>(Counted(1, in: census))
      for number in 2...5 { stub.show(Counted(number, in: census)) }
      #expect(census.alive == 1)  // The newest.
      #expect(stub.running.state.number == 5)
    }
    #expect(census.alive == 0)
  }
}
