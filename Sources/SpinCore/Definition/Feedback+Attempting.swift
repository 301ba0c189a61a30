extension Feedback {
  /// Makes the attempts that an ``Attempt`` in the state asks for.
  ///
  /// Each attempt runs the effect once: the first at once, each further one after the delay of the
  /// attempt's ``Backoff``. An attempt that is running in the initial state is made, with its
  /// delay.
  ///
  /// Another attempt, or another start, replaces the effect; when the attempt is no longer running,
  /// the effect is cancelled. So an outcome of an earlier attempt is stale, and an effect that ends
  /// without an event leaves the attempt running. Starting a new attempt value may not count as
  /// another start, see ``Attempt``. Immediate events of the effect are delivered if they had to
  /// wait for a delay.
  ///
  /// Jitter depends on ``RunOptions/seed``, the serial of the attempt and its number, and on the id of
  /// the part that has the attempt, see ``Scope``.
  ///
  /// - Parameters:
  ///   - select: Called once with every state. It can be a key path, even to an attempt that is not
  ///     optional.
  ///   - effect: Called with the number of each attempt, counted from 1, when it is asked for.
  @inlinable
  public init<Success, Failure>(
    attempting select: @escaping @Sendable (State) -> Attempt<Success, Failure>?,
    effect: @escaping @Sendable (_ number: Int) -> Effect<Event>
  ) {
    self.init(attempting: select, of: { _ in }) { _, number in effect(number) }
  }

  /// Makes the attempts that an ``Attempt`` in the state asks for, with a value of the state.
  ///
  /// ```swift
  /// Feedback(attempting: \.load, of: \.id) { id, _ in
  ///   .run { .loaded(try await article(id)) } catch: { .broken("\($0)") }
  /// }
  /// ```
  ///
  /// It is like ``init(attempting:effect:)``. The value is that of the state in which the effect
  /// starts; if the feedback is throttled, that state may be later than the one that asks for the
  /// attempt. A change of the value replaces nothing: start the attempt again for that.
  ///
  /// - Parameters:
  ///   - select: Called once with every state. It can be a key path, even to an attempt that is not
  ///     optional.
  ///   - value: Returns what the attempt is about.
  ///   - effect: Called with the value and the number of each attempt, counted from 1.
  @inlinable
  public init<Success, Failure, Value>(
    attempting select: @escaping @Sendable (State) -> Attempt<Success, Failure>?,
    of value: @escaping @Sendable (State) -> Value,
    effect: @escaping @Sendable (_ value: Value, _ number: Int) -> Effect<Event>
  ) {
    self.init {
      .selection({ AttemptCall(select($0)) }) { call, state in
        call.effect { effect(value(state), $0) }
      }
    }
  }
}

/// One call that an ``Attempt`` asks for.
@usableFromInline
struct AttemptCall: Equatable {
  private let serial: UInt64
  private let number: Int
  private let backoff: Backoff

  /// The call that an attempt asks for, if there is one that is running.
  @usableFromInline
  init?<Success, Failure>(_ attempt: Attempt<Success, Failure>?) {
    guard let attempt, let number = attempt.number else { return nil }
    (serial, self.number, backoff) = (attempt.serial, number, attempt.backoff)
  }

  /// NB: the backoff is ignored, because it only says how long the call waits.
  @usableFromInline
  static func == (left: AttemptCall, right: AttemptCall) -> Bool {
    left.serial == right.serial && left.number == right.number
  }

  /// The effect that a closure makes for the number of the call, after its delay.
  @usableFromInline
  func effect<Event>(_ make: (_ number: Int) -> Effect<Event>) -> Effect<Event> {
    let effect = make(number)
    return number > 1 ? effect.delayed(by: backoff, after: number - 1, series: serial) : effect
  }

  /// Whether both attempts belong to one start; the later attempt then keeps the place of the earlier one.
  @usableFromInline
  func isSameStart(as other: AttemptCall) -> Bool { serial == other.serial }
}
