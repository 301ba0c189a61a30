public import SpinCore

extension RunningSpin {
  /// Observes the transitions.
  ///
  /// The closure first receives the newest transition, then every following one, without gap or
  /// repeat.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Parameters:
  ///   - keepingPrevious: Whether transitions have their previous state, see ``Observer``; the
  ///     first one has none.
  ///   - observe: The closure to call with each transition.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  public func observe(
    keepingPrevious: Bool = false,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void
  ) -> ObservationToken {
    let entry = ObserverEntry(Observer(keepingPrevious: keepingPrevious, observe))
    return ObservationToken(loop.observe(entry).cancel)
  }

  /// Observes a part of the state.
  ///
  /// ```swift
  /// token = running.observe(\.items.count) { count in log.write("\(count) items") }
  /// ```
  ///
  /// The closure first receives the newest value, then each different one, in order and without gap.
  ///
  /// *Isolation*: the loop calls both closures and `==`; it selects the part once for every state.
  ///
  /// - Parameters:
  ///   - part: Selects the value, for example by a key path.
  ///   - observe: The closure to call with each value.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  public func observe<Value: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Value, _ observe: @escaping @Sendable (Value) -> Void
  ) -> ObservationToken {
    let latest = Latest<Value>()
    return self.observe { transition in
      let value = part(transition.state)
      if latest.isNew(value) { observe(value) }
    }
  }

  /// Observes the states on the main actor.
  ///
  /// The closure first receives the newest state, then the following ones, in order. If several
  /// states wait for the main actor, it receives only the newest one.
  ///
  /// *Isolation*: called on the main actor, within the step if the loop runs there.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - place: The main actor.
  ///   - observe: The closure to call with each state.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  public func observe(
    on place: ObservationPlace, _ observe: @escaping @MainActor @Sendable (State) -> Void
  ) -> ObservationToken {
    let relay = MainActorRelay(isAtHome: isolation == .mainActor, observe)
    let leaving = loop.observe(ObserverEntry(Observer<State, Event> { relay.take($0.state) }))
    return ObservationToken { [weak relay] in
      relay?.end()
      leaving.cancel()
    }
  }

  /// Observes a part of the state on the main actor.
  ///
  /// ```swift
  /// token = running.observe(\.items.count, on: .mainActor) { count in label.text = "\(count)" }
  /// ```
  ///
  /// The closure first receives the newest value, then each different one, in order. If several
  /// values wait for the main actor, it receives only the newest one, unless it equals the previous
  /// one.
  ///
  /// *Isolation*: the closure is called on the main actor, within the step if the loop runs there.
  /// The loop selects the part, once for every state. Both the loop and the main actor call `==`.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - part: Selects the value, for example by a key path.
  ///   - place: The main actor.
  ///   - observe: The closure to call with each value.
  /// - Returns: The token, which ends the observation when it is cancelled or released. It does not
  ///   keep the loop alive.
  public func observe<Value: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Value, on place: ObservationPlace,
    _ observe: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObservationToken {
    let relay = DifferenceRelay(isAtHome: isolation == .mainActor, observe)
    let entry = ObserverEntry(Observer<State, Event> { relay.take(part($0.state)) })
    let leaving = loop.observe(entry)
    return ObservationToken { [end = relay.end] in
      end()
      leaving.cancel()
    }
  }

  /// Calls a closure once, when the loop has settled or stopped.
  ///
  /// A loop has settled when transition 0 is made, its mailbox is empty, no step is under way, and
  /// no effect is alive. Sources do not count.
  ///
  /// If the loop has already settled, the closure is called at once; a closure that calls
  /// `onSettled` again is called endlessly.
  ///
  /// *Isolation*: called by the loop, after every observer has returned.
  ///
  /// - Returns: The token, which ends the wait when it is cancelled or released.
  public func onSettled(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    notify(at: .settled, call)
  }

  /// Calls a closure once, when the loop has stopped and the last user code has returned, including
  /// effects that ignore their cancellation.
  ///
  /// The closure is called even if the handle is released meanwhile, which stops the loop.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Returns: The token, which ends the wait when it is cancelled or released.
  public func onFinished(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    notify(at: .finished, call)
  }

  /// Calls a closure each time the mailbox becomes empty after one or more steps.
  ///
  /// Steps before this call do not count. A renderer can use it to draw one frame for several
  /// events.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Returns: The token, which ends the calls when it is cancelled or released.
  public func onDrained(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    notify(at: .drained, call)
  }

  private func notify(
    at occasion: LoopWaiter.Occasion, _ call: @escaping @Sendable () -> Void
  ) -> ObservationToken {
    let waiter = LoopWaiter(occasion) { _ in call() }
    loop.wait(waiter)
    return ObservationToken { [weak loop, weak waiter] in
      if let loop, let waiter { loop.withdraw(waiter) }
    }
  }
}
