public import SpinCore
internal import Synchronization

extension Feedback {
  /// Turns the stream of all states into a stream of events.
  ///
  /// Each run has one stream, which starts at transition 0 and is cancelled when the loop stops;
  /// each life of a part has its own. Strategies do not apply, and its events are never stale. From
  /// the moment a state is handed to the stream until the stream requests the next one, the loop is
  /// not settled. After the states' iterator is released, or the sequence itself if it has no
  /// iterator, the loop keeps no states for the stream and only takes its events. The stream then
  /// no longer keeps the loop from settling.
  ///
  /// The states can be iterated once; write two feedbacks to iterate them twice. The loop keeps the
  /// waiting states, so a collection in the state is copied if it changes meanwhile.
  ///
  /// *Isolation*: the streams are created and iterated in a task like the closure of `Effect.run`.
  ///
  /// - Parameters:
  ///   - buffering: The states to keep while the stream processes one.
  ///   - transform: Turns the states into events; called once for each stream.
  /// - Returns: A feedback with one stream for each run or part.
  public static func stream<S: AsyncSequence & SendableMetatype>(
    buffering: Buffering = .all, _ transform: @escaping @Sendable (Updates<State>) -> S
  ) -> Feedback where S.Element == Event, S.Failure == Never, S.AsyncIterator: SendableMetatype {
    stream(buffering: buffering, transform) { (failure: Never) -> Event in }
  }

  /// Turns the stream of all states into a stream of events that can fail.
  ///
  /// - Parameters:
  ///   - buffering: The states to keep while the stream processes one.
  ///   - transform: Turns the states into events; called once for each stream.
  ///   - map: Turns the error into the last event.
  /// - Returns: A feedback with one stream for each run or part.
  public static func stream<S: AsyncSequence & SendableMetatype>(
    buffering: Buffering = .all, _ transform: @escaping @Sendable (Updates<State>) -> S,
    catch map: @escaping @Sendable (S.Failure) -> Event
  ) -> Feedback where S.Element == Event, S.AsyncIterator: SendableMetatype {
    Feedback {
      let states = Subscription<State>(buffering)
      return .stream(
        hand: { states.push($0) },
        effect: Effect<Event>.run { emit in
          states.queue.setOnEmpty { gone in emit.askedForState(taken: gone) }
          var events = transform(StateEntrance(states).updates).makeAsyncIterator()
          do throws(S.Failure) {
            while let event = try await events.next(isolation: #isolation) {
              if await !emit.emitWhenThereIsRoom(event).allowsMore { break }
            }
          } catch {
            if !Task.isCancelled { emit.emitLast(map(error)) }
          }
          // Release the emitter now, and keep no further states.
          states.queue.setOnEmpty(nil)
          states.queue.leave()
          // NB: `events` lives until here, longer than in a `for` loop. Releasing the states' iterator
          // earlier would count as a request for the next state, and the loop as settled, while the last
          // event is still to come.
          withExtendedLifetime(events) {}
        })
    }
    .markedAsStream
  }

  /// Refuses a stream that throws without `catch:`.
  @available(
    *, unavailable,
    message: "A sequence that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func stream<S: AsyncSequence>(
    buffering: Buffering = .all, _ transform: @escaping @Sendable (Updates<State>) -> S
  ) -> Feedback where S.Element == Event { sideEffect { _ in } }
}

/// The access of a stream's single iterator to the states; without an iterator, no states are kept.
@usableFromInline
final class StateEntrance<State: Sendable>: Sendable {
  private let states: Subscription<State>
  private let isTaken = Atomic(false)

  @usableFromInline
  init(_ states: Subscription<State>) {
    self.states = states
  }

  deinit {
    if !isTaken.load(ordering: .acquiring) { states.queue.leave() }
  }

  /// The states, which keep this object alive.
  @usableFromInline var updates: Updates<State> { Updates { self.take() } }

  private func take() -> Membership<State> {
    require(
      !isTaken.exchange(true, ordering: .acquiringAndReleasing),
      "The states of a stream feedback are iterated a second time, and one of the two would miss "
        + "what the other takes: make a feedback for each.")
    return Membership(states) {}
  }
}
