internal import SpinCore

/// Detects whether closures that must run one at a time overlap or nest.
package final class Exclusion: Sendable {
  private struct Account: Sendable {
    var isInside = false
    var overlaps = 0
  }

  private let account = Guarded(Account())

  package init() {}

  /// The number of calls that began during another call.
  package var overlaps: Int { account.withLock { $0.overlaps } }

  package func callAsFunction<Result>(_ body: () -> Result) -> Result {
    account.withLock { account in
      if account.isInside { account.overlaps += 1 }
      account.isInside = true
    }
    defer { account.withLock { $0.isInside = false } }
    return body()
  }
}
