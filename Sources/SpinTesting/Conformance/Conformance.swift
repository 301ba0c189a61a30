internal import Dispatch
public import SpinCore

/// A promise of the loop contract, which a runtime is checked for.
///
/// Whoever writes a ``SpinRuntime`` or a ``SpinScheduler`` checks it with one line:
///
/// ```swift
/// @Test(arguments: Conformance.clauses)
/// func myRuntimeKeepsThePromises(_ clause: Conformance) async throws {
///   try await clause.check { MyRuntime(scheduler: $0) }
/// }
/// ```
///
/// A check needs no test framework: it throws a ``BrokenPromise``.
public struct Conformance: Sendable, CustomStringConvertible {
  /// The promise as a name, such as `aTurnIsRunOnce`.
  public let name: String

  /// The clause of the loop contract; `nil` for a promise that ``SpinRuntime`` itself makes.
  public let clause: Int?

  /// The promise as a sentence.
  public let description: String

  let body: @Sendable (Trial) async throws -> Void

  init(
    _ name: String, clause: Int? = nil, _ description: String,
    _ body: @escaping @Sendable (Trial) async throws -> Void
  ) {
    self.name = name
    self.clause = clause
    self.description = description
    self.body = body
  }

  /// All promises: those of runtimes and schedulers, and then those of the contract in its order.
  public static let clauses: [Conformance] = [
    turns, bodies, alarms,
    mailbox, steps, stale, stopping, settling, isolation, time, states, forms, handle, composition,
  ].flatMap(\.self)

  /// Checks that a runtime keeps this promise.
  ///
  /// The runtime is made with a scheduler whose time the check passes by hand, or with `nil` if it is
  /// to keep time by itself. One that cannot take a scheduler ignores it: the checks find that out by
  /// ``SpinRuntime/scheduler``, let real time pass, and compare the order of what happens only.
  ///
  /// A runtime that does not run by itself needs a pump. What its loops ask for while the check is not
  /// waiting may wait for the next call. Bodies may run within the pump, even if their feedback asks
  /// for an executor. ``TestRuntime`` is one:
  ///
  /// ```swift
  /// try await clause.check { TestRuntime(time: $0 ?? ManualScheduler()) } pump: { $0.run() }
  /// ```
  ///
  /// *Isolation*: the closures are called in a task with a dispatch queue of its own, one at a time;
  /// only `isAtHome` is called by the loops.
  ///
  /// *Cancellation*: ends the check with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - makeRuntime: Makes a runtime without loops; called once or more.
  ///   - isAtHome: Says whether the calling code is where ``SpinRuntime/isolation`` says. Without it
  ///     that is checked as far as it can be: for tasks, the main actor and the caller's thread.
  ///   - pump: Does what the runtime has to do; called again and again while the check waits.
  ///   - limit: How much real time the check has. A runtime that blocks or loses something fails then.
  /// - Throws: ``BrokenPromise`` with what was expected and what happened.
  public func check<Runtime: SpinRuntime>(
    _ makeRuntime: @escaping @Sendable (ManualScheduler?) -> Runtime,
    isAtHome: (@Sendable (Runtime) -> Bool)? = nil,
    pump: (@Sendable (Runtime) async -> Void)? = nil, within limit: Duration = .seconds(10)
  ) async throws {
    let trial = Trial(of: self) { (scheduler: ManualScheduler?) -> Subject in
      let runtime = makeRuntime(scheduler)
      var subject = Subject(runtime: runtime)
      if let isAtHome { subject.isAtHome = { isAtHome(runtime) } }
      if let pump { subject.pump = { await pump(runtime) } }
      return subject
    }
    try await trial.run(within: limit)
  }
}
