/// One entry of a mailbox: an event, or a fact about an effect.
@usableFromInline
package struct Entry<Event: Sendable>: Sendable {
  @usableFromInline let tag: EntryTag
  @usableFromInline let event: Event?

  @inlinable
  init(_ tag: EntryTag, _ event: Event? = nil) {
    self.tag = tag
    self.event = event
  }
}

/// A loop, for code that knows no types.
@usableFromInline typealias LoopObject = any AnyObject & Sendable

/// What is asked of the drain, apart from events.
@usableFromInline
enum LoopRequest: Sendable {
  /// An ``ObserverEntry`` of the loop's types joins.
  case join(any AnyObject & Sendable)
  /// It leaves.
  case leave(any AnyObject & Sendable)
  case wait(LoopWaiter)
  /// It gives up.
  case withdraw(LoopWaiter)
  /// A ``StateBox`` of the loop's type takes the place of the state.
  case replace(any AnyObject & Sendable)
}
