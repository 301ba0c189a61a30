internal import SpinCore

/// Runs a test many times, each time with its concurrent work in another order.
///
/// The first run that fails is reported, with a short order that fails in the same way.
///
/// ```swift
/// @Test func theNewestQueryWins() {
///   explore { test in
///     let running = Search.spin(.fake).start(on: test)
///     test.concurrently({ running.emit(.typed("a")) }, { running.emit(.typed("ab")) })
///     test.advance(by: .seconds(1))
///     test.expect(running.state.titles, equals: fakeTitles(of: running.state.query))
///   }
/// }
/// ```
///
/// The closure makes the loops and their fakes anew for each run, on the runtime that it gets. At
/// each point where several things could happen next, a run chooses one of them: a loop takes its
/// next event, a task of an effect or of
/// ``TestRuntime/concurrently(_:fileID:filePath:line:column:)`` goes on to its next suspension, or,
/// within ``TestRuntime/advance(by:fileID:filePath:line:column:)``, the next alarm rings. With
/// `alarms: .whenIdle` an alarm waits until nothing else is ready. So exploring finds lost updates,
/// stale answers, cancellations that come too late, and timeouts that race with answers.
///
/// `seeds` is the number of runs; a test that leaves no choice is run once. The first run has the
/// usual order of a ``TestRuntime``. The others choose at random from their number, by four
/// strategies in turn, for which each loop, each body and the alarms are a lane: any lane, random
/// priorities of lanes that change a few times, random priorities of single pieces of work, and
/// staying in a lane. The same number makes the same
/// choices, unless something else decides, such as the order of a `Set` or `Dictionary`, a random
/// number, or another thread.
///
/// A run fails by ``TestRuntime/expect(_:_:fileID:filePath:line:column:)`` and
/// ``TestRuntime/expect(_:equals:fileID:filePath:line:column:)``, by a ``TestSpin``, by stray or endless
/// work, or by an error that the closure throws. Its failure is reported once, at its line, with the order
/// in words, and with a text. To repeat only that run, pass the text as `replaying`. If the run passes then,
/// the call still fails, so that nobody forgets the argument. If even the usual order fails, the failure begins
/// with the likely reason: bodies that had left the test by then, see ``TestRuntime``, or ready work that the
/// test had not done. Assertions of a test framework record their failures themselves, once for each run.
/// Warnings in a run are not reported, and neither are handles that the closure has dropped.
///
/// A run gives up after 100,000 jobs, mailbox entries and alarms at one instant. When the closure
/// returns, the run cancels the bodies that are still alive; a body that ignores its cancellation
/// stays in memory, and one that never suspends again, such as a loop of `try? await` sleeps, never
/// ends. Give each ``TestSpin`` the runtime, `TestSpin(spin, on: test)`: on another one,
/// nothing of it is explored.
///
/// It does not interrupt code between two suspensions; for data races, use the thread sanitizer. It
/// tries many orders, not all of them. A task that waits forever is no failure by itself: expect
/// what the task was to do.
///
/// *Isolation*: the closure is called on the calling thread, which does all of the work.
///
/// - Returns: How many runs were made, and how many different orders they had.
/// - Precondition: `seeds` is 1 or more.
@discardableResult
public func explore(
  seeds count: Int = 1_000, alarms: AlarmOrder = .anytime, replaying choices: String? = nil,
  report: FailureReporter = .automatic, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: (TestRuntime) throws -> Void
) -> Exploration {
  require(count > 0, "explore(seeds: \(count)) would run nothing: the number must be 1 or more.")
  let site = CallSite(fileID, filePath, line, column)
  let explorer = Explorer(alarms: alarms, site: site, reporter: report)
  if let choices { return explorer.replay(choices, body) }
  return explorer.explore(count, body)
}

/// Refuses a closure that waits.
@available(
  *, unavailable,
  message: """
    The closure of explore waits for nothing: test.run() does the work, and advance(by:) moves the time.
    """
)
@_disfavoredOverload
@discardableResult
public func explore(
  seeds count: Int = 1_000, alarms: AlarmOrder = .anytime, replaying choices: String? = nil,
  report: FailureReporter = .automatic, _ body: (TestRuntime) async throws -> Void
) -> Exploration {
  Exploration(runs: 0, orders: 0)
}

/// What ``explore(seeds:alarms:replaying:report:fileID:filePath:line:column:_:)`` has tried.
public struct Exploration: Hashable, Sendable {
  /// The number of runs, without those that shortened a failing order.
  public let runs: Int

  /// The number of different orders among them.
  public let orders: Int
}
