public import Synchronization

/// The one loop: a mailbox, a drain and an engine, around the user's closures.
///
/// Whoever puts the first entry into an idle mailbox makes it busy and has the runtime run a turn;
/// whoever runs the turn owns ``drain`` until it finds the mailbox empty:
///
/// ```
/// idle ──post──▶ due ──turn──▶ draining ──mailbox empty──▶ idle
///                 ▲──limit reached──┘
/// ```
///
/// Idle turns into busy and back only under the lock of ``mailbox``, and back only in the critical
/// section that found nothing to do; so no entry is ever left behind:
///
/// ```
/// drain                             emitter
/// lock: inbox empty? yes: idle      |
///                                   lock: idle? yes: busy, append → run a turn
/// ```
/// and, the other way round, the drain sees the entry and goes on.
@usableFromInline
package final class Loop<State: Sendable, Event: Sendable>: Sendable {
  // The order keeps what emitters write (the mailbox) on other cache lines than what the drain reads
  // at every step (before) and writes (the later parts of the drain).
  @usableFromInline let reducer: @Sendable (inout State, Event) -> Void
  @usableFromInline let cell: StateCell<State>
  @usableFromInline let probe: (@Sendable (LoopFact<Event>) -> Void)?
  /// Whether a turn is due that nobody has begun.
  @usableFromInline let isDue = Atomic(true)
  /// What the mailbox has for the drain, readable without its lock. Written under the lock.
  @usableFromInline let signals = Atomic<UInt8>(0)
  @usableFromInline let runtime: any SpinRuntime
  @usableFromInline let blueprint: Blueprint<State, Event>
  @usableFromInline let table: LoopTable<Event>
  @usableFromInline let onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?
  @usableFromInline let mailbox = Mutex(Mailbox<State, Event>())
  /// The drain's own belongings.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var drain: Drain<State, Event>
  // Guard: whoever runs the turn owns the drain; while the mailbox is idle, its lock.

  /// Makes a loop whose first turn is wanted; see ``begin()``.
  @inlinable
  init(
    _ blueprint: Blueprint<State, Event>, runtime: any SpinRuntime,
    options: RunOptions<State, Event>
  ) {
    self.blueprint = blueprint
    table = LoopTable(for: Loop<State, Event>.self)
    self.runtime = runtime
    reducer = blueprint.reducer.body
    onDrop = options.onDrop
    probe = options.probe
    cell = StateCell(blueprint.initialBox)
    drain = Drain(blueprint, state: cell.pointer, observers: options.observers)
  }

  /// Reduces an event in place. Called by the drain.
  @inlinable
  func reduce(_ event: Event) {
    cell.gate.withLock { _ in reducer(&cell.pointer.pointee, event) }
  }

  /// Has the runtime run the first turn.
  @inlinable
  func begin() {
    runtime.run(turn)
  }
}

/// What is shared between the drain and everybody else.
@usableFromInline
struct Mailbox<State: Sendable, Event: Sendable>: ~Copyable, Sendable {
  /// The bits of ``Loop/signals``.
  @usableFromInline static var hasEntries: UInt8 { 1 }
  @usableFromInline static var hasRequests: UInt8 { 2 }
  @usableFromInline static var hasStop: UInt8 { 4 }

  @usableFromInline var inbox = EventQueue<Event>()
  @usableFromInline var requests: [Request<State, Event>] = []
  /// Whether a turn is due or under way: whether the drain has, or is about to have, an owner.
  @usableFromInline var isBusy = true
  @usableFromInline var isClosed = false

  @inlinable
  init() {}
}

/// What others ask of the drain, apart from events.
@usableFromInline
enum Request<State: Sendable, Event: Sendable>: Sendable {
  case join(Registrant<State, Event>)
  case notify(Notice)
  /// Somebody has left or withdrawn: forget them.
  case sweep
}

// MARK: - What anybody may call

extension Loop {
  /// Emits an event from outside.
  @inlinable
  func emit(_ event: Event) -> Emission {
    post(Entry(.outside, event))
  }

  /// Stops the loop: closes the mailbox and leaves the rest to the drain.
  package func stop() {
    let wakes = mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return false }
      mailbox.isClosed = true
      raise(Mailbox<State, Event>.hasStop)
      return wake(&mailbox)
    }
    if wakes { runtime.run(turn) }
  }

  /// Whether the loop has been told to stop.
  package var isStopped: Bool { mailbox.withLock { $0.isClosed } }

  /// Makes an observer join; it is called by the loop.
  package func join(_ registrant: Registrant<State, Event>) {
    ask(.join(registrant))
  }

  /// Ends an observation.
  package func leave(_ registrant: Registrant<State, Event>) {
    registrant.leave()
    ask(.sweep)
  }

  /// Makes somebody wait.
  package func wait(_ notice: Notice) {
    ask(.notify(notice))
  }

  /// Ends a wait.
  package func withdraw(_ notice: Notice) {
    notice.withdraw()
    ask(.sweep)
  }

  private func ask(_ request: Request<State, Event>) {
    let wakes = mailbox.withLock { mailbox in
      mailbox.requests.append(request)
      raise(Mailbox<State, Event>.hasRequests)
      return wake(&mailbox)
    }
    if wakes { runtime.run(turn) }
  }

  /// Notes that there is something for the drain; returns whether a turn must be run for it.
  /// Called under the lock of the mailbox.
  @inlinable
  func wake(_ mailbox: inout Mailbox<State, Event>) -> Bool {
    if mailbox.isBusy { return false }
    mailbox.isBusy = true
    isDue.store(true, ordering: .relaxed)
    return true
  }

  /// Shows the drain that there is something. Called under the lock of the mailbox.
  @inlinable
  func raise(_ signal: UInt8) {
    let raised = signals.load(ordering: .relaxed)
    if raised & signal == 0 { signals.store(raised | signal, ordering: .releasing) }
  }
}

// MARK: - Delivering

extension Loop {
  /// Where effects deliver.
  @inlinable var door: Door<Event> { Door(self, table) }

  @inlinable
  func post(_ entry: Entry<Event>) -> Emission {
    let (isAccepted, wakes) = enqueue(entry)
    if wakes { runtime.run(turn) }
    return isAccepted ? .accepted : refuse(entry)
  }

  @inlinable
  func postLast(_ entry: Entry<Event>) -> Turn? {
    let (isAccepted, wakes) = enqueue(entry)
    if !isAccepted {
      _ = refuse(entry)
      return postLast(Entry(entry.tag.with(.bodyEnded)))
    }
    guard wakes else { return nil }
    guard Task.isCancelled else { return turn }
    // NB: a turn must not run in a cancelled task, where user code would believe itself cancelled.
    runtime.run(turn)
    return nil
  }

  /// Appends an entry, unless it has an event and the loop has stopped.
  @inlinable
  func enqueue(_ entry: Entry<Event>) -> (isAccepted: Bool, wakes: Bool) {
    mailbox.withLock { mailbox in
      if mailbox.isClosed && entry.event != nil { return (false, false) }
      if wake(&mailbox) {
        drain.queue.append(entry)  // Nobody owns the drain until the turn that is now due.
        return (true, true)
      }
      mailbox.inbox.append(entry)
      raise(Mailbox<State, Event>.hasEntries)
      return (true, false)
    }
  }

  @usableFromInline
  func refuse(_ entry: Entry<Event>) -> Emission {
    guard let event = entry.event else { unreachable("a fact without an event is refused") }
    return refuse(event, entry.tag, .stopped)
  }

  @usableFromInline
  func refuse(_ event: Event, _ tag: Tag, _ reason: DropReason) -> Emission {
    let reason = isStopped ? .stopped : reason
    report(event, tag, reason)
    return .dropped(reason)
  }

  @usableFromInline
  func report(_ event: Event, _ tag: Tag, _ reason: DropReason) {
    onDrop?(
      DroppedEvent(
        event: event, reason: reason,
        origin: tag.origin(blueprint.names)))
  }
}
