public import Synchronization

/// The home of a loop's state.
///
/// Only whoever drains the loop changes the state, and only inside ``Loop/reduce(_:)``. The gate is
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
  @usableFromInline let gate = Mutex(())

  @inlinable
  init(_ initial: Box<State>) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(from: initial.pointer, count: 1)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// Copies the state. Waits for at most one call of the reducer.
  @inlinable
  func read() -> State {
    gate.withLock { _ in pointer.pointee }
  }
}
