/// What is shared between the drain and everybody else.
@usableFromInline
struct Mailbox<State: Sendable, Event: Sendable>: ~Copyable, Sendable {
  /// The bits of ``Loop/signals``.
  @usableFromInline static var hasEntries: UInt8 { 1 }
  @usableFromInline static var hasRequests: UInt8 { 2 }
  @usableFromInline static var hasStop: UInt8 { 4 }

  @usableFromInline var inbox = EntryQueue<Event>()
  @usableFromInline var requests: [Request<State, Event>] = []
  /// Whether a turn is due or under way: whether the drain has, or is about to have, an owner.
  @usableFromInline var isBusy = true
  @usableFromInline var isClosed = false

  @inlinable
  init() {}
}

/// What others ask of the drain, apart from events.
@usableFromInline
enum Request<State: Sendable, Event: Sendable>: Sendable {
  case join(ObserverEntry<State, Event>)
  /// The second is the loop, if it is to live until then.
  case notify(Notice, kept: (any AnyObject & Sendable)?)
  case leave(ObserverEntry<State, Event>)
  /// Somebody has withdrawn: forget them.
  case sweep
}
