/// The alarms of a clock in order of their deadlines, as a machine: facts in, orders out.
///
/// Deadlines are times of the scheduler. They are not instants of a user's clock: comparing those
/// would call user code, and the machine is used under a lock.
package struct AlarmQueue: Sendable {
  /// The alarms that ring together: those that are due when the round begins and were set before
  /// it.
  ///
  /// An alarm that a ringing alarm sets with no delay waits for the next round, so that other work
  /// can run between the two.
  package struct Round: Sendable {
    let now: Duration
    let newest: UInt64
  }

  private struct Alarm: Sendable {
    let deadline: Duration
    /// The number of the alarm, by which alarms of one deadline are ordered.
    let number: UInt64

    func precedes(_ other: Alarm) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : number < other.number
    }
  }

  /// A binary heap, which may still contain cancelled alarms.
  private var heap: [Alarm] = []
  private var actions: [UInt64: @Sendable () -> Void] = [:]
  private var newest: UInt64 = 0

  package init() {}

  /// How many alarms are set.
  package var count: Int { actions.count }

  /// How many alarms take up room, including cancelled ones that are not yet forgotten.
  var depth: Int { heap.count }

  /// How many alarms there is room for.
  var capacity: Int { max(heap.capacity, actions.capacity) }

  /// An alarm was set.
  ///
  /// Returns its number.
  package mutating func set(
    _ deadline: Duration, _ action: @escaping @Sendable () -> Void
  ) -> UInt64 {
    newest += 1
    actions[newest] = action
    heap.append(Alarm(deadline: deadline, number: newest))
    siftUp(heap.count - 1)
    return newest
  }

  /// An alarm was cancelled.
  ///
  /// Returns its action, which the caller must release outside of any lock.
  package mutating func cancelled(_ number: UInt64) -> (@Sendable () -> Void)? {
    let action = actions.removeValue(forKey: number)
    if heap.count > 2 * actions.count + 64 { compact() }
    releaseBurst()
    return action
  }

  /// The earliest deadline.
  package mutating func next() -> Duration? {
    dropCancelled()
    return heap.first?.deadline
  }

  /// Time has passed.
  ///
  /// Returns the round that begins; `nil` if nothing is due.
  package mutating func passed(to now: Duration) -> Round? {
    guard let next = next(), next <= now else { return nil }
    return Round(now: now, newest: newest)
  }

  /// Takes the next alarm of a round.
  package mutating func takeNext(of round: Round) -> (@Sendable () -> Void)? {
    dropCancelled()
    guard let first = heap.first, first.deadline <= round.now, first.number <= round.newest else {
      return nil
    }
    removeFirst()
    defer { releaseBurst() }
    return actions.removeValue(forKey: first.number)
  }

  /// Releases the memory of many alarms when none is left.
  private mutating func releaseBurst() {
    guard actions.isEmpty && actions.capacity > 64 else { return }
    actions = [:]
    heap = []
  }

  private mutating func dropCancelled() {
    while let first = heap.first, actions[first.number] == nil { removeFirst() }
  }

  private mutating func compact() {
    heap = heap.filter { actions[$0.number] != nil }.sorted { $0.precedes($1) }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while 2 * index + 1 < heap.count {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      let least = right < heap.count && heap[right].precedes(heap[left]) ? right : left
      guard heap[least].precedes(heap[index]) else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
