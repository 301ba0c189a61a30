extension Feedback {
  /// Returns this feedback with at most one start of an effect in each period.
  ///
  /// ```swift
  /// Feedback(on: \.text) { text in .sideEffect { await save(text) } }
  ///   .throttled(for: .seconds(1), latest: true)
  ///   .strategy(.queueNewState)
  /// ```
  ///
  /// A period begins with each call of the effect closure; each element has periods of its own.
  /// Work that arrives within a period is held: no new effect starts, although the strategy may
  /// still cancel the running effect at once. With `latest`, the newest held work starts when the
  /// period is over, with the state at that time, and keeps the loop from being settled until then.
  /// It is forgotten if the selected value becomes `nil`, the state no longer passes the filter, or
  /// the element leaves. Without `latest`, held work is never started. An element that leaves and
  /// comes back begins a new period; a selected value that is `nil` for a while does not.
  ///
  /// A feedback on events or transitions wants work at every transition, so every event counts: it may
  /// begin a period, and takes the place of held work. If the newest event at the end of the period is
  /// not selected, nothing starts, although an earlier event was selected. To start work for the newest
  /// selected value, keep the value in the state, and use `on:`. The loop forgets an event with a `Reply` after
  /// its step, so nothing starts for one at the end of the period.
  ///
  /// Time passes on the runtime's scheduler. A period has no effect on sources, streams and receivers, which
  /// start once. If there are several periods, the last one counts.
  ///
  /// - Parameters:
  ///   - period: The shortest time from one start to the next; zero or less holds nothing.
  ///   - latest: Whether the newest held work starts at the end of the period.
  /// - Returns: A feedback that starts less often.
  public func throttled(for period: Duration, latest: Bool) -> Feedback {
    with { traits in
      traits.throttle = period > .zero ? Throttle(period: period.asDelay, latest: latest) : nil
    }
  }
}

extension FeedbackInstance {
  /// Returns the instance of a throttled feedback, which counts as a feedback with a single
  /// element.
  func throttled() -> FeedbackInstance {
    guard kind.countsEffects, elements == nil else { return self }
    return ElementWatcher(
      kind: kind, needsPrevious: needsPrevious, form: form, memory: memory,
      list: { state, changes in
        changes.append(self.answer(state), of: 0)
        return changes.answer
      },
      describe: { self.describe($0, &$1, $2) }, inner: { (self, $0) })
  }
}
