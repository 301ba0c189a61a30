public import SpinCore

extension RunningPart where Part: Equatable {
  /// The newest state of the part, and then each different one; `nil` while there is no such part.
  ///
  /// ```swift
  /// for await clock in running.scope(state: \.clock, event: Event.clock).values() { … }
  /// ```
  ///
  /// The sequence leaves out a value that equals the consumer's previous one. If the loop stops, the
  /// sequence yields its buffered values and ends. If the task that iterates is cancelled, the sequence
  /// ends: at once if the task waits for a value, and otherwise when the task asks for the next one.
  ///
  /// *Isolation*: the part is found by the loop, as an observer, once with every state; `==` is called
  /// by the loop and by the task that iterates.
  ///
  /// - Parameter buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func values(buffering: Buffering = .all) -> Updates<Part?> {
    Updates<Part?> {
      let subscription = Subscription<Part?>(buffering)
      let latest = Latest<Part?>()
      let leaving = join { part in
        if latest.isNew(part) { subscription.push(part) }
      } atEnd: {
        subscription.end()
      }
      return Membership(subscription) { leaving.cancel() }
    }
    .removingDuplicates()
  }
}
