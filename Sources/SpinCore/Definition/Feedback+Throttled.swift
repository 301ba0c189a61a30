extension Feedback {
  /// Returns this feedback with at most one start of an effect in each period.
  ///
  /// ```swift
  /// Feedback(on: \.text) { text in .run { await save(text) } }
  ///   .throttled(for: .seconds(1), latest: true)
  /// ```
  ///
  /// The period begins with each call of the effect closure, and of each element with its own. Work
  /// that comes earlier is held: the running effect is still cancelled at once, if the strategy
  /// says so, but nothing new starts. With `latest`, the newest that is held starts when the period
  /// is over, with the state of that moment, and keeps the loop from being settled meanwhile. It is
  /// forgotten if the selected value becomes `nil`, the state does not pass the filter any more, or
  /// the element leaves. Without `latest`, an effect that comes too early is never started. An
  /// element that leaves and comes back begins a new period; a selected value that was `nil`
  /// meanwhile does not.
  ///
  /// Time passes on the runtime's scheduler. Sources, streams and their kind start once, so it changes
  /// nothing about them. Of several periods the last one given counts.
  ///
  /// - Parameters:
  ///   - period: The least time from one start to the next; zero or less holds nothing back.
  ///   - latest: Whether the newest work that is held starts at the end of the period.
  /// - Returns: A feedback that starts less often.
  public func throttled(for period: Duration, latest: Bool) -> Feedback {
    with { traits in
      traits.throttle = period > .zero ? Throttle(period: period.asDelay, latest: latest) : nil
    }
  }
}

extension FeedbackInstance {
  /// Returns the instance of a throttled feedback, which counts as one with a single element.
  @inlinable
  func throttled() -> FeedbackInstance {
    guard kind.countsEffects, elements == nil else { return self }
    return FeedbackInstance(
      ElementWatcher(
        ask: { state, changes in changes.append(self.answer(&state), of: 0) },
        describe: { _, step in self.describe(&step) },
        forget: forget.map { forget in { _ in forget() } }),
      kind: kind, needsPrevious: needsPrevious)
  }
}
