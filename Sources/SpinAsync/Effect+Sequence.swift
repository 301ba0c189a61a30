public import SpinCore

extension Effect {
  /// Yields the events of an asynchronous sequence.
  ///
  /// With the default strategy on a feedback that receives every state, the first reduced event
  /// cancels the rest of the sequence. Use a sequence with `on:`, in a source, or in a feedback
  /// that continues.
  ///
  /// *Isolation*, *Cancellation*: the sequence is iterated in a task like the closure of `run`.
  ///
  /// - Parameter make: Returns the sequence; called once for each execution, so that each has its
  ///   own.
  /// - Returns: An effect that finishes when the sequence ends.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ make: @escaping @Sendable () -> S
  ) -> Effect where S.Element == Event, S.Failure == Never, S.AsyncIterator: SendableMetatype {
    .run { emit in
      for await event in make() {
        if await !emit.emitWhenThereIsRoom(event).allowsMore { break }
      }
    }
  }

  /// Yields the events of an asynchronous sequence that can fail.
  ///
  /// If the sequence was cancelled, its error is ignored.
  ///
  /// - Parameters:
  ///   - make: Returns the sequence; called once for each execution.
  ///   - map: Turns the error into the last event of the effect. Called in the task that iterates.
  /// - Returns: An effect that finishes when the sequence ends or fails.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ make: @escaping @Sendable () -> S,
    catch map: @escaping @Sendable (S.Failure) -> Event
  ) -> Effect where S.Element == Event, S.AsyncIterator: SendableMetatype {
    .run(
      { (emit) async throws(S.Failure) in
        for try await event in make() {
          if await !emit.emitWhenThereIsRoom(event).allowsMore { break }
        }
      }, catch: map)
  }

  /// Refuses a sequence that throws without `catch:`.
  @available(
    *, unavailable,
    message: "A sequence that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func sequence<S: AsyncSequence>(_ make: @escaping @Sendable () -> S) -> Effect
  where S.Element == Event { .none }
}
