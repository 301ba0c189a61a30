/// Memory for a state and an event, for code that does not know their types.
///
/// ```
/// | state | event |      the event begins at a multiple of its alignment
/// ```
///
/// Its owner knows whether each of them is there, and destroys both before the memory is released.
@safe
struct TransitionMemory: ~Copyable, Sendable {
  let types: LoopTypes
  private nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  // Guard: owned by this value, which cannot be copied; its owner guards the values in it.

  init(_ types: LoopTypes) {
    self.types = types
    unsafe memory = .allocate(
      byteCount: max(types.eventOffset + types.event.size, 1),
      alignment: max(types.state.alignment, types.event.alignment))
  }

  deinit {
    unsafe memory.deallocate()
  }

  var state: StatePlace { unsafe StatePlace(memory) }

  var event: EventPlace { unsafe EventPlace(memory + types.eventOffset) }
}
