import SpinTestSupport
import Testing

@testable import SpinCore

@Suite struct AlarmQueueTests {
  /// Rings what is due and returns the names, in order.
  final class Bell: @unchecked Sendable {
    // Guard: one test, one thread.
    var rung: [String] = []
  }

  var queue = AlarmQueue()
  let bell = Bell()

  @discardableResult
  mutating func set(_ name: String, at deadline: Int) -> UInt64 {
    queue.set(.seconds(deadline)) { [bell] in bell.rung.append(name) }
  }

  mutating func ring(at now: Int) -> [String] {
    bell.rung = []
    guard let round = queue.passed(to: .seconds(now)) else { return [] }
    while let action = queue.takeNext(of: round) { action() }
    return bell.rung
  }

  @Test(.promises("12.3"))
  mutating func alarmsRingInOrderOfTheirDeadlines() {
    for deadline in [5, 3, 9, 1, 7, 8, 2, 6, 4] { set("\(deadline)", at: deadline) }
    #expect(queue.next() == .seconds(1))
    #expect(ring(at: 4) == ["1", "2", "3", "4"])
    #expect(queue.next() == .seconds(5))
    #expect(ring(at: 100) == ["5", "6", "7", "8", "9"])
    #expect(queue.next() == nil)
  }

  @Test(.promises("12.3"))
  mutating func alarmsOfOneDeadlineRingInOrderOfRegistration() {
    for name in ["a", "b", "c", "d", "e"] { set(name, at: 1) }
    #expect(ring(at: 1) == ["a", "b", "c", "d", "e"])
  }

  // An alarm that sets the next one for at once would otherwise keep its thread forever.
  @Test(.promises("12.4"))
  mutating func whatIsSetDuringARoundRingsInTheNext() throws {
    set("a", at: 1)
    set("b", at: 2)
    let begun = queue.passed(to: .seconds(2))
    let round = try #require(begun)
    queue.takeNext(of: round)?()
    set("c", at: 2)
    while let action = queue.takeNext(of: round) { action() }
    #expect(bell.rung == ["a", "b"])
    #expect(ring(at: 2) == ["c"])
    #expect(ring(at: 2) == [])
    #expect(queue.count == 0)
  }

  @Test(.promises("12.6"))
  mutating func aCancelledAlarmDoesNotRing() {
    set("a", at: 1)
    let second = set("b", at: 2)
    set("c", at: 3)
    #expect(queue.cancelled(second) != nil)
    #expect(queue.cancelled(second) == nil)
    #expect(ring(at: 3) == ["a", "c"])
  }

  @Test mutating func theEarliestDeadlineIsThatOfAnAlarmNotCancelled() {
    let first = set("a", at: 1)
    set("b", at: 2)
    _ = queue.cancelled(first)
    #expect(queue.next() == .seconds(2))
  }

  // A debounce sets an alarm and cancels it at each key; they must not pile up until they are due.
  @Test(.promises("12.6"))
  mutating func cancelledAlarmsAreForgotten() {
    set("kept", at: 1000)
    for index in 0..<10_000 { _ = queue.cancelled(set("gone", at: 10_000 - index % 7)) }
    #expect(queue.depth < 200)
    #expect(ring(at: 20_000) == ["kept"])
  }

  @Test(arguments: [false, true])
  mutating func aQueueWithoutAlarmsKeepsNoMemoryOfABurst(rings: Bool) {
    let numbers = (0..<10_000).map { set("a", at: $0 % 7) }
    #expect(queue.capacity >= 10_000)
    if rings {
      #expect(ring(at: 7).count == 10_000)
    } else {
      for number in numbers { _ = queue.cancelled(number) }
    }
    #expect(queue.capacity <= 64)
    set("b", at: 1)
    #expect(ring(at: 1) == ["b"])
  }
}
