/// How values of a type are copied, moved and destroyed, for code that does not know the type.
///
/// NB: the closures use the witnesses of the type, which exist once, so that nothing is compiled for
/// another type. Most types need no closure: a value without references is copied as bytes, and nearly
/// every value is moved as bytes.
@safe
package final class TypeOps: Sendable {
  /// Distinguishes the type from others.
  let id: ObjectIdentifier
  let size: Int
  let alignment: Int
  /// Where a value is in a slot of a ``SlotRing``, behind a tag of one word.
  let slotOffset: Int
  /// The distance from slot to slot.
  let slotStride: Int
  /// Whether a value is copied as bytes, and destroyed by doing nothing.
  let isTrivial: Bool
  /// Whether a value is moved as bytes.
  private let isMovedAsBytes: Bool
  @safe private let copyValue: @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  @safe private let moveValue: @Sendable (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  @safe private let destroyValue: @Sendable (UnsafeMutableRawPointer) -> Void
  // Guard: called with places of this type.

  package init<Value: Sendable>(_ type: Value.Type) {
    id = ObjectIdentifier(type)
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    slotOffset = roundedUp(MemoryLayout<UInt64>.size, to: alignment)
    slotStride = roundedUp(slotOffset + size, to: max(alignment, MemoryLayout<UInt64>.alignment))
    isTrivial = _isPOD(type)
    isMovedAsBytes = _isBitwiseTakable(type)
    copyValue = { source, target in
      unsafe target.assumingMemoryBound(to: Value.self)
        .initialize(from: source.assumingMemoryBound(to: Value.self), count: 1)
    }
    moveValue = { source, target in
      unsafe target.assumingMemoryBound(to: Value.self)
        .moveInitialize(from: source.assumingMemoryBound(to: Value.self), count: 1)
    }
    destroyValue = { place in
      unsafe place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
  }

  /// Copies a value into memory that contains none.
  func copy(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
    if isTrivial { return unsafe moveBytes(source, to: target) }
    unsafe copyValue(source, target)
  }

  /// Moves a value into memory that contains none.
  func move(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
    if isMovedAsBytes { return unsafe moveBytes(source, to: target) }
    unsafe moveValue(source, target)
  }

  /// Destroys a value.
  func destroy(_ place: UnsafeMutableRawPointer) {
    if !isTrivial { unsafe destroyValue(place) }
  }

  private func moveBytes(_ source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer) {
    // NB: a call of `memcpy` takes as long as the rest of a small event's way.
    if size == 8 {
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    } else if size != 0 {
      unsafe target.copyMemory(from: source, byteCount: size)
    }
  }

  /// Calls a closure with a place for an event, which contains none before and after the call.
  func withPlace<Result>(_ body: (EventPlace) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { memory in
      unsafe body(EventPlace(memory.baseAddress.unsafelyUnwrapped))
    }
  }
}

/// The types of a loop: its state and its events.
package final class LoopTypes: Sendable {
  let state: TypeOps
  let event: TypeOps
  /// The name of the state's type, for messages.
  var stateName: String { "\(stateType)" }
  /// The name of the spin's type, for messages.
  var spinName: String { "Spin<\(stateType), \(eventType)>" }
  private let stateType: any Sendable.Type
  let eventType: any Sendable.Type
  /// The offset of the event in the memory of a ``Moment``.
  let eventOffset: Int

  package init<State: Sendable, Event: Sendable>(_ state: State.Type, _ event: Event.Type) {
    self.state = TypeOps(state)
    self.event = TypeOps(event)
    stateType = state
    eventType = event
    eventOffset = roundedUp(MemoryLayout<State>.size, to: MemoryLayout<Event>.alignment)
  }
}

extension TypeOps {
  /// Moves a value into memory that contains none.
  func move<Content>(_ source: Place<Content>, to target: Place<Content>) {
    unsafe move(source.memory, to: target.memory)
  }

  /// Copies a value into memory that contains none.
  func copy<Content>(_ source: Place<Content>, to target: Place<Content>) {
    unsafe copy(source.memory, to: target.memory)
  }

  /// Destroys a value.
  package func destroy<Content>(_ place: Place<Content>) {
    unsafe destroy(place.memory)
  }
}

/// Returns the next multiple of an alignment, which is a power of two.
func roundedUp(_ offset: Int, to alignment: Int) -> Int {
  (offset &+ alignment &- 1) & ~(alignment &- 1)
}

extension ObjectIdentifier {
  /// The type that the identifier is of.
  ///
  /// - Precondition: It is not of an object.
  var type: Any.Type { unsafe unsafeBitCast(self, to: Any.Type.self) }
}
