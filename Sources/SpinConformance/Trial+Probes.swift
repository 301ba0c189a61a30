internal import SpinCore

extension Trial {
  /// Checks that a runtime runs turns and bodies once.
  ///
  /// A loop traps if a turn is run twice, so each check does this first.
  func probe(_ subject: Subject) async throws {
    for _ in 0..<10 {
      let visits = ProbeVisits(self, entries: 3)
      subject.runtime.schedule(visits.turn)
      try await until("A turn is run to its end.") { visits.isOver }
    }
    for _ in 0..<3 {
      let calls = log(of: Int.self)
      let body = RuntimeProbe().body {
        calls(1)
        return nil
      }
      _ = subject.runtime.start(body, on: nil)
      try await until("A body is called.") { !calls.entries.isEmpty }
      let turn = ProbeVisits(self, entries: 1)
      subject.runtime.schedule(turn.turn)
      try await until("A turn is run to its end.") { turn.isOver }
      try expect("The number of calls of a body", calls.entries.count, 1)
    }
  }
}

/// A turn without a loop that records how it is run.
final class ProbeVisits: Sendable {
  private struct Account: Sendable {
    var left: Int
    var isInside = false
    var isOver = false
    var threads: [Int] = []
  }

  private let trial: Trial
  private let account: Guarded<Account>
  private let visit: @Sendable () -> Void
  private let gauge = StackGauge()

  /// Creates a turn that pretends to take a number of entries, and calls a closure in each slice.
  init(_ trial: Trial, entries: Int, visit: @escaping @Sendable () -> Void = {}) {
    self.trial = trial
    account = Guarded(Account(left: entries))
    self.visit = visit
  }

  /// The turn.
  var turn: Turn { RuntimeProbe().turn { self.run($0) } }

  /// Whether the turn has ended.
  var isOver: Bool { account.withLock { $0.isOver } }

  /// The threads that have run the turn.
  var threads: [Int] { account.withLock { $0.threads } }

  private func run(_ limit: Int) -> Bool {
    let problem = account.withLock { account -> String? in
      defer { account.isInside = true }
      account.threads.append(currentThreadID())
      if account.isInside { return "Two threads have run one turn at the same time." }
      return account.isOver ? "A turn was run again after it had come to its end." : nil
    }
    if let problem { trial.fail(expected: "A turn is run once.", found: problem) }
    let depth = gauge.measure()
    if depth > StackGauge.limit {
      trial.fail(
        expected: "The slices of a turn use constant stack.",
        found: "The stack has grown by \(depth) bytes.")
      return false
    }
    visit()
    let isOver = account.withLock { account in
      account.isInside = false
      account.left = max(account.left - limit, 0)
      account.isOver = account.isOver || account.left == 0
      return account.isOver
    }
    if isOver { trial.poke() }
    return !isOver
  }
}
