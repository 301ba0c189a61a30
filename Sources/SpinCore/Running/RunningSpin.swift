/// One run of a spin: the handle of its owner.
///
/// ```swift
/// let running = search.start(on: .async)
/// running.emit(.typed("swift"))
/// print(try await running.settled().titles)
/// running.stop()
/// ```
///
/// Only the handle keeps the loop alive: when its last reference is released, the loop stops.
/// Emitters, observation tokens, sequences and their iterators do not keep it alive. An observer or
/// a feedback that captures the handle does, because the loop keeps observers and feedbacks: let it
/// capture `[weak running]`.
///
/// If events wait when the handle is released, or effects other than sources are alive, debug builds
/// say so on standard error, once for each type of spin.
///
/// All members may be used from any thread.
public final class RunningSpin<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline package let loop: Loop

  init(_ loop: Loop) {
    self.loop = loop
  }

  deinit {
    loop.stop(because: .released)
  }

  /// Makes transition 0 of a run that ``Spin/prepare(on:options:)`` has made; called once.
  package func begin() { loop.begin() }

  /// The newest state: the state after the last reduced event, or the initial one.
  ///
  /// While a turn runs, it changes with each event; a feedback or an observer that reads it sees
  /// the state that it was given. Reading copies the state, and waits for at most one change of it: a call of
  /// the reducer, with the code of scopes and layers that belongs to it.
  ///
  /// - Precondition: Not read inside a reducer. The loop's own reducer has the state as its argument, and
  ///   reducers that read each other's loops would deadlock. Other code must not read it either: the closures
  ///   and the `==` by which a scope finds and compares its part, the conditions of layers, and the `deinit`
  ///   of what a reducer releases.
  public var state: State {
    // Passing a large result through a closure costs several copies on the stack in debug builds.
    if MemoryLayout<State>.size > 1024 {
      return loop.read { StateBox.copy(of: $0.address(of: State.self)) }.value
    }
    return loop.read { $0.address(of: State.self).value }
  }

  /// Whether the reducer is changing the state at this moment.
  package var isReducing: Bool { loop.isReducing }

  /// Emits an event.
  ///
  /// *Ordering*: events are reduced in the order in which the mailbox accepted them.
  ///
  /// *Reentrancy*: emitting from a reducer, feedback or observer of the same loop enqueues.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The file of the call, for a ``Monitor``.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: Whether the mailbox took the event. If not, the event was reported to
  ///   ``RunOptions/onDrop``.
  @inlinable
  @discardableResult
  public func emit(
    _ event: Event, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> EmitResult {
    let site = CodeSite(fileID, line, function)
    return withPlace(of: event) { loop.emit(taking: $0, at: site) }
  }

  /// Emits an event without noting the call, for passing the method as a function.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public func emit(_ event: Event) -> EmitResult {
    withPlace(of: event) { loop.emit(taking: $0, at: .unknown) }
  }

  /// Stops the loop.
  ///
  /// No further event is taken once this returns. If a closure of the loop calls it, the transition
  /// under way still reaches every observer, and then no effect starts. If other code calls it, a
  /// step that another thread has just begun may still be made and published. The loop cancels all
  /// live effects.
  ///
  /// It never blocks. Calling it again has no effect.
  public func stop() {
    loop.stop()
  }

  /// Whether the loop has been told to stop.
  public var isStopped: Bool { loop.isStopped }

  /// Why the loop was told to stop; `nil` if it was not.
  ///
  /// Of several reasons, it is the first. The error of a durable loop that loses its last events replaces it.
  public var stopReason: StopReason? { loop.stopReason }

  /// The counters of the mailbox; `nil` if it has no bound, see ``RunOptions/mailbox``.
  public var mailboxCounts: MailboxCounts? { loop.context.mailbox.counts }

  /// The isolation in which the loop calls the closures of its spin.
  public var isolation: LoopIsolation { loop.context.runtime.isolation }

  /// The clock and alarms of the loop's runtime.
  public var scheduler: any SpinScheduler { loop.context.runtime.scheduler }
}

extension RunningSpin {
  /// Emits an event, and notes another call as the one that has emitted it.
  package func emit(_ event: Event, at site: CodeSite) -> EmitResult {
    withPlace(of: event) { loop.emit(taking: $0, at: site) }
  }

  /// Emits an event that may have a ticket.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - ticket: The ticket that is told the event's fate, unless the event is refused.
  ///   - site: The call that emits the event.
  /// - Returns: ``EmitResult/accepted`` if the mailbox took the event or lets it wait for room.
  package func emit(
    _ event: Event, awaitedBy ticket: EventTicket?, at site: CodeSite = .unknown
  ) -> EmitResult {
    withPlace(of: event) { loop.emit(taking: $0, awaitedBy: ticket, at: site) }
  }
}
