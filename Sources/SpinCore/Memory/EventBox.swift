/// An event on the heap, for code that does not know its type.
// Guard: written once, and owned by this object.
@safe class EventBox: @unchecked Sendable {
  private let ops: TypeOps
  private let memory: UnsafeMutableRawPointer

  /// Takes an event.
  init(taking event: EventPlace, _ ops: TypeOps) {
    self.ops = ops
    unsafe memory = .allocate(byteCount: max(ops.size, 1), alignment: ops.alignment)
    unsafe ops.move(event.memory, to: memory)
  }

  /// Copies an event.
  init(copying event: EventPlace, _ ops: TypeOps) {
    self.ops = ops
    unsafe memory = .allocate(byteCount: max(ops.size, 1), alignment: ops.alignment)
    unsafe ops.copy(event.memory, to: memory)
  }

  deinit {
    unsafe ops.destroy(memory)
    unsafe memory.deallocate()
  }

  /// The place of the event, which lasts as long as the box, and which nobody may take.
  final var place: EventPlace { unsafe EventPlace(memory) }

  /// Calls a closure with the place of a copy, which the closure must take.
  final func withCopy<Result>(_ body: (EventPlace) -> Result) -> Result {
    ops.withPlace { copy in
      ops.copy(place, to: copy)
      return body(copy)
    }
  }
}
