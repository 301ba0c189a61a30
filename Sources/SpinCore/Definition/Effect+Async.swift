extension Effect {
  /// Runs an async closure that returns an event or `nil`.
  ///
  /// ```swift
  /// Feedback(on: \.query) { query in
  ///   .run { .found(await titles(matching: query)) }
  /// }
  /// ```
  ///
  /// The effect finishes together with its event.
  ///
  /// *Isolation*: the closure runs where the runtime runs async bodies (see ``SpinRuntime``), or
  /// on the feedback's executor.
  ///
  /// *Cancellation*: cancels the task that runs the closure. If the effect is cancelled before the
  /// closure begins, the closure is never called. An event returned after cancellation is dropped
  /// as stale.
  ///
  /// Use ``sideEffect(_:)`` for a closure that yields no event: here the compiler reports a missing
  /// `return`. If the events of the spin are
  /// `Void`, each closure that returns nothing yields an event here.
  @inlinable
  public static func run(_ body: @escaping @Sendable () async -> Event?) -> Effect {
    // NB: inlinable, because generic code looks up the types of the event's wrappers at each event.
    Effect(work: .once { .event(await body().map { EventOf($0) }) })
  }

  /// Runs an async closure that returns an event or `nil`, or throws.
  ///
  /// ```swift
  /// .run {
  ///   .loaded(try await download(address))
  /// } catch: { error in
  ///   .failed("\(error)")
  /// }
  /// ```
  ///
  /// The error of a cancelled closure is not mapped.
  ///
  /// - Parameters:
  ///   - body: The work; isolated and cancelled like that of ``run(_:)-(()->Event?)``. A named
  ///     function keeps its typed error. A closure states its typed error with
  ///     `{ () throws(E) in … }`; otherwise it throws `any Error`.
  ///   - map: Turns the error into an event. Called where `body` ran.
  /// - Returns: An effect that finishes together with its event.
  public static func run<Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Event?,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .run { () async -> Event? in
      do throws(Failure) {
        return try await body()
      } catch {
        return Task.isCancelled ? nil : map(error)
      }
    }
  }

  /// Runs an async closure that emits any number of events.
  ///
  /// ```swift
  /// Feedback.source {
  ///   .run { emit in
  ///     for await message in socket.messages { emit(.received(message)) }
  ///   }
  /// }
  /// ```
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: use such an effect with `on:`, a source or a feedback that continues.
  ///
  /// The effect finishes when the closure has returned and the last copy of its emitter is gone.
  ///
  /// *Isolation*, *Cancellation*: as for ``run(_:)-(()->Event?)``.
  public static func run(
    _ body: @escaping @Sendable (_ emit: Emitter<Event>) async -> Void
  ) -> Effect {
    // There is no error, so there is no event of one.
    .run(body) { (_: Never) -> Event in }
  }

  /// Runs an async closure that emits any number of events, or throws.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: use such an effect with `on:`, a source or a feedback that continues.
  ///
  /// The error of a cancelled closure is not mapped.
  ///
  /// - Parameters:
  ///   - body: The work; isolated, finished and cancelled as in the form that does not throw.
  ///   - map: Turns the error into the last event, with which the effect finishes. Called where `body`
  ///     ran.
  /// - Returns: An effect that finishes with the closure and its emitters.
  public static func run<Failure: Error>(
    _ body: @escaping @Sendable (_ emit: Emitter<Event>) async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    Effect(work: .body { await Emitter($0).end(of: body, catch: map) })
  }

  /// Refuses a closure that throws and has no `catch:`.
  ///
  /// NB: generic, so that a closure that yields nothing is refused as such.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func run<Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Event?
  ) -> Effect { .none }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable, message: "A body that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func run(
    _ body: @escaping @Sendable (_ emit: Emitter<Event>) async throws -> Void
  ) -> Effect { .none }
}
