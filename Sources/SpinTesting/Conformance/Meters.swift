internal import SpinCore

/// How deep the stack has been, on each thread.
final class StackGauge: Sendable {
  private let extents = Guarded<[Int: ClosedRange<UInt>]>([:])

  /// Measures the stack here.
  ///
  /// - Returns: How far the highest and the lowest place on this thread lie apart, in bytes.
  func measure() -> Int {
    var mark: UInt8 = 0
    let place = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    let thread = currentThreadID()
    return extents.withLock { extents in
      let old = extents[thread] ?? place...place
      let new = min(old.lowerBound, place)...max(old.upperBound, place)
      extents[thread] = new
      return Int(new.upperBound - new.lowerBound)
    }
  }

  /// More than loops, tasks and queues need at different times.
  static let limit = 192 * 1024
}

/// Finds out whether closures that must run one at a time ever overlap or nest.
final class Exclusion: Sendable {
  private struct Account: Sendable {
    var isInside = false
    var visits = 0
    var overlaps = 0
  }

  private let account = Guarded(Account())

  var overlaps: Int { account.withLock { $0.overlaps } }

  var visits: Int { account.withLock { $0.visits } }

  func callAsFunction<Result>(_ body: () -> Result) -> Result {
    account.withLock { account in
      account.visits += 1
      if account.isInside { account.overlaps += 1 }
      account.isInside = true
    }
    defer { account.withLock { $0.isInside = false } }
    return body()
  }
}

/// An object that is counted for as long as somebody keeps it.
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

/// Counts objects.
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

/// A value that any thread sets and reads.
final class Box<Value: Sendable>: Sendable {
  private let content: Guarded<Value>

  init(_ value: Value) {
    content = Guarded(value)
  }

  var value: Value { content.withLock { $0 } }

  func set(_ value: Value) {
    let old = content.withLock { content in
      defer { content = value }
      return content
    }
    withExtendedLifetime(old) {}  // The last reference must not go under the lock.
  }
}
