internal import Dispatch
public import SpinCore
public import SpinTesting

/// A promise of the loop contract, which a runtime can be tested for.
///
/// Test a ``/SpinCore/SpinRuntime`` or a ``/SpinCore/SpinScheduler`` with one line:
///
/// ```swift
/// @Test(arguments: Conformance.clauses)
/// func myRuntimeKeepsThePromises(_ clause: Conformance) async throws {
///   try await clause.check({ MyRuntime(scheduler: $0) }, isAtHome: { $0.isCurrent })
/// }
/// ```
///
/// `isAtHome` returns whether the calling code runs where the runtime says that it calls the
/// closures of a loop. Only the author of the runtime can tell.
///
/// A check needs no test framework: it throws a ``BrokenPromise``.
public struct Conformance: Sendable, CustomStringConvertible {
  /// The promise as a name, such as `aTurnIsRunOnce`.
  public let name: String

  /// The clause of the loop contract; `nil` for a promise that ``/SpinCore/SpinRuntime`` itself
  /// makes.
  public let clause: Int?

  /// The promise as a sentence.
  public let description: String

  /// The numbers of the promises of the loop contract that the check covers.
  package let promises: [String]

  let body: @Sendable (Trial) async throws -> Void

  init(
    _ name: String, promises: [String] = [], _ description: String,
    _ body: @escaping @Sendable (Trial) async throws -> Void
  ) {
    self.name = name
    self.clause = promises.first.flatMap { Int($0.prefix { $0 != "." }) }
    self.promises = promises
    self.description = description
    self.body = body
  }

  /// Creates a check of one runtime.
  ///
  /// If the check is `timed`, the runtime has a manual scheduler, if it accepts one.
  init(
    _ name: String, promises: [String] = [], timed: Bool = false, _ description: String,
    _ body: @escaping @Sendable (Trial, Subject) async throws -> Void
  ) {
    self.init(name, promises: promises, description) { trial in
      try await body(trial, timed ? trial.timedSubject() : trial.subject())
    }
  }

  /// Checks that a runtime keeps this promise.
  ///
  /// The check creates the runtime with a scheduler whose time it controls, or with `nil` if the
  /// runtime has to keep time itself. The runtime may wrap the scheduler, or ignore it if it cannot
  /// use another one than its own. The check notices this by how the time of
  /// ``/SpinCore/SpinRuntime/scheduler`` passes. If the runtime ignores the scheduler, the check
  /// lets real time pass, and compares only the order of events.
  ///
  /// A runtime that does not run by itself needs a pump. Work that its loops request while the
  /// check is not waiting may wait for the next call. Bodies may run within the pump, even if their
  /// feedback has an executor. ``/SpinTesting/TestRuntime`` is such a runtime:
  ///
  /// ```swift
  /// try await clause.check { TestRuntime(time: $0 ?? ManualScheduler()) } pump: { $0.run() }
  /// ```
  ///
  /// *Isolation*: the closures are called one at a time, in a task on a separate dispatch queue.
  /// Only `isAtHome` is called by the loops.
  ///
  /// *Cancellation*: ends the check with a `CancellationError`.
  ///
  /// - Parameters:
  ///   - makeRuntime: Creates a runtime without loops; called once or more.
  ///   - isAtHome: Returns whether the calling code runs where ``/SpinCore/SpinRuntime/isolation``
  ///     says. Without it, the check is limited to tasks, the main actor and the caller's thread.
  ///   - pump: Does the pending work of the runtime; called repeatedly while the check waits.
  ///   - limit: The real time that the check may take. A runtime that blocks or loses work fails
  ///     then.
  /// - Throws: ``BrokenPromise`` with the expected and the actual behaviour.
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
