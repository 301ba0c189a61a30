/// A request to the drain.
enum LoopRequest: Sendable {
  case join(ObserverEntry)
  case leave(ObserverEntry)
  case wait(LoopWaiter)
  /// A ``LoopWaiter`` gives up its wait.
  case withdraw(LoopWaiter)
  /// Another state, without an event.
  case replace(Moment)
  /// A list of the effects that are alive.
  case list(@Sendable ([RunningEffect]) -> Void)
}

/// Reports an event that was not reduced; it must not take the event.
///
/// The site is that of the call that has emitted a refused event; `nil` for an event that was taken.
package typealias DropReport = @Sendable (EventPlace, DropReason, EntryTag, CodeSite?) -> Void
