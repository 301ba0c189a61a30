public import Synchronization

/// The place where every thread finds a loop's state.
///
/// Only the owner of the drain changes the state, and only inside ``reduce(_:_:in:_:)``. The lock is
/// held for just that call, so that any thread may copy the state at any other time, even while
/// feedbacks and observers run:
///
/// ```
/// drain:   reduce ]  ask, publish, describe      [ reduce ]
/// reader:         ^ copies here, or waits here ->         ^
/// ```
///
/// The drain reads the state without the lock, because nobody else writes it. The state lives in a
/// ``StateBox`` of the drain's, so a state of any size is reduced in place and never passes over the
/// stack.
@usableFromInline
struct StateCell<State: Sendable>: ~Copyable, Sendable {
  /// Where the state is.
  @usableFromInline @safe nonisolated(unsafe) let address: Atomic<Address<State>>
  // Guard: written by the drain, under the lock; read by the drain, or under the lock.
  @usableFromInline let lock = Guarded(())
  /// Whether a reducer holds the lock, and not a reader: for those who may wait for a reader only.
  @usableFromInline let isReducing = Atomic(false)

  @inlinable
  init(_ address: Address<State>) {
    self.address = Atomic(address)
  }

  /// Reduces an event in place.
  ///
  /// Called by the drain.
  ///
  /// `state` is the memory of the state, which is the cell's from now on.
  @inlinable @inline(__always)
  func reduce<Event>(
    _ reducer: (inout State, Event) -> Void, _ event: Event,
    in state: Address<State>, _ frame: Address<ThreadFrame>
  ) {
    lock.withLock { _ in
      address.store(state, ordering: .relaxed)
      frame.value.isReducing = true
      isReducing.store(true, ordering: .relaxed)
      reducer(&state.value, event)
      isReducing.store(false, ordering: .relaxed)
      frame.value.isReducing = false
    }
  }

  /// Copies the state.
  ///
  /// Waits for at most one call of the reducer.
  @inlinable
  func read() -> State {
    if MemoryLayout<State>.size <= 1024 {
      return lock.withLock { _ in address.load(ordering: .relaxed).value }
    }
    // Passing a result through a closure costs several copies on the stack in debug builds.
    return readBoxed().value
  }

  /// Copies the state onto the heap.
  ///
  /// Waits for at most one call of the reducer.
  @inlinable
  func readBoxed() -> StateBox<State> {
    lock.withLock { _ in StateBox(copying: address.load(ordering: .relaxed)) }
  }

  /// Copies the state, unless the reducer is at work on it: for threads that must not wait for it.
  ///
  /// Another reader is waited for, because it copies and does nothing else, but not for ever, if the
  /// system does not let it run.
  func readIfAtRest() -> StateBox<State>? {
    for _ in 0..<1000 {
      let copy = lock.withLockIfAvailable { _ in
        StateBox(copying: address.load(ordering: .relaxed))
      }
      if let copy { return copy }
      if isReducing.load(ordering: .relaxed) { return nil }
      Platform.yieldThread()
    }
    return nil
  }
}
