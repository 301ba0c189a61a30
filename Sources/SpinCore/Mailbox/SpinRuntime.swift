/// A type that executes loops: it does the four things that a loop cannot do by itself.
///
/// A runtime has no say in the semantics. It decides where code runs and by which clock, and
/// everything else, the order of events, staleness, cancellation, stopping, is the same on all.
/// A loop's own code is correct on any conformer that keeps the promises below; `Conformance`, in
/// SpinTesting, checks them.
///
/// ```swift
/// struct QueueRuntime: SpinRuntime {
///   let queue: DispatchQueue
///   let scheduler: any SpinScheduler
///   var isolation: LoopIsolation { .serialQueue(queue.label) }
///
///   func schedule(_ turn: Turn) { queue.async { turn() } }
///   func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation {
///     Cancellation(Task.detached(executorPreference: executor) {
///       if let turn = await body() { schedule(turn) }
///     })
///   }
/// }
/// ```
public protocol SpinRuntime: Sendable {
  /// Says which thread or executor calls the user's closures.
  var isolation: LoopIsolation { get }

  /// The runtime's clock and alarm.
  var scheduler: any SpinScheduler { get }

  /// Whether the loop may run a turn itself, on the thread that has something for it, instead of
  /// calling ``schedule(_:)``; `false` by default.
  ///
  /// For runtimes whose ``schedule(_:)`` is ``Turn/runUnnested()``: it saves making the turn. Inside a closure
  /// of another loop, the loop still calls ``schedule(_:)``.
  var runsTurnsAtOnce: Bool { get }

  /// Sees to it that a turn is run, once.
  ///
  /// A loop asks for one turn at a time: it never asks for another before that one was run and has
  /// come to its end. The call may run the turn before it returns.
  func schedule(_ turn: Turn)

  /// Sees to it that a turn is run outside of the task that calls, which has been cancelled.
  ///
  /// The loop's closures would otherwise find themselves cancelled. The default calls ``schedule(_:)``; a
  /// runtime whose `run(_:)` may run the turn before it returns needs a method of its own.
  func scheduleElsewhere(_ turn: Turn)

  /// Runs the async body of an effect.
  ///
  /// *Cancellation*: the result cancels the task that runs the body. A body whose task was
  /// cancelled before it began must still be called: it knows what to do.
  ///
  /// - Parameters:
  ///   - body: Call it once. If it returns a turn, the loop wants one: run it at once if the code
  ///     around the body is in the loop's isolation, or pass it to ``schedule(_:)``. In the first case
  ///     ``EffectBody/run(limit:)`` does it all, and faster.
  ///   - executor: Where all of the body runs, if its feedback asks for an executor; it then never
  ///     returns a turn.
  /// - Returns: What cancels the task.
  func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation
}

extension SpinRuntime {
  /// The default: the loop passes every turn to ``schedule(_:)``.
  public var runsTurnsAtOnce: Bool { false }

  /// The default: the same as ``schedule(_:)``.
  public func scheduleElsewhere(_ turn: Turn) {
    schedule(turn)
  }
}

/// Where a runtime calls the closures of a loop: reducer, feedbacks, observers, registrations.
public enum LoopIsolation: Hashable, Sendable {
  /// A task of its own for each turn, on the global or the given executor.
  case tasks

  /// The main actor.
  case mainActor

  /// A serial dispatch queue, named by its label.
  case serialQueue(String)

  /// The thread that finds something to do for an idle loop: by emitting most of all, but also by
  /// starting, observing, stopping, dropping a handle, a token or an emitter, or by a timer. If that
  /// thread is inside a closure of another loop, as soon as the step of that loop is complete.
  case callersThread

  /// Something else, in words.
  case custom(String)
}
