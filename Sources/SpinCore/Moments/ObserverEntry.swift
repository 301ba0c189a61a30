internal import Synchronization

/// An observer in the list of a loop.
package final class ObserverEntry: Member {
  let membership = Membership()
  let keepsPrevious: Bool
  /// The decision that makes the observer unnecessary, if there is one.
  let decision: Decision?
  /// Whether the loop has not kept the observer, because of the decision.
  private let isDismissed = Atomic(false)
  private let observe: @Sendable (MomentView) -> Void
  private let atEnd: @Sendable () -> Void

  package init(
    keepsPrevious: Bool, until decision: Decision? = nil,
    _ observe: @escaping @Sendable (MomentView) -> Void, atEnd: @escaping @Sendable () -> Void
  ) {
    self.decision = decision
    self.keepsPrevious = keepsPrevious
    self.observe = observe
    self.atEnd = atEnd
  }

  /// Notes that the loop does not keep the observer.
  func dismiss() { isDismissed.store(true, ordering: .releasing) }

  var wasDismissed: Bool { isDismissed.load(ordering: .acquiring) }

  /// Tells the observer a transition, unless it has left.
  func tell(_ view: inout MomentView) {
    if !hasLeft { lend(&view, to: observe) }
  }

  /// Tells the observer that there is nothing more to observe.
  func end() {
    if !hasLeft { atEnd() }
  }
}
