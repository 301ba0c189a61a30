/// One run of a spin: the handle of its owner.
///
/// The handle alone keeps the loop alive: when its last reference is gone the loop stops. Emitters,
/// observers' tokens, sequences and their iterators do not keep it alive. An observer or a feedback
/// that captures the handle does, as the loop keeps those: let it capture `[weak running]`.
///
/// All of it may be used from any thread.
public final class RunningSpin<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline package let loop: Loop<State, Event>

  @inlinable
  init(_ loop: Loop<State, Event>) {
    self.loop = loop
  }

  deinit {
    loop.stop()
  }

  /// Makes transition 0; for ``Spin/prepare(on:)``, once.
  package func begin() { loop.begin() }

  /// The newest state: that of the last event reduced, or the initial one.
  ///
  /// While a turn runs it changes with each event; a feedback or an observer that reads it sees the
  /// state it was given. Reading waits for at most one call of the reducer and copies the state.
  ///
  /// - Precondition: Not read inside a reducer. The loop's own reducer has the state as its argument;
  ///   reducers that read each other's loops would wait for each other.
  @inlinable public var state: State { loop.state }

  /// The newest state, unless the reducer is at work on it: for renderers, which a reducer that
  /// hangs must not stop.
  package var stateAtRest: StateBox<State>? { loop.stateAtRest }

  /// The newest state on the heap.
  ///
  /// Waits as ``state`` does.
  package var boxedState: StateBox<State> { loop.boxedState }

  /// Emits an event.
  ///
  /// *Ordering*: events are reduced in the order in which the mailbox accepted them.
  ///
  /// *Reentrancy*: emitting from a reducer, feedback or observer of the same loop enqueues.
  ///
  /// - Returns: Whether the mailbox took the event. If not, `onDrop` was told.
  @inlinable
  @discardableResult
  public func emit(_ event: Event) -> EmitResult {
    loop.emit(event)
  }

  /// Stops the loop.
  ///
  /// No further event is taken once it returns. Called by a closure of the loop itself, the
  /// transition under way still reaches every observer, and then nothing starts. Called elsewhere,
  /// a step that another thread has just begun may still be made and published. The effects alive
  /// are cancelled by the loop.
  ///
  /// It never blocks, and may be called again.
  public func stop() {
    loop.stop()
  }

  /// Whether the loop has been told to stop.
  public var isStopped: Bool { loop.isStopped }

  /// The counters of the mailbox; `nil` if it has no bound, see ``RunOptions/mailbox``.
  public var mailboxCounts: MailboxCounts? { loop.context.mailbox.counts }

  /// Where the loop calls the closures of its spin.
  public var isolation: LoopIsolation { loop.context.runtime.isolation }

  /// The clock and alarm of the loop's runtime.
  public var scheduler: any SpinScheduler { loop.context.runtime.scheduler }
}
