extension Feedback {
  /// Sends a selected value to a gear whenever it changes.
  ///
  /// An equal value is not sent again. `nil` sends nothing and forgets the value before, so the
  /// next value is sent even if it equals the last one sent. The value of the first state is sent.
  ///
  /// A message is delivered once it is sent: neither a later state nor the end of the sending part
  /// takes it back. Only stopping the loop in the same step keeps it from being sent. A throttled
  /// feedback sends only the messages that its period permits. This loop is not settled until the
  /// message is in the mailboxes of all receivers, so `settled(a, b)` is exact for loops that gears
  /// connect.
  ///
  /// *Ordering*: the messages of a step are sent when the step is complete, in the order of the feedbacks. A
  /// loop that also receives from the gear receives its own messages as well, from the step in which it
  /// joins. In that step, the order of the feedbacks decides: the loop misses a message of a feedback that is
  /// declared before the receiving one.
  ///
  /// Strategies and executors do not apply. The feedback keeps the gear alive.
  ///
  /// - Parameters:
  ///   - select: Called once with every state. It can be a key path, even to a value that is not
  ///     optional.
  ///   - gear: The gear to send to.
  /// - Returns: A feedback without events.
  @inlinable
  public static func sending<Message: Equatable>(
    on select: @escaping @Sendable (State) -> Message?, to gear: Gear<Message>
  ) -> Feedback {
    // NB: not `absent: .withdrawn`. A value of `nil` would then cancel messages on their way.
    Feedback {
      .selection(kind: .sender, absent: .declined, select) { (message, _: State) -> Effect<Event> in
        gear.sending(message)
      }
    }
    .fixed(.continueOnNewState)
  }

  /// Sends messages about transitions to a gear.
  ///
  /// For each transition from transition 0 on, the feedback sends the message that `message`
  /// returns, even if it equals the message before; `nil` sends nothing. Otherwise it works like
  /// ``sending(on:to:)``.
  ///
  /// - Parameters:
  ///   - gear: The gear to send to.
  ///   - keepingPrevious: Whether transitions have their previous state, see
  ///     ``transitions(keepingPrevious:_:)``.
  ///   - message: Called with every transition.
  /// - Returns: A feedback without events.
  @inlinable
  public static func sendingTransitions<Message>(
    to gear: Gear<Message>, keepingPrevious: Bool = false,
    _ message: @escaping @Sendable (Transition<State, Event>) -> Message?
  ) -> Feedback {
    Feedback {
      FeedbackInstance(
        kind: .sender, keepsPrevious: keepingPrevious
      ) { (transition: Transition<State, Event>, sink) in
        if let message = message(transition) { sink.take(gear.sending(message) as Effect<Event>) }
      }
    }
    .fixed(.continueOnNewState)
  }

  /// Makes events from the messages of a gear.
  ///
  /// It is a source: it joins the gear at transition 0 and runs in every state, its events are
  /// never stale, and it keeps the loop from being settled only until it has joined. It receives
  /// the messages that are sent after that. On most runtimes, transition 0 may be made after
  /// `start` has returned, and a message that is sent at once may be too early: await `settled()`
  /// first, or let the gear replay its newest message. The replayed message comes first, after the
  /// immediate events of transition 0. The feedback ends when the gear is released.
  ///
  /// The gear does not keep the loop alive, and the feedback does not keep the gear alive.
  ///
  /// *Ordering*: the events enter the mailbox in the order of the messages. A message is in the
  /// mailboxes of all receivers before the next message is in any of them.
  ///
  /// *Isolation*: the delivering thread calls `event`, see ``Gear``. It should only make an event.
  /// Strategies and executors do not apply.
  ///
  /// - Parameters:
  ///   - gear: The gear to receive from, which is held weakly.
  ///   - event: Makes an event from a message, or returns `nil` to ignore it.
  /// - Returns: A feedback with one effect for each run.
  @inlinable
  public static func receiving<Message>(
    from gear: Gear<Message>, _ event: @escaping @Sendable (Message) -> Event?
  ) -> Feedback {
    weak let gear = gear
    return Feedback {
      .receiver { (emit: Emitter<Event>) in
        guard let gear else {
          emit.finish()
          return .none
        }
        return gear.join(emit) { message in
          if let event = event(GearMessage<Message>.content(message)) { emit(event) }
        }
      }
    }
    .fixed(.continueOnNewState)
  }

  /// Returns the feedback with a strategy and without an executor, neither of which can be changed.
  @usableFromInline
  func fixed(_ strategy: ExecutionStrategy) -> Feedback {
    with {
      $0.strategy = strategy
      $0.isFixed = true
    }
  }
}

extension Gear {
  /// Lets an effect receive the messages until it is cancelled.
  @usableFromInline
  func join<Event>(
    _ emit: Emitter<Event>, _ receive: @escaping @Sendable (GearObject) -> Void
  ) -> Cancellation {
    core.join(
      GearReceiver(receive, joined: { emit.askedForState(taken: 1) }, ended: { emit.finish() }))
  }
}

extension FeedbackInstance {
  /// Makes the instance of a feedback that starts one receiving effect, at the first state.
  ///
  /// The effect reports that it has joined by ``Emitter/askedForState(taken:)``.
  @usableFromInline
  static func receiver<Event>(
    _ register: @escaping @Sendable (Emitter<Event>) -> Cancellation
  ) -> FeedbackInstance {
    source(.receiver) { $0.take(Effect.registering(register)) }
  }
}
