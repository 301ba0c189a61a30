/// The settings that one run of a spin adds to its definition.
public struct RunOptions<State: Sendable, Event: Sendable>: Sendable {
  /// Observers from transition 0 on, in order of registration.
  public var observers: [Observer<State, Event>]

  /// Told every event that was not reduced, and why, for as long as the loop exists: an emitter that
  /// outlives the handle and the loop's last turn only gets the answer that the loop has stopped.
  ///
  /// *Isolation*: called by the loop, or, for an event that is refused at the door, by the thread
  /// that emitted it; if that is a reducer, as soon as its step is complete. An event that makes room for
  /// another one is reported by the thread that emitted the other one, and an event that has waited for
  /// room in vain by the task that sent it.
  ///
  /// *Reentrancy*: it may emit. An event that it emits into the same loop and that is refused is not
  /// reported again: the result of its `emit` says so. Nor is an event that makes room for it.
  public var onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?

  /// The alarm for a loop that does not come to rest; `nil` for none.
  public var runaway: RunawayAlarm<Event>?

  /// The number of events that may wait in the mailbox, and the fate of the others.
  ///
  /// Keys and other input of a terminal need no room.
  public var mailbox = MailboxBound<Event>.unbounded

  /// The state of transition 0, instead of that of the definition; `nil` leaves that in its place.
  ///
  /// Nothing else changes: transition 0 has the number 0 and no event, and the feedbacks see a first
  /// state.
  public var initialState: State? {
    get { initialBox?.value }
    set { initialBox = newValue.map { StateBox($0) } }
  }

  /// The same on the heap, where a large one passes over no stack.
  @usableFromInline var initialBox: StateBox<State>?

  /// The seed of the run's random numbers, which are the jitter of a ``Backoff``.
  ///
  /// Each is a function of the seed, the feedback, which of its executions it is for, and the attempt,
  /// so that the same seed gives the same delays, however effects overlap. Without a seed each run has
  /// one of its own.
  public var seed: UInt64?

  /// How many events of ``Effect/frames(_:)`` there are a second.
  @usableFromInline package var frameRate = 60

  /// Told everything that happens, for the tests that compare a run with a model.
  @usableFromInline package var trace: (@Sendable (LoopTrace<Event>) -> Void)?

  /// Shown every state where it lives, after the observers: for those who need no copy.
  @usableFromInline package var stateSink: StateSink<State, Event>?

  /// Makes options.
  public init(
    observers: [Observer<State, Event>] = [], mailbox: MailboxBound<Event> = .unbounded,
    runaway: RunawayAlarm<Event>? = .standard, seed: UInt64? = nil,
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.observers = observers
    self.mailbox = mailbox
    self.runaway = runaway
    self.onDrop = onDrop
    self.seed = seed
  }

  /// Makes options for a run that starts in another state than that of the definition.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0, see ``initialState``.
  ///   - observers: Observers from transition 0 on.
  ///   - mailbox: How many events may wait in the mailbox.
  ///   - runaway: The alarm for a loop that does not come to rest.
  ///   - seed: The seed of the run's random numbers.
  ///   - onDrop: Told every event that was not reduced.
  public init(
    initialState: borrowing State, observers: [Observer<State, Event>] = [],
    mailbox: MailboxBound<Event> = .unbounded, runaway: RunawayAlarm<Event>? = .standard,
    seed: UInt64? = nil, onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.init(
      observers: observers, mailbox: mailbox, runaway: runaway, seed: seed, onDrop: onDrop)
    initialBox = boxed(initialState)
  }
}
