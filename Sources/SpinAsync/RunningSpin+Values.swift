public import SpinCore

extension RunningSpin {
  /// The newest value of a part of the state, then each different one.
  ///
  /// ```swift
  /// for await count in running.values(of: \.items.count) { … }
  /// ```
  ///
  /// The sequence leaves out a value that equals the consumer's previous one, even if the buffer
  /// has dropped other values in between. Otherwise it behaves like ``states(buffering:)``.
  ///
  /// *Isolation*: the loop calls the closure, as an observer, once for every state. The loop and
  /// the iterating task call `==`.
  ///
  /// - Parameters:
  ///   - part: Selects the value, for example by a key path.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func values<Value: Equatable & Sendable>(
    of part: @escaping @Sendable (State) -> Value, buffering: Buffering = .all
  ) -> Updates<Value> {
    Updates<Value>(
      of: self, buffering,
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

  /// The value of each later assignment of a `Pulse`.
  ///
  /// A consumer registers when its iterator is created. The state of that moment yields nothing,
  /// and neither does an older state that comes back. Several assignments in one step yield one
  /// element, the last value. Equal values are not left out. Otherwise it behaves like
  /// ``states(buffering:)``.
  ///
  /// *Isolation*: the loop calls the closure, as an observer, once for every state.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; it can be a key path, such as `\.$bounces`.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  @_disfavoredOverload
  public func values<Value: Sendable>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>, buffering: Buffering = .all
  ) -> Updates<Value> {
    Updates(
      of: self, buffering,
      observer: { subscription in Self.assignments(of: select, as: { $0 }, subscription.push) })
  }

  /// The value of each later assignment of a `Pulse` other than `nil`.
  ///
  /// ```swift
  /// for await alert in running.values(pulse: \.$alert) { … }
  /// ```
  ///
  /// Otherwise it behaves as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; it can be a key path.
  ///   - buffering: The elements to keep for a slow consumer.
  /// - Returns: A sequence that any number of tasks may iterate.
  public func values<Value: Sendable>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>, buffering: Buffering = .all
  ) -> Updates<Value> {
    Updates(
      of: self, buffering,
      observer: { subscription in Self.assignments(of: select, as: { $0 }, subscription.push) })
  }
}
