public import Synchronization

/// An observer's place in a loop, and the flag that ends it.
@usableFromInline
package final class ObserverEntry<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let observer: Observer<State, Event>
  /// The observer's closure, in a place where calling it needs no counting.
  @usableFromInline let observe: @Sendable (Transition<State, Event>) -> Void
  @usableFromInline let isGone = Atomic(false)
  /// The number of its place in the list of observers. Touched by the drain.
  let place = Atomic(0)

  @usableFromInline
  package init(_ observer: Observer<State, Event>) {
    self.observer = observer
    observe = observer.observe
  }

  @inlinable
  func tell(_ transition: inout Transition<State, Event>) {
    if !isGone.load(ordering: .acquiring) { observe(transition) }
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
