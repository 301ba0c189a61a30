/// An observer's place in a loop.
package final class ObserverEntry: Member {
  let membership = Membership()
  let keepsPrevious: Bool
  private let observe: @Sendable (MomentView) -> Void
  private let atEnd: @Sendable () -> Void

  package init(
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
}
