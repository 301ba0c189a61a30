public import SpinCore
internal import Synchronization

extension Feedback {
  /// Answers the stream of all states with a stream of events.
  ///
  /// A run has one stream, which starts at transition 0 and is cancelled when the loop stops; each life
  /// of a part has its own. Strategies do not apply, and its events are never stale. It keeps the loop
  /// from being settled from the moment a state is handed to it until it asks for the next. Once the
  /// iterator of the states is gone, or the sequence itself if no iterator was made, the stream counts
  /// as one that waits for ever: the loop keeps no states for it, and takes only its events.
  ///
  /// The states are iterated once; write two feedbacks to iterate them twice. The loop keeps those that
  /// wait, so a collection in the state is copied when it changes meanwhile.
  ///
  /// *Isolation*: the streams are made and iterated in a task like the closure of `Effect.run`.
  ///
  /// - Parameters:
  ///   - buffering: The states to keep while the stream works on one.
  ///   - transform: Turns the states into events; called once for each stream.
  /// - Returns: A feedback with one stream for each run or part.
  public static func stream<S: AsyncSequence & SendableMetatype>(
    buffering: Buffering = .all, _ transform: @escaping @Sendable (Updates<State>) -> S
  ) -> Feedback where S.Element == Event, S.Failure == Never, S.AsyncIterator: SendableMetatype {
    stream(buffering: buffering, transform) { (failure: Never) -> Event in }
  }

  /// Answers the stream of all states with a stream of events that can fail.
  ///
  /// - Parameters:
  ///   - buffering: The states to keep while the stream works on one.
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
        effect: .run { emit in
          states.setOnEmpty { gone in emit.askedForState(taken: gone) }
          var events = transform(StateEntrance(states).updates).makeAsyncIterator()
          do throws(S.Failure) {
            while let event = try await events.next(isolation: #isolation) {
              if await !emit.send(event).allowsMore { break }
            }
          } catch {
            if !Task.isCancelled { emit.emitLast(map(error)) }
          }
          // The emitter must go now, and states that still come must not pile up.
          states.setOnEmpty(nil)
          states.leave()
          // NB: not before, as in a loop over the events: the end of the states' iterator would
          // pass for a wish for the next, and the loop for settled, while the last event is still
          // to come.
          withExtendedLifetime(events) {}
        })
    }
  }

  /// Refuses a stream that throws and has no `catch:`.
  @available(
    *, unavailable,
    message: "A sequence that throws takes catch:, which makes an event of its error."
  )
  @_disfavoredOverload
  public static func stream<S: AsyncSequence>(
    buffering: Buffering = .all, _ transform: @escaping @Sendable (Updates<State>) -> S
  ) -> Feedback where S.Element == Event { sideEffect { _ in } }
}

/// The way of a stream's one iterator to the states; if nobody takes it, nobody wants them.
private final class StateEntrance<State: Sendable>: Sendable {
  private let states: Subscription<State>
  private let isTaken = Atomic(false)

  init(_ states: Subscription<State>) {
    self.states = states
  }

  deinit {
    if !isTaken.load(ordering: .acquiring) { states.leave() }
  }

  /// The states, which keep the entrance open.
  var updates: Updates<State> { Updates { self.take() } }

  private func take() -> Membership<State> {
    require(
      !isTaken.exchange(true, ordering: .acquiringAndReleasing),
      "The states of a stream feedback are iterated a second time, and one of the two would miss "
        + "what the other takes: make a feedback for each.")
    return Membership(states) {}
  }
}
