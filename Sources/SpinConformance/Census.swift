internal import SpinCore

/// An object that is counted while it is alive.
package final class Counted: Sendable {
  package let number: Int
  private let census: Census
  private let onEnd: @Sendable () -> Void

  package init(_ number: Int = 0, in census: Census, onEnd: @escaping @Sendable () -> Void = {}) {
    self.number = number
    self.census = census
    self.onEnd = onEnd
    census.change(by: 1)
  }

  deinit {
    onEnd()
    census.change(by: -1)
  }
}

/// The number of objects that are alive.
package final class Census: Sendable {
  private struct Count: Sendable {
    var alive = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let count = Guarded(Count())
  private let onChange: @Sendable () -> Void

  package init() {
    onChange = {}
  }

  init(_ trial: Trial) {
    onChange = { [weak trial] in trial?.poke() }
  }

  package var alive: Int { count.withLock { $0.alive } }

  /// Calls an action as soon as no object is alive.
  package func whenEmpty(_ action: @escaping @Sendable () -> Void) {
    let isEmpty = count.withLock { count in
      if count.alive > 0 { count.waiting.append(action) }
      return count.alive == 0
    }
    if isEmpty { action() }
  }

  fileprivate func change(by number: Int) {
    let waiting = count.withLock { count in
      count.alive += number
      guard count.alive == 0 else { return [@Sendable () -> Void]() }
      defer { count.waiting = [] }
      return count.waiting
    }
    for action in waiting { action() }
    onChange()
  }
}
