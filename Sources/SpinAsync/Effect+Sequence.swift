public import SpinCore

extension Effect {
  /// Yields the events of an asynchronous sequence.
  ///
  /// With the default strategy on a feedback that sees every state, the first event that is reduced
  /// cancels the rest: give a sequence to `on:`, to a source or to a feedback that continues.
  ///
  /// *Isolation*, *Cancellation*: the sequence is iterated in a task like the closure of `run`.
  ///
  /// - Parameter make: Makes the sequence; called once a run, so that each run has its own.
  /// - Returns: An effect that finishes when the sequence ends.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ make: @escaping @Sendable () -> S
  ) -> Effect where S.Element == Event, S.Failure == Never, S.AsyncIterator: SendableMetatype {
    .run { emit in
      for await event in make() {
        if await !emit.send(event).allowsMore { break }
      }
    }
  }

  /// Yields the events of an asynchronous sequence that can fail.
  ///
  /// The error of a sequence that was cancelled is not mapped.
  ///
  /// - Parameters:
  ///   - make: As for the form that cannot fail.
  ///   - map: Turns the error into the last event, with which the effect finishes. Called in the task
  ///     that iterates.
  /// - Returns: An effect that finishes when the sequence ends or fails.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ make: @escaping @Sendable () -> S,
    catch map: @escaping @Sendable (S.Failure) -> Event
  ) -> Effect where S.Element == Event, S.AsyncIterator: SendableMetatype {
    .run(
      { (emit) async throws(S.Failure) in
        for try await event in make() {
          if await !emit.send(event).allowsMore { break }
        }
      }, catch: map)
  }

  /// Refuses a sequence that throws and has no `catch:`.
  @available(
    *, unavailable,
    message: "A sequence that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func sequence<S: AsyncSequence>(_ make: @escaping @Sendable () -> S) -> Effect
  where S.Element == Event { .none }
}
