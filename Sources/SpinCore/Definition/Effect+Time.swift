extension Effect {
  /// Yields one event after a delay.
  ///
  /// Time passes on the runtime's scheduler. The effect finishes together with its event.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; a negative delay counts as zero, and one of more than 146 billion
  ///     years (`.seconds(Int64.max / 2)`) as that, so `.seconds(Int64.max)` is never.
  ///   - event: The event.
  /// - Returns: An effect with one event.
  public static func after(_ delay: Duration, _ event: Event) -> Effect {
    Effect(work: .after(delay.asDelay, event))
  }

  /// Yields an event every period until it is cancelled.
  ///
  /// The k-th event is due k periods after the start, however late the ones before it were: no
  /// drift, and none left out. Time passes on the runtime's scheduler.
  ///
  /// If the period is shorter than the time that a step takes, the events come as fast as the
  /// scheduler calls, and those that are not reduced yet wait in the mailbox, which grows for as long
  /// as the effect lives. Other tasks and loops, and events from outside, still get their turn.
  ///
  /// With the default strategy on a feedback that sees every state, the first tick that is reduced
  /// cancels the rest and starts over: give a period to `on:` or to a source.
  ///
  /// - Parameters:
  ///   - period: The time between two events; one of more than 146 billion years counts as that.
  ///     Debug builds refuse a period that is not positive. It counts as a millisecond in release
  ///     builds, because the period may be a setting of the user.
  ///   - event: The event.
  /// - Returns: An effect that never finishes by itself.
  public static func every(_ period: Duration, _ event: Event) -> Effect {
    #if DEBUG
      require(
        period > .zero,
        "Effect.every(\(period)) would yield events without end at one instant: give it a positive "
          + "period.")
    #endif
    return Effect(work: .every(period > .zero ? period.asDelay : .milliseconds(1), event))
  }

  /// Yields an event for each frame that may be drawn until it is cancelled, with the time since the
  /// event before.
  ///
  /// ```swift
  /// Feedback(while: \.load.isMoving) { .frames { .frame($0) } }
  /// case .frame(let time): load.advance(by: time)  // the reducer
  /// ```
  ///
  /// A terminal interface chooses the rate: that of its frames, without regard to how many of them the
  /// terminal takes. Elsewhere there are 60 a second. Time passes on the runtime's scheduler, so a test
  /// passes it by hand. Nothing wakes up while no such effect is alive.
  ///
  /// The first event comes one frame after the start. While the loop is at work the next one waits,
  /// for a tenth of a second at most, and stands for all of the time that has passed. So the times add
  /// up to the time since the start, and slow steps make fewer events and not a queue of them. An event
  /// that the mailbox refuses leaves its time to the next, and a loop that is suspended gets none.
  ///
  /// With the default strategy on a feedback that sees every state, the first frame that is reduced
  /// cancels the rest and starts over: give frames to `while:`, `on:` or to a source.
  ///
  /// - Parameter event: Makes an event of the time since the one before, or since the start. Pure;
  ///   called on any thread.
  /// - Returns: An effect that never finishes by itself.
  public static func frames(_ event: @escaping @Sendable (Duration) -> Event) -> Effect {
    Effect(work: .frames(event))
  }
}
