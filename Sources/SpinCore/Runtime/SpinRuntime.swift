/// A type that executes loops: it runs their turns and bodies, and has a clock and alarms for them.
///
/// A runtime decides where code runs and by which clock. Everything else, such as the order of
/// events, staleness, cancellation and stopping, is the same on every runtime. A loop is correct on
/// any conformer that keeps the promises below, which `Conformance` of SpinConformance checks.
///
/// ```swift
/// struct QueueRuntime: SpinRuntime {
///   let queue: DispatchQueue
///   let scheduler: any SpinScheduler
///   var isolation: LoopIsolation { .serialQueue(queue.label) }
///
///   func schedule(_ turn: Turn) {
///     queue.async { if let rest = turn.run() { schedule(rest) } }
///   }
///   func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
///     Cancellation(Task.detached(executorPreference: executor) {
///       if let turn = await body() { schedule(turn) }
///     })
///   }
/// }
/// ```
public protocol SpinRuntime: Sendable {
  /// The thread or executor that calls the user's closures.
  var isolation: LoopIsolation { get }

  /// The runtime's clock and alarms.
  var scheduler: any SpinScheduler { get }

  /// Whether the loop may run a turn itself, on the thread that wakes it, instead of calling
  /// ``schedule(_:)``; `false` by default.
  ///
  /// For runtimes whose ``schedule(_:)`` only calls ``Turn/runUnnested()``: the loop then need not
  /// make a turn. Inside a closure of another loop, it still calls ``schedule(_:)``.
  var runsTurnsAtOnce: Bool { get }

  /// Whether the calling code runs where the runtime runs turns, so that no turn can run meanwhile;
  /// `nil` if the runtime cannot tell, which is the default.
  ///
  /// An `emit` on a handle that is called there, outside of every closure of a loop, makes the steps
  /// that wait, for one slice, before it returns. The loop passes a turn to ``schedule(_:)`` all the
  /// same, if the event came from elsewhere, or if steps are left after the slice.
  ///
  /// The loop asks once when it is made, and then for each such `emit`. Return `nil` always or never.
  func isIsolatingCurrentContext() -> Bool?

  /// Runs a turn once, now or later.
  ///
  /// A loop asks for one turn at a time: it asks for the next only after this one was run to its
  /// end. The call may run the turn before it returns.
  func schedule(_ turn: Turn)

  /// Runs a turn once, outside of the calling task or thread.
  ///
  /// A loop calls it in two cases. The calling task has been cancelled, so the loop's closures would see the
  /// cancellation. Or the calling thread, which runs turns at once, has made steps for others for a tenth of
  /// a second. The default calls ``schedule(_:)``; a runtime whose ``schedule(_:)`` may run the turn before
  /// it returns needs an implementation of its own.
  func scheduleElsewhere(_ turn: Turn)

  /// Runs the async body of an effect.
  ///
  /// *Cancellation*: the result cancels the task that runs the body. Call the body even if its task
  /// was cancelled before: the body then ends its part of the execution.
  ///
  /// - Parameters:
  ///   - body: Call it once. If it returns a turn, run that at once if the code around the body is
  ///     in the loop's isolation, or pass it to ``schedule(_:)``. In the first case
  ///     ``EffectBody/run(limit:)`` does all of this, and is faster.
  ///   - executor: The executor for the whole body, if its feedback has one; the body then never
  ///     returns a turn.
  /// - Returns: A value that cancels the task.
  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation
}

extension SpinRuntime {
  /// The default: the loop passes every turn to ``schedule(_:)``.
  public var runsTurnsAtOnce: Bool { false }

  /// The default: the runtime cannot tell.
  public func isIsolatingCurrentContext() -> Bool? { nil }

  /// The default: the same as ``schedule(_:)``.
  public func scheduleElsewhere(_ turn: Turn) {
    schedule(turn)
  }
}

/// Where a runtime calls the closures of a loop: reducer, feedbacks, observers, registrations.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum LoopIsolation: Hashable, Sendable {
  /// A new task for each turn, on the global or the given executor.
  case tasks

  /// The main actor.
  case mainActor

  /// A serial dispatch queue, named by its label.
  case serialQueue(String)

  /// The thread that gives an idle loop something to do.
  ///
  /// Usually that is the thread that emits. It can also be the thread that starts, observes or
  /// stops the loop, the thread that releases a handle, a token or an emitter, or the thread of a
  /// timer.
  ///
  /// If that thread is inside a closure of another loop, it calls the closures when the step of
  /// that loop is complete.
  case callersThread

  /// Something else, in words.
  case custom(String)
}
