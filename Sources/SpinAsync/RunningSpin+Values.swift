public import SpinCore

extension RunningSpin {
  /// The newest value of a part of the state, and then each different one.
  ///
  /// ```swift
  /// for await count in running.values(of: \.items.count) { … }
  /// ```
  ///
  /// The sequence leaves out a value that equals the consumer's previous one, even if the buffer has
  /// dropped other values between the two. Apart from that it is a sequence like ``states(buffering:)``.
  ///
  /// *Isolation*: the closure is called by the loop, as an observer, once with every state; `==` by
  /// the loop and by the task that iterates.
  ///
  /// - Parameters:
  ///   - part: Selects the value; a key path will do.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func values<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value, buffering: Buffering = .all
  ) -> Updates<Value> {
    Updates<Value>(
      of: loop, buffering,
      observer: { subscription in
        let latest = Latest<Value>()
        return { transition in
          let value = part(transition.state)
          if latest.isNew(value) { subscription.push(value) }
        }
      }
    )
    .removingDuplicates()
  }
}
