internal import Synchronization

/// Counts the objects that are alive.
package final class Census: Sendable {
  private let alive = Mutex(0)

  package init() {}

  package var count: Int { alive.withLock { $0 } }

  fileprivate func add(_ number: Int) {
    alive.withLock { $0 += number }
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
    census.add(-1)
    onEnd()
  }
}
