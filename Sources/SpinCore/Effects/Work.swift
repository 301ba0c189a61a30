/// The work of an effect.
@usableFromInline
package enum Work: Sendable {
  /// An async body that yields at most one event, with which it finishes.
  case once(@Sendable () async -> BodyEnd)

  /// An async body that emits; it finishes when it has returned and the last copy of its emitter is
  /// gone, or with the event that it returns.
  case body(@Sendable (EffectEmitter) async -> BodyEnd)

  /// A callback that emits until its cancellation runs or its emitter is gone.
  ///
  /// What a subscription emits while it begins is immediate.
  case registration(isSubscription: Bool = false, @Sendable (EffectEmitter) -> Cancellation)

  /// One event after a delay.
  indirect case after(Duration, any EventValue)

  /// An event every period, the k-th one k periods after the start.
  indirect case every(Duration, any EventValue)

  /// An event for each frame, with the time since the one before.
  case frames(@Sendable (Duration) -> any EventValue)

  /// A ``body(_:)`` that has the loop's clock.
  case clocked(@Sendable (EffectEmitter, LoopClock) async -> BodyEnd)

  /// Work in several stages.
  case staged(Stage)

  /// Whether it is a callback, which the loop cancels even if it finishes by itself.
  var isRegistration: Bool {
    if case .registration = self { true } else { false }
  }

  /// Whether it calls code of the user; otherwise it is an alarm, or consists of stages.
  var isCode: Bool {
    switch self {
    case .once, .body, .registration, .clocked: true
    case .after, .every, .frames, .staged: false
    }
  }

  /// Whether it yields its events as time passes.
  var isTimed: Bool {
    switch self {
    case .after, .every, .frames: true
    case .once, .body, .registration, .clocked, .staged: false
    }
  }
}

/// How the body of an effect has ended.
@usableFromInline
package enum BodyEnd: Sendable {
  /// With a last event, or none.
  case event((any EventValue)?)
  /// It is an attempt that has failed, and will be made again.
  case failed
}
