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

/// A loop, for code that does not know its types.
@usableFromInline typealias LoopObject = any AnyObject & Sendable

/// A request to the drain.
@usableFromInline
enum LoopRequest: Sendable {
  /// An ``ObserverEntry`` of the loop's types joins.
  case join(any AnyObject & Sendable)
  /// An ``ObserverEntry`` of the loop's types leaves.
  case leave(any AnyObject & Sendable)
  case wait(LoopWaiter)
  /// A ``LoopWaiter`` gives up its wait.
  case withdraw(LoopWaiter)
  /// A ``StateBox`` of the loop's type replaces the state.
  case replace(any AnyObject & Sendable)
}
