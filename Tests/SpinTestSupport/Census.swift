internal import SpinCore

/// Counts live objects.
package final class Census: Sendable {
  private struct Count: Sendable {
    var alive = 0
    var waiting: [Gate] = []
  }

  private let count = Guarded(Count())

  package init() {}

  package var alive: Int { count.withLock { $0.alive } }

  /// Waits until no object is alive.
  package func untilEmpty() async throws {
    let gate = Gate()
    let isEmpty = count.withLock { count in
      if count.alive > 0 { count.waiting.append(gate) }
      return count.alive == 0
    }
    if isEmpty { return }
    if await !gate.wait() { throw CancellationError() }
  }

  fileprivate func add(_ number: Int) {
    let waiting = count.withLock { count in
      count.alive += number
      guard count.alive == 0 else { return [Gate]() }
      defer { count.waiting = [] }
      return count.waiting
    }
    for gate in waiting { gate.open() }
  }
}

/// An object that a census counts.
package final class Counted: Sendable {
  package let number: Int
  private let census: Census
  private let onEnd: @Sendable () -> Void

  package init(_ number: Int = 0, in census: Census, onEnd: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.census = census
    self.onEnd = onEnd
    census.add(1)
  }

  deinit {
    onEnd()
    census.add(-1)
  }
}
