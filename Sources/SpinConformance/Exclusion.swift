internal import SpinCore

/// Detects whether closures that must run one at a time overlap or nest.
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
