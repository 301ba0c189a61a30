internal import Synchronization

/// An observer's place in a loop, and the flag that ends it.
package final class ObserverEntry: Sendable {
  let keepsPrevious: Bool
  private let observe: @Sendable (MomentView) -> Void
  let atEnd: @Sendable () -> Void
  let isGone = Atomic(false)
  /// Its number in the list of observers.
  ///
  /// Accessed only by the drain.
  let place = Atomic<UInt64>(0)

  init(
    keepsPrevious: Bool, _ observe: @escaping @Sendable (MomentView) -> Void,
    atEnd: @escaping @Sendable () -> Void
  ) {
    self.keepsPrevious = keepsPrevious
    self.observe = observe
    self.atEnd = atEnd
  }

  /// Tells the observer a transition, unless it has left.
  func tell(_ view: inout MomentView) {
    if !hasLeft { lend(&view, to: observe) }
  }

  /// Tells the observer that there is nothing more to observe.
  func end() {
    if !hasLeft { atEnd() }
  }

  /// Ends the observation: the observer is not called again.
  func leave() {
    isGone.store(true, ordering: .releasing)
  }

  var hasLeft: Bool { isGone.load(ordering: .acquiring) }
}
