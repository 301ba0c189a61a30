public import SpinCore

extension RunningSpin {
  /// Observes the transitions with a closure.
  ///
  /// It first gets the newest transition, then every following one, without gap or repeat.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Parameters:
  ///   - keepingPrevious: Whether transitions have their previous state, see ``Observer``; the
  ///     first one has none.
  ///   - observe: The closure to call with each transition.
  /// - Returns: The token that ends the observation when it is cancelled or dropped. It does not
  ///   keep the loop alive.
  public func observe(
    keepingPrevious: Bool = false,
    _ observe: @escaping @Sendable (Transition<State, Event>) -> Void
  ) -> ObservationToken {
    let entry = ObserverEntry(Observer(keepingPrevious: keepingPrevious, observe))
    loop.join(entry)
    return ObservationToken { [weak loop, weak entry] in
      if let loop, let entry { loop.leave(entry) }
    }
  }

  /// Observes the states on the main actor.
  ///
  /// It first gets the newest state, then those that follow, in order. If the main actor is late it
  /// gets the newest of those that wait: for views, which show the newest state.
  ///
  /// *Isolation*: called on the main actor; within the step if the loop runs there.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main actor.
  ///
  /// - Parameters:
  ///   - place: The main actor.
  ///   - observe: The closure to call with each state.
  /// - Returns: The token that ends the observation when it is cancelled or dropped. It does not
  ///   keep the loop alive.
  public func observe(
    on place: ObservationPlace, _ observe: @escaping @MainActor @Sendable (State) -> Void
  ) -> ObservationToken {
    let relay = MainActorRelay(isAtHome: isolation == .mainActor, observe)
    let entry = ObserverEntry<State, Event>(Observer { relay.take($0.state) })
    loop.join(entry)
    return ObservationToken { [weak loop, weak entry, weak relay] in
      relay?.end()
      if let loop, let entry { loop.leave(entry) }
    }
  }

  /// Observes a part of the states on the main actor.
  ///
  /// ```swift
  /// token = running.observe(\.items.count, on: .main) { count in label.text = "\(count)" }
  /// ```
  ///
  /// It first gets the newest value, then each different one, in order. If the main actor is late it
  /// gets the newest of those that wait, unless that equals the one it got before.
  ///
  /// *Isolation*: the closure is called on the main actor; within the step if the loop runs there. The
  /// part is selected by the loop, once with every state; `==` is called by both.
  ///
  /// *Cancellation*: the closure is not called again once `cancel()` has returned on the main actor.
  ///
  /// - Parameters:
  ///   - part: Selects the value; a key path will do.
  ///   - place: The main actor.
  ///   - observe: The closure to call with each value.
  /// - Returns: The token that ends the observation when it is cancelled or dropped. It does not
  ///   keep the loop alive.
  public func observe<Value: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Value, on place: ObservationPlace,
    _ observe: @escaping @MainActor @Sendable (Value) -> Void
  ) -> ObservationToken {
    let relay = DifferenceRelay(isAtHome: isolation == .mainActor, observe)
    let entry = ObserverEntry<State, Event>(Observer { relay.take(part($0.state)) })
    loop.join(entry)
    return ObservationToken { [weak loop, weak entry, end = relay.end] in
      end()
      if let loop, let entry { loop.leave(entry) }
    }
  }

  /// Calls a closure once, when the loop is settled or has stopped.
  ///
  /// A loop is settled when transition 0 is made, its mailbox is empty, no step is under way and no
  /// effect is alive or waits. Sources do not count.
  ///
  /// If the loop is settled already, the closure is called at once: one that calls `onSettled` again is
  /// called without end.
  ///
  /// *Isolation*: called by the loop, after every observer has returned.
  ///
  /// - Returns: The token that gives up the wait when it is cancelled or dropped.
  public func onSettled(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    wait(.settled, call)
  }

  /// Calls a closure once, when the loop has stopped and the last user code has returned, including
  /// the effects that ignore their cancellation.
  ///
  /// The loop calls it even if the handle is dropped meanwhile, which stops the loop.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Returns: The token that gives up the wait when it is cancelled or dropped.
  public func onFinished(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    wait(.finished, call)
  }

  /// Calls a closure each time the mailbox has run empty and there were steps since the last time,
  /// or, for the first time, since this call.
  ///
  /// For renderers: one frame for each time, instead of one for each event.
  ///
  /// *Isolation*: called by the loop.
  ///
  /// - Returns: The token that ends it when it is cancelled or dropped.
  public func onDrained(_ call: @escaping @Sendable () -> Void) -> ObservationToken {
    wait(.drained, call)
  }

  private func wait(
    _ occasion: LoopWaiter.Occasion, _ call: @escaping @Sendable () -> Void
  ) -> ObservationToken {
    let waiter = LoopWaiter(occasion) { _ in call() }
    loop.wait(waiter)
    return ObservationToken { [weak loop, weak waiter] in
      if let loop, let waiter { loop.withdraw(waiter) }
    }
  }
}
