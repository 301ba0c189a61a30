extension Effect {
  /// Runs an async closure that returns an event or `nil`, and calls it again if it throws.
  ///
  /// ```swift
  /// .run(retrying: .exponential(from: .milliseconds(100), upTo: .seconds(30), attempts: 5)) {
  ///   .loaded(try await download(address))
  /// } catch: { error in
  ///   .failed("\(error)")
  /// }
  /// ```
  ///
  /// Each attempt is a body of its own. Between two attempts the effect is alive, waits on the
  /// runtime's scheduler and holds no task. Once it is cancelled, no closure is called again and no
  /// error is mapped.
  ///
  /// - Parameters:
  ///   - backoff: The delays before further attempts, and their number. The jitter depends on
  ///     ``RunOptions/seed``; an element of `forEach:` that starts again has the same jitter as before.
  ///   - isWorthRetry: Returns whether an error is worth another attempt; by default each is.
  ///     Called where `body` ran, with each error after which there may be another attempt.
  ///   - body: The work; isolated and cancelled as in ``run(_:)-(()->Event?)``, and called once for
  ///     each attempt.
  ///   - map: Turns the last error into an event. Called where `body` ran, at most once.
  /// - Returns: An effect that finishes together with its event.
  public static func run<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body: @escaping @Sendable () async throws(Failure) -> Event?,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .run(
      retrying: backoff, if: isWorthRetry,
      { (_: Int) async throws(Failure) -> Event? in try await body() }, catch: map)
  }

  /// Runs an async closure that is told the number of its attempt, and calls it again if it throws.
  ///
  /// ```swift
  /// .run(retrying: .constant(.seconds(1), attempts: 3)) { number in
  ///   .loaded(try await download(mirrors[number - 1]))
  /// } catch: { error in
  ///   .failed("\(error)")
  /// }
  /// ```
  ///
  /// Otherwise it works like the form whose closure takes no number.
  ///
  /// NB: disfavoured. Otherwise a closure that only throws could also take an emitter.
  ///
  /// - Parameters:
  ///   - backoff: The delays before further attempts, and their number.
  ///   - isWorthRetry: Returns whether an error is worth another attempt; by default each is.
  ///   - body: The work, called once for each attempt, with the number of the attempt. The numbers
  ///     count from 1, as those of an ``Attempt`` do.
  ///   - map: Turns the last error into an event. Called where `body` ran, at most once.
  /// - Returns: An effect that finishes together with its event.
  @_disfavoredOverload
  public static func run<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body: @escaping @Sendable (_ number: Int) async throws(Failure) -> Event?,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    Effect(
      work: .staged(
        .retry(backoff) { turn in
          .once {
            do throws(Failure) {
              return .event(try await body(turn.number).map(EventOf.init))
            } catch {
              if Task.isCancelled { return .event(nil) }
              return turn.mayFail && isWorthRetry(error) ? .failed : .event(EventOf(map(error)))
            }
          }
        }))
  }

  /// Runs an async closure that emits any number of events, and calls it again if it throws.
  ///
  /// Events that a failed attempt has emitted remain valid; its emitter is finished. After a call of
  /// ``Emitter/finish()``, an error begins no further attempt: the effect is over, and the event of the error is
  /// dropped.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: use such an effect with `on:`, a source or a feedback that continues.
  ///
  /// - Parameters:
  ///   - backoff: The delays before further attempts, and their number.
  ///   - isWorthRetry: Returns whether an error is worth another attempt; by default each is.
  ///   - body: The work; isolated, finished and cancelled as in the form of `run` that does not
  ///     throw, and called once for each attempt.
  ///   - map: Turns the last error into the last event, with which the effect finishes. Called where
  ///     `body` ran, at most once.
  /// - Returns: An effect that finishes with the closure and its emitters.
  public static func run<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body: @escaping @Sendable (_ emit: Emitter<Event>) async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    .run(
      retrying: backoff, if: isWorthRetry,
      { (emit: Emitter<Event>, _: Int) async throws(Failure) in try await body(emit) }, catch: map)
  }

  /// Runs an async closure that emits any number of events and is told the number of its attempt,
  /// and calls it again if it throws.
  ///
  /// Otherwise it works like the form whose closure takes no number.
  ///
  /// - Parameters:
  ///   - backoff: The delays before further attempts, and their number.
  ///   - isWorthRetry: Returns whether an error is worth another attempt; by default each is.
  ///   - body: The work, called once for each attempt, with the number of the attempt. The numbers
  ///     count from 1, as those of an ``Attempt`` do.
  ///   - map: Turns the last error into the last event, with which the effect finishes. Called where
  ///     `body` ran, at most once.
  /// - Returns: An effect that finishes with the closure and its emitters.
  public static func run<Failure: Error>(
    retrying backoff: Backoff,
    if isWorthRetry: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ body:
      @escaping @Sendable (_ emit: Emitter<Event>, _ number: Int) async throws(Failure) -> Void,
    catch map: @escaping @Sendable (Failure) -> Event
  ) -> Effect {
    Effect(
      work: .staged(
        .retry(backoff) { turn in
          .body { emitter in
            await Emitter(emitter).end(
              of: { emit async throws(Failure) in try await body(emit, turn.number) }, catch: map,
              mayFail: { turn.mayFail && isWorthRetry($0) })
          }
        }))
  }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable,
    message: "A body that is retried takes catch:, which makes an event of its last error."
  )
  public static func run(
    retrying backoff: Backoff, _ body: @escaping @Sendable () async throws -> Event?
  ) -> Effect { .none }

  /// Refuses a closure that throws and has no `catch:`.
  @available(
    *, unavailable,
    message: "A body that is retried takes catch:, which makes an event of its last error."
  )
  public static func run(
    retrying backoff: Backoff,
    _ body: @escaping @Sendable (_ emit: Emitter<Event>) async throws -> Void
  ) -> Effect { .none }
}
