public import SpinCore

extension RunningSpin {
  /// Observes the assignments of a `Pulse`.
  ///
  /// The closure receives the value of each assignment from now on, even an equal one. The state at the time
  /// of this call does not count, and neither does an older state that comes back. Several assignments in one
  /// step count once, with the last value.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; called once with every state. It can be a key path, such as
  ///     `\.$bounces`.
  ///   - observe: The closure to call with each assigned value.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  @_disfavoredOverload
  public func observe<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>,
    _ observe: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    self.observe(Self.assignments(of: select, as: { $0 }, observe))
  }

  /// Observes the assignments of a `Pulse` other than `nil`.
  ///
  /// ```swift
  /// token = running.observe(pulse: \.$alert) { alert in log.write(alert) }
  /// ```
  ///
  /// Otherwise it works as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; called once with every state. It can be a key path.
  ///   - observe: The closure to call with each assigned value.
  /// - Returns: The token, which ends the observation when it is cancelled or released.
  public func observe<Value>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>,
    _ observe: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    self.observe(Self.assignments(of: select, as: { $0 }, observe))
  }

  /// Observes the assignments of a `Pulse` on the main actor.
  ///
  /// It works as without `on:`, but the closure is called on the main actor, within the step if the
  /// loop runs there. All values that wait for the main actor are passed, in order.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; called by the loop, once with every state. It can be a key path,
  ///     such as `\.$bounces`.
  ///   - place: The main actor.
  ///   - observe: The closure to call with each assigned value.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  @_disfavoredOverload
  public func observe<Value: Sendable>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value>, on place: ObservationPlace,
    _ observe: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObservationToken {
    self.observe(select, as: { $0 }, on: place, observe)
  }

  /// Observes the assignments of a `Pulse` other than `nil` on the main actor.
  ///
  /// ```swift
  /// token = running.observe(pulse: \.$alert, on: .mainActor) { alert in show(alert) }
  /// ```
  ///
  /// Otherwise it works as for a pulse that is not optional.
  ///
  /// - Parameters:
  ///   - select: Selects the pulse; called by the loop, once with every state. It can be a key path.
  ///   - place: The main actor.
  ///   - observe: The closure to call with each assigned value.
  /// - Returns: The token, which ends the observation when it is cancelled or released.
  public func observe<Value: Sendable>(
    pulse select: @escaping @Sendable (State) -> PulseSignal<Value?>, on place: ObservationPlace,
    _ observe: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObservationToken {
    self.observe(select, as: { $0 }, on: place, observe)
  }

  private func observe<Value, Wanted: Sendable>(
    _ select: @escaping @Sendable (State) -> PulseSignal<Value>,
    as wanted: @escaping @Sendable (Value) -> Wanted?, on place: ObservationPlace,
    _ observe: @escaping @MainActor @Sendable (Wanted) -> Void
  ) -> ObservationToken {
    let relay = MainActorRelay(isAtHome: isolation == .mainActor, passesAll: true, observe)
    let token = self.observe(Self.assignments(of: select, as: wanted) { relay.take($0) })
    return ObservationToken { [weak relay] in
      relay?.end()
      token.cancel()
    }
  }
}
