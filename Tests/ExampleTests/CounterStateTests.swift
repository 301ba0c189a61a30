import SpinCore
import Testing

@testable import counter

/// The counter's reducer, as tables.
@Suite struct CounterStateTests {
  @Test(arguments: [
    (Counter.fixed(10), Counter.decreasing(10)),
    (.fixed(5), .decreasing(5)),
    (.fixed(1), .decreasing(1)),
    (.fixed(0), .increasing(0)),
    (.decreasing(7), .decreasing(7, paused: true)),
    (.decreasing(7, paused: true), .decreasing(7)),
    (.increasing(3), .increasing(3, paused: true)),
    (.increasing(3, paused: true), .increasing(3)),
  ])
  func toggleStartsAwayFromTheNearEndAndPauses(_ before: Counter, _ after: Counter) {
    #expect(before.after(.toggle) == after)
  }

  @Test(arguments: [
    (Counter.decreasing(10), Counter.decreasing(9)),
    (.decreasing(1), .increasing(0)),
    (.increasing(0), .increasing(1)),
    (.increasing(9), .decreasing(10)),
    (.fixed(5), .fixed(5)),
    (.increasing(9, paused: true), .increasing(9, paused: true)),
    (.decreasing(1, paused: true), .decreasing(1, paused: true)),
  ])
  func ticksMoveWhatRunsAndTurnItAroundAtTheEnds(_ before: Counter, _ after: Counter) {
    #expect(before.after(.tick) == after)
  }

  @Test(arguments: [
    (Counter.fixed(10), 1, Counter.fixed(10)),
    (.fixed(10), -1, .fixed(9)),
    (.fixed(0), -1, .fixed(0)),
    (.fixed(0), 1, .fixed(1)),
    (.decreasing(1, paused: true), -1, .increasing(0, paused: true)),
    (.increasing(0, paused: true), -1, .increasing(0, paused: true)),
    (.increasing(9, paused: true), 1, .decreasing(10, paused: true)),
    (.decreasing(10, paused: true), 1, .decreasing(10, paused: true)),
    (.decreasing(5, paused: true), 1, .decreasing(6, paused: true)),
    (.increasing(5, paused: true), -1, .increasing(4, paused: true)),
  ])
  func keysChangeWhatStandsStillWithinItsLimits(
    _ before: Counter, _ step: Int, _ after: Counter
  ) {
    #expect(before.after(.add(step)) == after)
  }

  @Test(arguments: [Counter.increasing(5), .decreasing(5), .increasing(0), .decreasing(10)])
  func keysDoNotChangeWhatRuns(_ counter: Counter) {
    #expect(counter.after(.add(1)) == counter)
    #expect(counter.after(.add(-1)) == counter)
  }

  @Test(arguments: [
    Counter.fixed(3), .increasing(4), .decreasing(5), .increasing(6, paused: true),
  ])
  func resetGoesBackToTheStart(_ counter: Counter) {
    #expect(counter.after(.reset) == .fixed(10))
  }

  @Test func twelveStepsLeadToTwo() {
    var counting = Counting()
    let reducer = Counting.spin(interval: .seconds(1)).reducer
    reducer.reduce(&counting, .toggle)
    for _ in 0..<12 { reducer.reduce(&counting, .tick) }
    #expect(counting == Counting(counter: .increasing(2), ticks: 12))
  }
}

extension Counter {
  fileprivate func after(_ event: Event) -> Counter {
    var copy = self
    copy.apply(event)
    return copy
  }
}
