/// The place of an event that may be absent.
///
/// *Isolation*: belongs to the owner of the drain.
@safe
final class EventSlot {
  private let ops: TypeOps
  private let memory: UnsafeMutableRawPointer
  // Guard: owned by this object.
  private var isFull = false

  init(_ ops: TypeOps) {
    self.ops = ops
    unsafe memory = .allocate(byteCount: max(ops.size, 1), alignment: ops.alignment)
  }

  deinit {
    clear()
    unsafe memory.deallocate()
  }

  private var place: EventPlace { unsafe EventPlace(memory) }

  /// The event, which nobody may take; `nil` if there is none.
  var event: EventPlace? { isFull ? place : nil }

  /// Has a closure put an event here, which replaces the one before.
  ///
  /// - Parameter put: Puts an event into the place, and returns whether it has done so.
  /// - Returns: Whether there is an event now.
  func fill(_ put: (EventPlace) -> Bool) -> Bool {
    clear()
    isFull = put(place)
    return isFull
  }

  /// Gives the event to the caller, who must take it at once.
  func takeOut() -> EventPlace? {
    guard isFull else { return nil }
    isFull = false
    return place
  }

  func clear() {
    guard isFull else { return }
    isFull = false
    unsafe ops.destroy(memory)
  }
}
