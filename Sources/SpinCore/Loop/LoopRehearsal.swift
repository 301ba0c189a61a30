/// What a loop gets from the log of another run, in place of a runtime: see ``Loop/rehearse(_:)``.
///
/// The loop of a rehearsal describes its effects and starts no work. Its clock shows what the log says, and
/// no alarm rings.
///
/// *Isolation*: belongs to the thread that rehearses.
// Guard: that thread, for all variables.
package final class LoopRehearsal: SpinRuntime, SpinScheduler {
  /// The time of the step, since the beginning of the run.
  @safe nonisolated(unsafe) package var now = Duration.zero
  /// The time at which the mailbox of the other run accepted the entry of the step.
  @safe nonisolated(unsafe) package var accepted = Duration.zero
  /// Returns how many events the subscription of an execution has emitted as it began.
  @safe nonisolated(unsafe) package var begins: (EntryTag) -> Int = { _ in 0 }
  /// The subscriptions with such events that are still to come, by the serials of their executions.
  @safe nonisolated(unsafe) var begun: [UInt64: BegunSubscription] = [:]
  /// Notes the event that the alarm of an execution or a branch with one part delivers.
  @safe nonisolated(unsafe) package var plans: (EntryTag, any EventValue) -> Void = { _, _ in }

  package init() {}

  package var isolation: LoopIsolation { .custom("the thread that rehearses") }

  package var scheduler: any SpinScheduler { self }

  /// Does nothing: ``Loop/rehearse(_:)`` makes the steps.
  package func schedule(_ turn: Turn) {}

  package func start(_ body: EffectBody, on executor: (any TaskExecutor)?) -> Cancellation { .none }

  package func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> Cancellation {
    .none
  }
}

/// A subscription of a rehearsal that has begun.
struct BegunSubscription {
  /// The tag of its immediate events.
  let tag: EntryTag
  /// The element that it belongs to.
  let element: ElementID?
  /// What monitors are told of its events.
  let poster: LoopMonitors.Poster?
  /// How many events are still to come.
  var left: Int
}
