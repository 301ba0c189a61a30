import SpinAsync
import SpinChildren
import SpinTesting
import Testing

struct CounterListTests {
  @Test(arguments: Host.all)
  func eachCounterRunsUntilItIsRemovedWhereverItStands(_ host: Host) async throws {
    let time = ManualScheduler()
    let running = CounterList.spin.start(on: host.runtime(time))
    for _ in 1...3 { running.emit(.add) }
    for id in 1...3 { running.emit(.counter(id, .toggle)) }
    running.emit(.counter(2, .add(10)))
    await running.idle()
    try await time.untilAlarms(3)
    await pass(1, time, running)
    #expect(running.state.counters.parts.map(\.count) == [1, 11, 1])
    running.emit(.move(3, to: 0))
    running.emit(.remove(1))
    await pass(2, time, running)
    #expect(Array(running.state.counters.ids) == [3, 2])
    #expect(running.state.counters.parts.map(\.count) == [3, 13])
    // Of a counter that is gone nothing is left, and its events change nothing.
    #expect(time.alarmCount == 2)
    running.emit(.counter(1, .toggle))
    for id in 2...3 { running.emit(.counter(id, .toggle)) }
    let list = try await running.settled()
    #expect(time.alarmCount == 0)
    #expect(list.counters.count == 2)
    running.stop()
    await running.finished()
  }

  @Test func aCounterThatIsRemovedTicksNoMoreAndTheOthersGoOn() {
    for _ in 1...Support.rounds {
      let test = TestSpin(CounterList.spin)
      for id in 1...2 {
        test.emit(.add) { list in
          list.newest = id
          list.counters.append(Counter(), id: id)
        }
        test.emit(.counter(id, .toggle)) { $0.counters[id: id]?.isRunning = true }
      }
      test.advance(by: .seconds(1))
      for id in 1...2 {
        test.expect(.counter(id, .tick), from: "counters[\(id)].clock") {
          $0.counters[id: id]?.count = 1
        }
      }
      test.emit(.move(2, to: 0)) { $0.counters.move(id: 2, to: 0) }
      test.emit(.remove(1)) { $0.counters.remove(id: 1) }
      test.advance(by: .seconds(1))
      test.expect(.counter(2, .tick), from: "counters[2].clock") {
        $0.counters[id: 2]?.count = 2
      }
      test.emit(.counter(2, .toggle)) { $0.counters[id: 2]?.isRunning = false }
      test.advance(by: .seconds(5))
      test.finish()
    }
  }

  private func pass(
    _ seconds: Int, _ time: ManualScheduler,
    _ running: RunningSpin<CounterList, CounterList.Event>
  ) async {
    for _ in 1...seconds {
      time.advance(by: .seconds(1))
      await running.idle()
    }
  }
}
