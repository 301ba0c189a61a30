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
  // at every step and writes: between them is what is rarely used, on both sides.
  @usableFromInline let reducer: @Sendable (inout State, Event) -> Void
  @usableFromInline let cell: StateCell<State>
  @usableFromInline let trace: (@Sendable (LoopTrace<Event>) -> Void)?
  @usableFromInline let stateSink: (@Sendable (UnsafePointer<State>, Event?) -> Void)?
  /// Whether a turn is due that nobody has begun.
  @usableFromInline let isDue = Atomic(true)
  /// What the mailbox has for the drain, readable without its lock. Written under the lock.
  @usableFromInline let signals = Atomic<UInt8>(0)
  @usableFromInline let table: LoopTable<Event>
  @usableFromInline let onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?
  @usableFromInline let mailbox = Guarded(Mailbox<State, Event>())
  @usableFromInline let blueprint: Blueprint<State, Event>
  @usableFromInline let runtime: any SpinRuntime
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
    let isBetter = _isConcrete(State.self) && _isConcrete(Event.self)
    let table = blueprint.reducer.table
    self.table = isBetter && !table.isConcrete ? LoopTable(for: Loop<State, Event>.self) : table
    self.runtime = runtime
    reducer = blueprint.reducer.body
    onDrop = options.onDrop
    trace = options.trace
    stateSink = options.stateSink
    cell = StateCell(blueprint.initialBox)
    drain = Drain(blueprint, state: cell.pointer, observers: options.observers)
  }

  /// Reduces an event in place. Called by the drain.
  @inlinable
  func reduce(_ event: Event, _ frame: UnsafeMutablePointer<ThreadFrame>) {
    cell.reduce(reducer, event, frame)
  }

  /// Has the runtime run the first turn.
  @inlinable
  func begin() {
    runtime.run(turn)
  }
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
  package func join(_ entry: ObserverEntry<State, Event>) {
    ask(.join(entry))
  }

  /// Ends an observation.
  package func leave(_ entry: ObserverEntry<State, Event>) {
    entry.leave()
    ask(.leave(entry))
  }

  /// Makes somebody wait.
  ///
  /// - Parameter keepsLoop: Whether the loop is to live until they are told or have given up.
  package func wait(_ notice: Notice, keepsLoop: Bool = false) {
    ask(.notify(notice, kept: keepsLoop ? self : nil))
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
