extension Effect {
  /// Runs an async closure that emits any number of events and has the loop's clock.
  ///
  /// ```swift
  /// .run { emit, clock in
  ///   emit(.shown)
  ///   try? await clock.sleep(for: .seconds(3))
  ///   emit(.hidden)
  /// }
  /// ```
  ///
  /// A sleep ends early only if the effect is cancelled, and events that the closure emits after
  /// that are dropped.
  ///
  /// The effect finishes when the closure has returned and the last copy of its emitter is gone.
  ///
  /// *Isolation*, *Cancellation*: as for ``run(_:)-(()->Event?)``.
  public static func run(
    _ body: @escaping @Sendable (_ emit: Emitter<Event>, _ clock: LoopClock) async -> Void
  ) -> Effect {
    // There is no error, so there is no event of one.
    .run(body) { (_: Never) -> Event in }
  }

  /// Runs an async closure that emits any number of events, has the loop's clock, and may throw.
  ///
  /// The error of a cancelled closure is not mapped, so the error of a sleep never is.
  ///
  /// - Parameters:
  ///   - body: The work; isolated, finished and cancelled as in the form without `catch:`.
  ///   - map: Turns the error into the last event, with which the effect finishes. Called where `body`
  ///     ran.
  /// - Returns: An effect that finishes with the closure and its emitters.
  public static func run<Failure: Error>(
    _ body:
      @escaping @Sendable (_ emit: Emitter<Event>, _ clock: LoopClock) async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    Effect(
      work: .clocked { emitter, clock in
        await Emitter(emitter).end(
          of: { emit async throws(Failure) in try await body(emit, clock) }, catch: map)
      })
  }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func run(
    _ body: @escaping @Sendable (_ emit: Emitter<Event>, _ clock: LoopClock) async throws -> Void
  ) -> Effect { .none }
}
