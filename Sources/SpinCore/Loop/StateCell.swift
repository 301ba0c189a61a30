public import Synchronization

/// The place where all threads find a loop's state.
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
/// The drain reads the state without the lock, because only the drain writes it. The state is in a
/// ``StateBox`` of the drain, so a state of any size is reduced in place and never copied to the
/// stack.
@usableFromInline
struct StateCell<State: Sendable>: ~Copyable, Sendable {
  /// The address of the state.
  @usableFromInline @safe nonisolated(unsafe) let address: Atomic<Address<State>>
  // Guard: written by the drain, under the lock; read by the drain, or under the lock.
  @usableFromInline let lock = Guarded(())
  /// Whether a reducer, rather than a reader, holds the lock: for threads that may wait only for
  /// readers.
  @usableFromInline let isReducing = Atomic(false)

  @inlinable
  init(_ address: Address<State>) {
    self.address = Atomic(address)
  }

  /// Reduces an event in place.
  ///
  /// Called by the drain.
  ///
  /// `state` is the address of the state, where readers find it from now on.
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

  /// Whether the reducer is changing the state at this moment.
  var isChanging: Bool { isReducing.load(ordering: .relaxed) }

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
    lock.withLock { _ in StateBox.copy(of: address.load(ordering: .relaxed)) }
  }

  /// Copies the state, unless the reducer is changing it: for threads that must not wait for a
  /// reducer.
  ///
  /// It waits for another reader, which only copies the state, but not forever, because the system
  /// may not let that reader run.
  @inlinable
  func readIfAtRest() -> StateBox<State>? {
    for _ in 0..<1000 {
      let copy = lock.withLockIfAvailable { _ in
        StateBox.copy(of: address.load(ordering: .relaxed))
      }
      if let copy { return copy }
      if isReducing.load(ordering: .relaxed) { return nil }
      Platform.yieldThread()
    }
    return nil
  }
}
