public import Synchronization

/// An observer's place in a loop, and the flag that ends it.
@usableFromInline
package final class ObserverEntry<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let keepsPrevious: Bool
  /// NB: a property of its own, so that calling it needs no reference counting.
  @usableFromInline let observe: @Sendable (Transition<State, Event>) -> Void
  @usableFromInline let atEnd: @Sendable () -> Void
  @usableFromInline let isGone = Atomic(false)
  /// Its number in the list of observers.
  ///
  /// Accessed only by the drain.
  @usableFromInline let place = Atomic(0)

  @inlinable
  package init(_ observer: Observer<State, Event>) {
    keepsPrevious = observer.keepsPrevious
    observe = observer.observe
    atEnd = observer.end
  }

  @inlinable
  func tell(_ transition: inout Transition<State, Event>) {
    if !hasLeft { observe(transition) }
  }

  /// Tells the observer that there is nothing more to observe.
  @inlinable
  func end() {
    if !hasLeft { atEnd() }
  }

  /// Ends the observation: the observer is not called again.
  func leave() {
    isGone.store(true, ordering: .releasing)
  }

  @inlinable var hasLeft: Bool { isGone.load(ordering: .acquiring) }
}
