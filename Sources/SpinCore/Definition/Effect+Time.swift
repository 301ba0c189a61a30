extension Effect {
  /// Yields one event after a delay.
  ///
  /// Time passes on the runtime's scheduler. The effect finishes together with its event.
  ///
  /// - Parameters:
  ///   - delay: The time to wait. A negative delay counts as zero, and a delay of more than 146
  ///     billion years (`.seconds(Int64.max / 2)`) as that, so `.seconds(Int64.max)` means never.
  ///   - event: The event.
  /// - Returns: An effect with one event.
  public static func after(_ delay: Duration, _ event: Event) -> Effect {
    Effect(work: .after(delay.asDelay, EventOf(event)))
  }

  /// Yields an event every period until it is cancelled.
  ///
  /// The k-th event is due k periods after the start, however late the events before it were:
  /// events do not drift, and none is left out. Time passes on the runtime's scheduler.
  ///
  /// If the period is shorter than the time that a step takes, the events come as fast as the
  /// scheduler calls. Events that are not yet reduced wait in the mailbox, which grows as long as
  /// the effect lives. Other tasks and loops still run, and events from outside are still reduced.
  ///
  /// With the default strategy on a feedback that sees every state, the first tick that is reduced
  /// cancels the rest and starts over: use a period with `on:` or a source.
  ///
  /// - Parameters:
  ///   - period: The time between two events. A period of more than 146 billion years counts as 146
  ///     billion years. Debug builds trap on a period that is not positive. It counts as a
  ///     millisecond in release builds, because the period may be a setting of the user.
  ///   - event: The event.
  /// - Returns: An effect that never finishes by itself.
  public static func every(_ period: Duration, _ event: Event) -> Effect {
    #if DEBUG
      require(
        period > .zero,
        "Effect.every(\(period)) would yield an endless number of events at one instant: give it a "
          + "positive period.")
    #endif
    return Effect(work: .every(period > .zero ? period.asDelay : .milliseconds(1), EventOf(event)))
  }

  /// Yields an event for each frame until it is cancelled, with the time since the event before.
  ///
  /// ```swift
  /// Feedback(while: \.ball.isMoving) { .frames { .frame($0) } }
  /// case .frame(let time): ball.move(for: time)  // the reducer
  /// ```
  ///
  /// In a terminal interface the rate is that of its frames, no matter how many of them the
  /// terminal takes. Elsewhere it is 60 events per second. Time passes on the runtime's scheduler,
  /// so a test passes it by hand. Nothing wakes up while no such effect is alive.
  ///
  /// The first event comes one frame after the start. While the loop is at work the next event
  /// waits, for at most a tenth of a second, and then stands for all the time that has passed. So
  /// the times add up to the time since the start, and slow steps cause fewer events rather than a
  /// queue of them. If the mailbox refuses an event, the next event includes its time. A suspended
  /// loop gets no events.
  ///
  /// With the default strategy on a feedback that sees every state, the first frame that is reduced
  /// cancels the rest and starts over: use frames with `while:`, `on:` or a source.
  ///
  /// - Parameter event: A pure function that makes an event from the time since the event before or
  ///   the start. It may be called on any thread.
  /// - Returns: An effect that never finishes by itself.
  public static func frames(_ event: @escaping @Sendable (Duration) -> Event) -> Effect {
    Effect(work: .frames { EventOf(event($0)) })
  }
}
