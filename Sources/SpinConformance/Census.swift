internal import SpinCore

/// An object that is counted while it is alive.
final class Counted: Sendable {
  private let census: Census

  init(in census: Census) {
    self.census = census
    census.change(by: 1)
  }

  deinit {
    census.change(by: -1)
  }
}

/// The number of objects that are alive.
final class Census: Sendable {
  private let count = Guarded(0)
  private let onChange: @Sendable () -> Void

  init(_ trial: Trial) {
    onChange = { [weak trial] in trial?.poke() }
  }

  var alive: Int { count.withLock { $0 } }

  fileprivate func change(by number: Int) {
    count.withLock { $0 += number }
    onChange()
  }
}
