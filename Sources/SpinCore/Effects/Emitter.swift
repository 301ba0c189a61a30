/// The way into the mailbox for one effect.
///
/// ```swift
/// .run { emit in
///   for await value in sensor.values { emit(.measured(value)) }
/// }
/// ```
///
/// An emitter may be copied and used from any thread. It does not keep the loop alive. Dropping its
/// last copy, or calling ``finish()``, finishes the effect; an effect that runs a closure is
/// finished when the closure has also returned.
///
/// *Ordering*: the events of one thread are taken in the order in which they were emitted.
public struct Emitter<Event: Sendable>: Sendable {
  @usableFromInline let emitter: EffectEmitter

  init(_ emitter: EffectEmitter) {
    self.emitter = emitter
  }

  /// Emits an event.
  ///
  /// *Reentrancy*: the call enqueues, and never runs the reducer inside the caller's frame, unless
  /// the runtime works on the caller's thread and the loop is idle. On such a runtime, finishing
  /// the effect or dropping the last copy may make steps as well: do neither while you hold a lock.
  ///
  /// - Returns: Whether the mailbox took it. An event that is accepted can still turn out stale.
  @inlinable
  @discardableResult
  public func callAsFunction(_ event: Event) -> EmitResult {
    withPlace(of: event) { emitter.emit(taking: $0) }
  }

  /// Emits an event, and waits until it has been reduced or dropped.
  ///
  /// ```swift
  /// .run { emit in
  ///   for await order in orders {
  ///     await emit.send(.received(order))
  ///     await order.confirm()  // The state contains the order.
  ///   }
  /// }
  /// ```
  ///
  /// *Ordering*: as for `send` of a running spin. The event is accepted before the task suspends. If the
  /// mailbox is full and its policy is ``OverflowPolicy/suspend``, the event is accepted when there is room
  /// for it, first come, first served. The task is resumed after the step of the event is complete and
  /// published: when the loop rests, or a few steps later if the loop has more to do.
  ///
  /// *Reentrancy*: an event that cancels its own effect ends the wait with its step.
  ///
  /// *Cancellation*: ends the wait. The result is then ``EmitResult/accepted`` for an event that has
  /// been accepted, unless the effect was cancelled before the event was reduced. An event that
  /// waits for room is refused, as ``DropReason/stale`` if the effect was cancelled, and otherwise
  /// as ``DropReason/full``. A task that is already cancelled does not wait.
  ///
  /// - Parameter event: The event to emit.
  /// - Returns: Whether the event was reduced, or why it was dropped.
  @discardableResult
  public nonisolated(nonsending) func send(_ event: Event) async -> EmitResult {
    await emitter.send(EventOf(event))
  }

  /// Emits an event, and waits for room if the mailbox is full and its policy is
  /// ``OverflowPolicy/suspend``.
  ///
  /// - Parameter event: The event to emit.
  /// - Returns: Whether the mailbox took it. An event that is accepted can still turn out stale.
  package nonisolated(nonsending) func emitWhenThereIsRoom(_ event: Event) async -> EmitResult {
    await emitter.emitWhenThereIsRoom(EventOf(event))
  }

  /// Emits an event that a state may wait for: there is always room for it, see ``MailboxBound``.
  @discardableResult
  package func emitLast(_ event: Event) -> EmitResult {
    withPlace(of: event) { emitter.emitLast(taking: $0) }
  }

  /// Finishes the effect: an event that is emitted later is dropped.
  ///
  /// A closure that is running continues, and can be cancelled, until it returns.
  public func finish() {
    emitter.finish()
  }

  /// Finishes the effect of a callback together with an event, for which there is always room.
  package func finish(with event: Event) {
    withPlace(of: event) { emitter.finish(taking: $0) }
  }

  /// Calls the closure of a body that emits.
  ///
  /// - Parameters:
  ///   - body: The closure.
  ///   - map: Makes the event of an error.
  ///   - mayFail: Whether an error ends an attempt that will be made again.
  /// - Returns: How the body ends: with the event of the error if the closure has thrown and the task is not
  ///   cancelled.
  nonisolated(nonsending) func end<Failure: Error>(
    of body: (Emitter) async throws(Failure) -> Void, catch map: (Failure) -> Event,
    mayFail: (Failure) -> Bool = { _ in false }
  ) async -> BodyEnd {
    do throws(Failure) {
      try await body(self)
      return .event(nil)
    } catch {
      if !Task.isCancelled {
        // What the closure has finished is over, and no attempt follows.
        return !emitter.isOver && mayFail(error) ? .failed : .event(EventOf(map(error)))
      }
      finish()
      return .event(nil)
    }
  }

  /// Reports that a stream feedback waits for a state after it has taken a number of states.
  package func askedForState(taken: UInt64) {
    emitter.askedForState(taken: taken)
  }

  /// Returns an emitter of other events, which converts each event and passes it to this one.
  ///
  /// *Isolation*: the thread that emits calls the closure, before the event joins the mailbox.
  ///
  /// - Parameter transform: Makes the event of this emitter.
  /// - Returns: An emitter that keeps the effect alive, as a copy of this one does.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Event
  ) -> Emitter<Other> {
    Emitter<Other>(EffectEmitter(emitter, Conversion(transform)))
  }
}
