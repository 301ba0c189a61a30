extension Effect {
  /// Runs an async closure that yields no event.
  ///
  /// ```swift
  /// Feedback(pulse: \.$notice) { notice in
  ///   .sideEffect {
  ///     await log.write(notice)
  ///     await show(notice)
  ///   }
  /// }
  /// ```
  ///
  /// The effect ends without an event when the closure returns. Until then it is alive as one of
  /// ``run(_:)-(()->Event?)`` is: the loop is not settled, and the strategy of the feedback may
  /// cancel it. If the closure awaits nothing, ``Feedback/sideEffect(_:)`` takes it too.
  ///
  /// *Isolation*, *Cancellation*: as for ``run(_:)-(()->Event?)``.
  public static func sideEffect(_ body: @escaping @Sendable () async -> Void) -> Effect {
    .run { () async -> Event? in
      await body()
      return nil
    }
  }

  /// Runs an async closure that yields no event, or throws.
  ///
  /// ```swift
  /// .sideEffect {
  ///   try await upload(file)
  ///   try await archive(file)
  /// } catch: { error in
  ///   .failed("\(error)")
  /// }
  /// ```
  ///
  /// The error of a cancelled closure is not mapped.
  ///
  /// - Parameters:
  ///   - body: The work; isolated and cancelled like that of ``run(_:)-(()->Event?)``. It states its
  ///     typed error as in `run`.
  ///   - map: Turns the error into the only event of the effect. Called where `body` ran.
  /// - Returns: An effect that ends without an event, or together with that of its error.
  public static func sideEffect<Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .run(
      { () async throws(Failure) -> Event? in
        try await body()
        return nil
      }, catch: map)
  }

  /// Runs an async closure that yields no event, and calls it again if it throws.
  ///
  /// - Parameters:
  ///   - backoff: The delays before further attempts, and their number.
  ///   - isWorthRetry: Returns whether an error is worth another attempt; by default each is.
  ///   - body: The work, called once for each attempt.
  ///   - map: Turns the last error into the only event of the effect.
  /// - Returns: An effect whose attempts are those of ``run(retrying:if:_:catch:)``.
  public static func sideEffect<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body: @escaping @Sendable () async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .run(
      retrying: backoff, if: isWorthRetry,
      { () async throws(Failure) -> Event? in
        try await body()
        return nil
      }, catch: map)
  }

  // MARK: Mistakes

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func sideEffect(_ body: @escaping @Sendable () async throws -> Void) -> Effect {
    .none
  }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable,
    message: "A body that is retried takes catch:, which makes an event of its last error."
  )
  public static func sideEffect(
    retrying backoff: Backoff, _ body: @escaping @Sendable () async throws -> Void
  ) -> Effect { .none }

  /// Refuses a closure that yields nothing.
  ///
  /// If it has several statements, the compiler itself says that it misses a return.
  @available(
    *, unavailable,
    message: "The body of run returns an event or nil: sideEffect { … } takes one without events."
  )
  @_disfavoredOverload
  public static func run(_ body: @escaping @Sendable () async throws -> Void) -> Effect { .none }

  /// Refuses a closure that yields nothing.
  @available(
    *, unavailable,
    message: "The body of run returns an event or nil: sideEffect { … } takes one without events."
  )
  @_disfavoredOverload
  public static func run<Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect { .none }

  /// Refuses a closure that yields nothing.
  @available(
    *, unavailable,
    message: "The body of run returns an event or nil: sideEffect { … } takes one without events."
  )
  @_disfavoredOverload
  public static func run<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body: @escaping @Sendable () async throws(Failure) -> Void,
    catch map: (@Sendable (Failure) -> Event)? = nil
  ) -> Effect { .none }
}
