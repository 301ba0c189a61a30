extension Feedback {
  /// Sends a selected value to a gear whenever it becomes another one.
  ///
  /// An equal value is not sent again. `nil` sends nothing and forgets the value before, so the next
  /// value is sent even if it equals that. The value of the first state is sent.
  ///
  /// A message that is sent is delivered. No later state takes it back, nor does the end of the
  /// part that sends it. A throttled feedback sends only the messages that its period lets through.
  /// Only stopping the loop in the same step keeps it from being sent. Until the message is in the
  /// mailboxes of all receivers, this loop is not settled, so `settled(a, b)` is exact for loops
  /// that gears connect.
  ///
  /// *Ordering*: the messages of a step are sent when the step is complete, in the order of the
  /// feedbacks. A loop that also receives from the gear hears its own messages, from the step on in
  /// which it has joined: a feedback that receives joins in the place where it is declared.
  ///
  /// Strategies and executors do not apply. The feedback keeps the gear alive.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do, even to a value that is not
  ///     optional.
  ///   - gear: The gear to send to.
  /// - Returns: A feedback without events.
  @inlinable
  public static func sending<Message: Equatable>(
    on select: @escaping @Sendable (State) -> Message?, to gear: Gear<Message>
  ) -> Feedback {
    Feedback { .edges(select) { gear.sending($0) } }.fixed(.continueOnNewState)
  }

  /// Sends messages about transitions to a gear.
  ///
  /// The feedback sends the message that `message` returns, for each transition from transition 0 on,
  /// even if it equals the message before; `nil` sends nothing. Apart from that it is a feedback like
  /// ``sending(on:to:)``.
  ///
  /// - Complexity: The loop keeps the state before each event for it, so a collection in the state is
  ///   copied when it changes.
  /// - Parameters:
  ///   - gear: The gear to send to.
  ///   - message: Called with every transition.
  /// - Returns: A feedback without events.
  @inlinable
  public static func sendingTransitions<Message>(
    to gear: Gear<Message>,
    _ message: @escaping @Sendable (Transition<State, Event>) -> Message?
  ) -> Feedback {
    Feedback {
      FeedbackInstance(kind: .sender, needsPrevious: true) { step in
        let message = step.show(keepingPrevious: true) { message($0) }
        return message.map { gear.sending($0) } ?? .none
      }
    }
    .fixed(.continueOnNewState)
  }

  /// Makes events of the messages of a gear.
  ///
  /// It is a source: it joins the gear at transition 0 and runs in every state, its events are never
  /// stale, and it does not keep the loop from being settled, except until it has joined. It hears the
  /// messages that are sent after that. On most runtimes transition 0 may be made after `start` has
  /// returned, and a message that is sent at once may be too early: await `settled()` before, or let the
  /// gear replay its newest message. A gear that replays sends that first; it follows the immediate
  /// events of transition 0. The feedback ends when the gear goes away.
  ///
  /// The gear does not keep the loop alive, nor the feedback the gear.
  ///
  /// *Ordering*: the events are in the mailbox in the order of the messages. A message is in the
  /// mailboxes of all receivers before the next one is in any of them.
  ///
  /// *Isolation*: `event` is called by the thread that delivers, see ``Gear``. It should only make an
  /// event. Strategies and executors do not apply.
  ///
  /// - Parameters:
  ///   - gear: The gear to listen to, which is held weakly.
  ///   - event: Makes an event of a message; `nil` passes over the message.
  /// - Returns: A feedback with one effect for each run.
  @inlinable
  public static func receiving<Message>(
    from gear: Gear<Message>, _ event: @escaping @Sendable (Message) -> Event?
  ) -> Feedback {
    let gear = WeakGear(gear)
    return Feedback {
      .receiver(
        Effect(
          work: .registration { emit in
            gear.join(emit) { message in
              if let event = event(GearMessage<Message>.content(message)) { emit(event) }
            }
          }))
    }
    .fixed(.continueOnNewState)
  }

  /// Gives the feedback a strategy for good, and has its work stay in the loop.
  @usableFromInline
  func fixed(_ strategy: ExecutionStrategy) -> Feedback {
    with {
      $0.strategy = strategy
      $0.isFixed = true
    }
  }
}

/// A gear that is not kept alive.
///
/// NB: a class, because a weak capture inside another `@Sendable` closure does not compile.
@usableFromInline
final class WeakGear<Message: Sendable>: Sendable {
  private weak let gear: Gear<Message>?

  @usableFromInline
  init(_ gear: Gear<Message>) {
    self.gear = gear
  }

  /// Has an effect hear the messages until it is cancelled.
  @usableFromInline
  func join<Event>(
    _ emit: Emitter<Event>, _ receive: @escaping @Sendable (GearObject) -> Void
  ) -> Cancellation {
    guard let gear else {
      emit.finish()
      return .none
    }
    let receiver = GearReceiver(
      receive, joined: { emit.askedForState(taken: 1) }, ended: { emit.finish() })
    let core = gear.core
    core.join(receiver)
    return Cancellation { [weak core] in core?.leave(receiver) }
  }
}

extension FeedbackInstance {
  /// Watches a selected value for another one, and lets what runs go on when it is gone.
  @inlinable
  static func edges<Value: Equatable>(
    _ select: @escaping (State) -> Value?, _ effect: @escaping (Value) -> Effect<Event>
  ) -> FeedbackInstance {
    let newest = Memory<Value>()
    return FeedbackInstance(
      kind: .sender,
      ask: { state in
        let value = select(state)
        if value == newest.value { return .unchanged }
        newest.value = value
        // NB: not withdrawn, which would cancel what is on its way.
        return value == nil ? .declined : .wanted
      },
      describe: { _ in newest.value.map(effect) ?? .none })
  }

  /// Describes an effect at the first state that hears of others, and says when it is ready by
  /// ``Emitter/askedForState(taken:)``.
  @inlinable
  static func receiver(_ effect: Effect<Event>) -> FeedbackInstance {
    let pending = Memory<Effect<Event>>()
    pending.value = effect
    return FeedbackInstance(
      kind: .receiver,
      ask: { _ in pending.value == nil ? .unchanged : .wanted },
      describe: { _ in pending.value.take() ?? .none })
  }
}
