/// A part of a running spin, for code that knows only the part.
///
/// ```swift
/// let clock = running.scope(state: \.clock, event: Event.clock)
/// clock.emit(.tick)
/// ```
///
/// It keeps no loop alive, unlike a ``RunningSpin``, and may be used from any thread. An event that it
/// emits is an event of the whole like any other, even if the part is gone.
public struct RunningPart<Part: Sendable, PartEvent: Sendable>: Sendable {
  /// The isolation in which the loop calls the closures that observe the part.
  package let isolation: LoopIsolation
  fileprivate weak let loop: Loop?
  /// Returns the part of a state.
  ///
  /// The argument lends the place of the state to a closure, which copies the state.
  fileprivate let select: @Sendable (((StatePlace) -> Void) -> Void) -> Part?
  /// Makes an event of the whole, and passes it to a closure, which takes it.
  fileprivate let convert: @Sendable (PartEvent, (EventPlace) -> EmitResult) -> EmitResult

  /// The newest state of the part; `nil` if there is no such part, or the loop is gone.
  ///
  /// Reading waits as ``RunningSpin/state`` does.
  ///
  /// - Precondition: Not read inside a reducer.
  public var state: Part? { loop.flatMap { loop in select(loop.read) } }

  /// Emits an event of the part.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The file of the call, for a ``Monitor``.
  ///   - line: The line of the call.
  ///   - function: The function around the call.
  /// - Returns: Whether the mailbox took the event. If the loop is gone, the event is dropped
  ///   without a report.
  @discardableResult
  public func emit(
    _ event: PartEvent, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> EmitResult {
    emit(event, awaitedBy: nil, at: CodeSite(fileID, line, function))
  }

  /// Emits an event without noting the call, for passing the method as a function.
  @_disfavoredOverload
  @discardableResult
  public func emit(_ event: PartEvent) -> EmitResult { emit(event, awaitedBy: nil) }

  /// Emits an event that may have a ticket, see ``RunningSpin/emit(_:awaitedBy:)``.
  package func emit(
    _ event: PartEvent, awaitedBy ticket: EventTicket?, at site: CodeSite = .unknown
  ) -> EmitResult {
    guard let loop else { return .dropped(.stopped) }
    return convert(event) { loop.emit(taking: $0, awaitedBy: ticket, at: site) }
  }

  /// Has the loop tell a waiter; returns whether there is still a loop.
  package func wait(_ waiter: LoopWaiter) -> Bool { loop.map { $0.wait(waiter) } != nil }

  /// Has the loop call `tell` with the part of the newest state, and then after each step.
  ///
  /// This lasts until the cancellation is called. If the loop stops before, it calls `atEnd`.
  @usableFromInline
  package func join(
    _ tell: @escaping @Sendable (Part?) -> Void, atEnd: @escaping @Sendable () -> Void = {}
  ) -> Cancellation {
    guard let loop else {
      atEnd()
      return .none
    }
    return loop.observe(
      ObserverEntry(
        keepsPrevious: false, { [select] view in tell(select { $0(view.state) }) }, atEnd: atEnd))
  }

  /// Returns a part of this part.
  ///
  /// *Isolation*: the closures are called where those of ``RunningSpin/scope(state:event:)`` are.
  ///
  /// - Parameters:
  ///   - state: Returns the inner part, or `nil` if there is none; it can be a key path.
  ///   - event: Makes an event of this part from an event of the inner part.
  /// - Returns: The handle, which keeps no loop alive.
  public func scope<Inner: Sendable, InnerEvent: Sendable>(
    state: @escaping @Sendable (Part) -> Inner?,
    event: @escaping @Sendable (InnerEvent) -> PartEvent
  ) -> RunningPart<Inner, InnerEvent> {
    RunningPart<Inner, InnerEvent>(
      isolation: isolation, loop: loop, select: { [select] in select($0).flatMap(state) },
      convert: { [convert] in convert(event($0), $1) })
  }
}

extension RunningSpin {
  /// Returns a part of the running spin, such as one that a ``Scope`` runs.
  ///
  /// ```swift
  /// import SpinChildren
  ///
  /// let clock = running.scope(state: \.clock, event: Event.clock)
  /// let third = running.scope(state: { $0.counters[id: 3] }, event: { .counter(3, $0) })
  /// ```
  ///
  /// - Parameters:
  ///   - state: Returns the part, or `nil` if there is none; it can be a key path. *Isolation*:
  ///     called by the thread that reads the part, and by the loop for observers of the part.
  ///   - event: Makes an event of the whole from an event of the part. *Isolation*: called by the
  ///     emitting thread.
  /// - Returns: The handle, which keeps no loop alive.
  public func scope<Part: Sendable, PartEvent: Sendable>(
    state: @escaping @Sendable (State) -> Part?,
    event: @escaping @Sendable (PartEvent) -> Event
  ) -> RunningPart<Part, PartEvent> {
    RunningPart<Part, PartEvent>(
      isolation: isolation, loop: loop,
      select: { lend in
        // The user's closure gets a copy, because a reader lends the state under a lock.
        var whole: State?
        lend { whole = $0.address(of: State.self).value }
        return whole.flatMap(state)
      },
      convert: { withPlace(of: event($0), $1) })
  }
}
