/// The functions of a loop, for code that does not know its types: turns, the work of effects, and
/// generic code that emits.
///
/// They capture nothing. A reducer makes them where it is written, where the state and the event are
/// known, so that they are specialised however a loop is started and an event comes about: in code
/// that is generic over the state they would take thirty times as long.
@usableFromInline
final class LoopTable<Event: Sendable>: Sendable {
  /// Whether the functions are specialised.
  @usableFromInline let isConcrete: Bool
  @usableFromInline let emit: @Sendable (AnyObject, Event) -> Emission
  @usableFromInline let drain: @Sendable (AnyObject, _ limit: Int, inout NextBody) -> Bool
  @usableFromInline let post: @Sendable (AnyObject, EntryTag, Event?) -> Emission
  @usableFromInline let postLast: @Sendable (AnyObject, EntryTag, Event?) -> Turn?
  @usableFromInline let refuse: @Sendable (AnyObject, EntryTag, Event, DropReason) -> Emission
  @usableFromInline let schedule: @Sendable (AnyObject, Turn, _ outsideOfTask: Bool) -> Void
  @usableFromInline let mustStop: @Sendable (AnyObject) -> Bool

  @inlinable
  init<State: Sendable>(for loop: Loop<State, Event>.Type) {
    isConcrete = _isConcrete(State.self) && _isConcrete(Event.self)
    emit = { Self.loop($0, loop).emit($1) }
    drain = { Self.loop($0, loop).drain(limit: $1, &$2) }
    post = { Self.loop($0, loop).post(Entry($1, $2)) }
    postLast = { Self.loop($0, loop).postLast(Entry($1, $2)) }
    refuse = { Self.loop($0, loop).refuse($2, $1, $3) }
    mustStop = { Self.loop($0, loop).mustStop }
    schedule = {
      let runtime = Self.loop($0, loop).runtime
      if $2 { runtime.runElsewhere($1) } else { runtime.run($1) }
    }
  }

  /// NB: not checked, because a door and a turn name the loop whose functions they have.
  @inlinable
  static func loop<State: Sendable>(
    _ object: AnyObject, _ type: Loop<State, Event>.Type
  ) -> Loop<State, Event> {
    unsafeDowncast(object, to: type)
  }
}

/// Where effects deliver.
///
/// It does not keep the loop: an emitter that somebody has kept holds the memory of no state. When
/// the loop is gone, which is when its handle is gone and its last turn has ended, it has stopped.
///
/// NB: one object for all effects of a loop, because each weak reference costs as much as a lock.
@usableFromInline
final class Door<Event: Sendable>: Sendable {
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) private(set) weak var loop:
    (any AnyObject & Sendable)?
  // Guard: set once, by init.
  @usableFromInline let table: LoopTable<Event>

  @usableFromInline
  init(_ loop: any AnyObject & Sendable, _ table: LoopTable<Event>) {
    self.loop = loop
    self.table = table
  }

  /// Puts an event, or a fact without one, into the mailbox and sees to it that a turn runs.
  @inlinable
  @discardableResult
  func post(_ tag: EntryTag, _ event: Event? = nil) -> Emission {
    guard let loop else { return .dropped(.stopped) }
    return table.post(loop, tag, event)
  }

  /// The same from the end of a body's task; returns the turn if the runtime is to run one.
  @inlinable
  func postLast(_ tag: EntryTag, _ event: Event?) -> Turn? {
    guard let loop else { return nil }
    return table.postLast(loop, tag, event)
  }

  /// Reports an event that is refused.
  @inlinable
  func refuse(_ tag: EntryTag, _ event: Event, _ reason: DropReason) -> Emission {
    guard let loop else { return .dropped(.stopped) }
    return table.refuse(loop, tag, event, reason)
  }

  /// Has the runtime run a turn.
  @inlinable
  func schedule(_ turn: Turn, outsideOfTask: Bool) {
    if let loop { table.schedule(loop, turn, outsideOfTask) }
  }

  /// Whether the loop has been told to stop.
  @inlinable var mustStop: Bool {
    guard let loop else { return true }
    return table.mustStop(loop)
  }
}
