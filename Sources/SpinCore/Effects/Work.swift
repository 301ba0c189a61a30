/// The work of an effect.
@usableFromInline
package enum Work<Event: Sendable>: Sendable {
  /// An async body that returns at most one event, with which it finishes.
  case once(@Sendable () async -> Event?)

  /// An async body that emits; it finishes when it has returned and the last copy of its emitter is
  /// gone.
  case body(@Sendable (Emitter<Event>) async -> Void)

  /// A callback that emits until its cancellation runs or its emitter is gone.
  case registration(@Sendable (Emitter<Event>) -> Cancellation)

  /// One event after a delay.
  indirect case after(Duration, Event)

  /// An event every period, the k-th one k periods after the start.
  indirect case every(Duration, Event)

  /// An event for each frame, with the time since the one before.
  case frames(@Sendable (Duration) -> Event)

  /// An async body that emits, has the loop's clock, and may return a last event.
  case clocked(@Sendable (Emitter<Event>, LoopClock) async -> Event?)

  /// Work in several stages.
  case staged(Stage<Event>)

  /// An async body that may return a last event or fail: a piece of ``staged(_:)``, or a
  /// ``clocked(_:)`` body with its clock.
  indirect case attempt(AttemptBody<Event>, mayFail: Bool)

  /// Whether it is an async body.
  @inlinable var isBody: Bool {
    switch self {
    case .once, .body, .clocked, .attempt: true
    case .registration, .after, .every, .frames, .staged: false
    }
  }

  /// Whether it is a callback, which the loop cancels even if it finishes by itself.
  @inlinable var isRegistration: Bool {
    if case .registration = self { true } else { false }
  }

  /// Whether it yields its events as time passes.
  @inlinable var isTimed: Bool {
    switch self {
    case .after, .every, .frames: true
    case .once, .body, .registration, .clocked, .staged, .attempt: false
    }
  }
}
