public import SpinCore

extension RunningPart where Part: Equatable {
  /// The newest value of the part, then each different one; `nil` while the part does not exist.
  ///
  /// ```swift
  /// for await clock in running.scope(state: \.clock, event: Event.clock).values() { … }
  /// ```
  ///
  /// The sequence leaves out a value that equals the consumer's previous one. If the loop stops,
  /// the sequence yields its buffered values and ends. If the iterating task is cancelled, the
  /// sequence ends: at once if the task waits for a value, and otherwise when the task requests the
  /// next one.
  ///
  /// *Isolation*: the loop selects the part, as an observer, once for every state. The loop and the
  /// iterating task call `==`.
  ///
  /// - Parameter buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  @inlinable
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
