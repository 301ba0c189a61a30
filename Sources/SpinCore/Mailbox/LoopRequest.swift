/// A request to the drain.
enum LoopRequest: Sendable {
  case join(ObserverEntry)
  case leave(ObserverEntry)
  case wait(LoopWaiter)
  /// A ``LoopWaiter`` gives up its wait.
  case withdraw(LoopWaiter)
  /// Another state, without an event.
  case replace(Moment)
  /// The steps up to a transition are durable.
  case open(upTo: Int)
  /// No further step will be durable.
  case fail(any Error)
  /// A list of the effects that are alive.
  case list(@Sendable ([RunningEffect]) -> Void)
}

/// Reports an event that was not reduced; it must not take the event.
///
/// The site is that of the call that has emitted a refused event; `nil` for an event that was taken.
package typealias DropReport = @Sendable (EventPlace, DropReason, EntryTag, CodeSite?) -> Void
