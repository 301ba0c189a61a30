public import Synchronization

/// A closure that is told every transition.
///
/// *Isolation*: called by the loop, one transition at a time, before the effects of that
/// transition start.
///
/// *Ordering*: observers are called in order of registration. One given at start sees every
/// transition from transition 0 on; one that joins later first gets the newest transition, and
/// then every following one.
///
/// *Reentrancy*: it may emit, which enqueues, and may stop the loop; the transition then still
/// reaches the observers after it.
public struct Observer<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let keepsPrevious: Bool
  @usableFromInline let observe: @Sendable (Transition<State, Event>) -> Void
  @usableFromInline let end: @Sendable () -> Void

  /// Makes an observer of a closure.
  ///
  /// - Parameters:
  ///   - keepingPrevious: Whether transitions have their previous state. The loop then keeps the
  ///     state before each event, so a collection in the state is copied when it changes.
  ///   - observe: What to call with each transition.
  public init(
    keepingPrevious: Bool = false,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void
  ) {
    self.init(keepingPrevious: keepingPrevious, observe, atEnd: {})
  }

  /// Makes an observer that also learns when there is nothing more to observe.
  ///
  /// - Parameters:
  ///   - keepingPrevious: As above.
  ///   - observe: What to call with each transition.
  ///   - end: Called once, by the loop, when it has stopped and the last transition was told.
  public init(
    keepingPrevious: Bool = false,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void,
    atEnd end: @escaping @Sendable () -> Void
  ) {
    keepsPrevious = keepingPrevious
    self.observe = observe
    self.end = end
  }
}

/// An observer's place in a loop, and the flag that ends it.
@usableFromInline
package final class Registrant<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let observer: Observer<State, Event>
  @usableFromInline let isGone = Atomic(false)

  @usableFromInline
  package init(_ observer: Observer<State, Event>) {
    self.observer = observer
  }

  @inlinable
  func tell(_ transition: Transition<State, Event>) {
    if !isGone.load(ordering: .acquiring) { observer.observe(transition) }
  }

  /// Tells the observer that there is nothing more to observe.
  func end() {
    if !hasLeft { observer.end() }
  }

  /// Ends the observation: the observer is not called again.
  func leave() {
    isGone.store(true, ordering: .releasing)
  }

  var hasLeft: Bool { isGone.load(ordering: .acquiring) }
}

/// Somebody who waits for a loop to be settled, drained or finished.
@usableFromInline
package final class Notice: Sendable {
  /// What the notice is about.
  package enum Occasion: Sendable {
    /// Once, when the loop is settled or has stopped.
    case settled
    /// Each time the mailbox has run empty after steps.
    case drained
    /// Once, when the loop has stopped and the last user code has returned.
    case finished
  }

  /// How a notice came about.
  package enum Outcome: Sendable {
    case happened
    /// The loop stopped before it was settled.
    case stopped
    /// The task that waits is an effect of the same loop, so it would wait for itself.
    case insideOwnEffect
  }

  let occasion: Occasion
  /// The task that waits, see ``EffectRun/task``; 0 if it is none.
  let task: Int
  let call: @Sendable (Outcome) -> Void
  let isGone = Atomic(false)

  package init(
    _ occasion: Occasion, task: Int = 0, _ call: @escaping @Sendable (Outcome) -> Void
  ) {
    self.occasion = occasion
    self.task = task
    self.call = call
  }

  /// Gives up the wait.
  func withdraw() {
    isGone.store(true, ordering: .releasing)
  }

  var isWithdrawn: Bool { isGone.load(ordering: .acquiring) }

  func notify(_ outcome: Outcome) {
    if !isWithdrawn { call(outcome) }
  }
}
