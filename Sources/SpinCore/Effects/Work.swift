/// The work of an effect.
@usableFromInline
package enum Work: Sendable {
  /// An async body that returns at most one event, with which it finishes.
  case once(@Sendable () async -> (any EventValue)?)

  /// An async body that emits; it finishes when it has returned and the last copy of its emitter is
  /// gone.
  case body(@Sendable (PartEmitter) async -> Void)

  /// A callback that emits until its cancellation runs or its emitter is gone.
  case registration(@Sendable (PartEmitter) -> Cancellation)

  /// One event after a delay.
  indirect case after(Duration, any EventValue)

  /// An event every period, the k-th one k periods after the start.
  indirect case every(Duration, any EventValue)

  /// An event for each frame, with the time since the one before.
  case frames(@Sendable (Duration) -> any EventValue)

  /// An async body that emits, has the loop's clock, and may return a last event.
  case clocked(@Sendable (PartEmitter, LoopClock) async -> (any EventValue)?)

  /// Work in several stages.
  case staged(Stage)

  /// An async body that may return a last event or fail: a piece of ``staged(_:)``, or a
  /// ``clocked(_:)`` body with its clock.
  indirect case attempt(AttemptBody, AttemptTurn)

  /// Whether it is an async body.
  var isBody: Bool {
    switch self {
    case .once, .body, .clocked, .attempt: true
    case .registration, .after, .every, .frames, .staged: false
    }
  }

  /// Whether it is a callback, which the loop cancels even if it finishes by itself.
  var isRegistration: Bool {
    if case .registration = self { true } else { false }
  }

  /// Whether it yields its events as time passes.
  var isTimed: Bool {
    switch self {
    case .after, .every, .frames: true
    case .once, .body, .registration, .clocked, .staged, .attempt: false
    }
  }
}
