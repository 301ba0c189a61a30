/// The functions of a loop, for code that does not know its types: turns, the work of effects, and
/// generic code that emits.
///
/// They capture nothing. The initialiser of a reducer makes them, because the types of state and
/// event are known where it is called. So they are specialised, no matter which code starts the
/// loop or emits. In code that is generic over the state they would take thirty times as long.
@usableFromInline
final class LoopFunctions<Event: Sendable>: Sendable {
  /// Whether the functions are specialised.
  @usableFromInline let isConcrete: Bool
  @usableFromInline let post: @Sendable (Mailbox<Event>, EntryTag, Event) -> EmitResult
  @usableFromInline let postFact: @Sendable (Mailbox<Event>, EntryTag) -> Void
  @usableFromInline let postLast: @Sendable (Mailbox<Event>, EntryTag, Event) -> Turn?
  @usableFromInline let postLastFact: @Sendable (Mailbox<Event>, EntryTag) -> Turn?
  @usableFromInline let drain: @Sendable (LoopObject, inout Slice, inout NextBody) -> TurnEnd
  /// See ``Loop/wake()``.
  @usableFromInline let wake: @Sendable (LoopObject) -> Bool
  @usableFromInline let stop: @Sendable (Mailbox<Event>) -> Void
  @usableFromInline let schedule: @Sendable (LoopObject, Turn, _ outsideOfTask: Bool) -> Void

  @inlinable
  init<State: Sendable>(for loop: Loop<State, Event>.Type) {
    isConcrete = _isConcrete(State.self) && _isConcrete(Event.self)
    post = { $0.postSpecialized($1, $2) }
    postFact = { $0.postFactSpecialized($1) }
    postLast = { $0.postLast($1, $2) }
    postLastFact = { $0.postLast($1, nil) }
    drain = { Self.loop($0, loop).drain(&$1, &$2) }
    wake = { Self.loop($0, loop).wake() }
    stop = { $0.stop() }
    schedule = {
      let runtime = Self.loop($0, loop).context.runtime
      if $2 { runtime.scheduleElsewhere($1) } else { runtime.schedule($1) }
    }
  }

  /// NB: unchecked, because a mailbox and a turn pass only the loop that their functions belong to.
  @inlinable
  static func loop<State: Sendable>(
    _ object: LoopObject, _ type: Loop<State, Event>.Type
  ) -> Loop<State, Event> {
    unsafe unsafeDowncast(object, to: type)
  }
}
