import Testing

@testable import SpinAsync

@Suite struct AlarmQueueTests {
  /// Rings what is due and returns the names, in order.
  final class Bell: @unchecked Sendable {
    // Guard: one test, one thread.
    var rung: [String] = []
  }

  var queue = AlarmQueue<Int>()
  let bell = Bell()

  @discardableResult
  mutating func set(_ name: String, at deadline: Int) -> UInt64 {
    queue.set(deadline) { [bell] in bell.rung.append(name) }
  }

  mutating func ring(at now: Int) -> [String] {
    bell.rung = []
    while let action = queue.takeDue(at: now) { action() }
    return bell.rung
  }

  @Test mutating func alarmsRingInOrderOfTheirDeadlines() {
    for deadline in [5, 3, 9, 1, 7, 8, 2, 6, 4] { set("\(deadline)", at: deadline) }
    #expect(queue.next() == 1)
    #expect(ring(at: 4) == ["1", "2", "3", "4"])
    #expect(queue.next() == 5)
    #expect(ring(at: 100) == ["5", "6", "7", "8", "9"])
    #expect(queue.next() == nil)
  }

  @Test mutating func alarmsOfOneDeadlineRingInOrderOfRegistration() {
    for name in ["a", "b", "c", "d", "e"] { set(name, at: 1) }
    #expect(ring(at: 1) == ["a", "b", "c", "d", "e"])
  }

  @Test mutating func aCancelledAlarmDoesNotRing() {
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
    #expect(queue.next() == 2)
  }

  // A debounce sets an alarm and cancels it at each key; they must not pile up until they are due.
  @Test mutating func cancelledAlarmsAreForgotten() {
    set("kept", at: 1000)
    for index in 0..<10_000 { _ = queue.cancelled(set("gone", at: 10_000 - index % 7)) }
    #expect(queue.depth < 200)
    #expect(ring(at: 20_000) == ["kept"])
  }
}
