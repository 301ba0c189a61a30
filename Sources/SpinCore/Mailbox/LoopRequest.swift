/// A request to the drain.
enum LoopRequest: Sendable {
  case join(ObserverEntry)
  case leave(ObserverEntry)
  case wait(LoopWaiter)
  /// A ``LoopWaiter`` gives up its wait.
  case withdraw(LoopWaiter)
  /// Another state, without an event.
  case replace(Moment)
}

/// Reports an event that was not reduced; it must not take the event.
package typealias DropReport = @Sendable (EventPlace, DropReason, Origin) -> Void
