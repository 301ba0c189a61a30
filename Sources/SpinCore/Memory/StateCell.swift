public import Synchronization

/// The home of a loop's state.
///
/// Only whoever drains the loop changes the state, and only inside ``reduce(_:_:)``. The gate is
/// closed for just that call, so that any thread may copy the state at any other time, also while
/// feedbacks and observers run:
///
/// ```
/// drain:   reduce ]  ask, publish, describe      [ reduce ]
/// reader:         ^ copies here, or waits here ->         ^
/// ```
///
/// The drain reads through ``pointer`` without the gate: nobody else writes. The memory is the
/// cell's own, so a state of any size is reduced in place and never passes over the stack.
@usableFromInline
final class StateCell<State: Sendable>: Sendable {
  /// The state. Written by the drain inside the gate; read by the drain, or inside the gate.
  @usableFromInline nonisolated(unsafe) let pointer: UnsafeMutablePointer<State>
  // Guard: the gate, and the drain's ownership of the loop.
  @usableFromInline let gate = Guarded(())
  /// Whether a reducer has closed the gate, and not a reader: for those who may wait for a reader only.
  @usableFromInline let isReducing = Atomic(false)

  @inlinable
  init(_ initial: StateBox<State>) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(from: initial.pointer, count: 1)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// Reduces an event in place. Called by the drain.
  @inlinable
  func reduce<Event>(
    _ reducer: (inout State, Event) -> Void, _ event: Event,
    _ frame: UnsafeMutablePointer<ThreadFrame>
  ) {
    gate.withLock { _ in
      frame.pointee.isReducing = true
      isReducing.store(true, ordering: .relaxed)
      reducer(&pointer.pointee, event)
      isReducing.store(false, ordering: .relaxed)
      frame.pointee.isReducing = false
    }
  }

  /// Copies the state. Waits for at most one call of the reducer.
  @inlinable
  func read() -> State {
    checkNoReducer()
    if MemoryLayout<State>.size <= 1024 { return gate.withLock { _ in pointer.pointee } }
    // Passing a result through a closure costs several copies on the stack in debug builds.
    return readBoxed().value
  }

  /// Traps inside a reducer: it would wait for itself or, if the reducer of another loop reads as
  /// well, the two for each other.
  @usableFromInline
  func checkNoReducer() {
    guard let loop = ThreadFrame.reducingLoop else { return }
    let own = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    precondition(
      loop != own,
      "A reducer reads the state of its own loop, which it is just changing: use the state that is "
        + "its argument.")
    preconditionFailure(
      "A reducer reads the state of another loop. A reducer is a function of its state and its event "
        + "alone, and two that read each other would wait for ever: put the value into the event.")
  }

  /// The same, onto the heap.
  @inlinable
  package func readBoxed() -> StateBox<State> {
    checkNoReducer()
    return gate.withLock { _ in StateBox(copying: pointer) }
  }

  /// Copies the state if the reducer is not at work on it: for those who may not wait for it.
  ///
  /// Another reader is waited for, because it copies and does nothing else; but not for ever, if the
  /// system does not let it run.
  package func readIfAtRest() -> StateBox<State>? {
    for _ in 0..<1000 {
      if let copy = gate.withLockIfAvailable({ _ in StateBox(copying: pointer) }) { return copy }
      if isReducing.load(ordering: .relaxed) { return nil }
      Platform.yieldThread()
    }
    return nil
  }
}
