/// A first-in, first-out queue of values, whose type only ``TypeOps`` knows.
///
/// A value leaves the ring for a place of the caller, so that no user code runs while the ring changes.
@safe
package struct ValueRing: ~Copyable, Sendable {
  private let ops: TypeOps
  private var slots: SlotRing<ValueTag>

  package init(_ ops: TypeOps) {
    self.ops = ops
    slots = SlotRing(ops)
  }

  package var isEmpty: Bool { slots.isEmpty }

  package var count: Int { slots.count }

  /// The number of values that its memory has room for.
  package var capacity: Int { slots.capacity }

  /// Adds a value at the end.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - takes: Whether to take the value instead of copying it.
  package mutating func append(_ value: ValuePlace, taking takes: Bool) {
    let value = unsafe EventPlace(value.memory)
    if takes {
      slots.append(ValueTag(), taking: value)
    } else {
      slots.append(ValueTag(), copying: value)
    }
  }

  /// Moves the first value to a place that contains none; returns whether there was one.
  package mutating func moveFirst(to place: ValuePlace) -> Bool {
    if slots.isEmpty { return false }
    unsafe slots.removeFirst(movingEventTo: EventPlace(place.memory))
    releaseBacklog()
    return true
  }

  /// Removes the first value.
  ///
  /// - Precondition: There is a value, and destroying it does nothing.
  package mutating func removeFirst() { slots.removeFirst() }

  /// Moves the first value to the end of another ring; returns whether there was one.
  package mutating func moveFirst(to other: inout ValueRing) -> Bool {
    if slots.isEmpty { return false }
    other.append(unsafe ValuePlace(slots.firstEvent.memory), taking: true)
    slots.removeFirst()
    releaseBacklog()
    return true
  }

  /// Releases the memory of a backlog that is over.
  @inline(__always)
  private mutating func releaseBacklog() {
    if slots.isEmpty && slots.capacity > 64 { slots = SlotRing(ops) }
  }
}

/// The tag of a slot that always has a value.
///
/// NB: not private, because the compiler crashes when another module has a ring in a stored property.
package struct ValueTag: SlotTag {
  package var hasEvent: Bool { true }
}

/// Says that a value is at a place, whose type the code around the place knows.
@usableFromInline
package enum PlaceOfValue {}

/// The place of a value.
@usableFromInline package typealias ValuePlace = Place<PlaceOfValue>

extension StatePlace {
  /// The place as that of any value.
  package var asValue: ValuePlace { unsafe ValuePlace(memory) }
}

/// Returns the value that a closure has moved to a place; `nil` if the closure returns `false`.
@inlinable @inline(__always)
package func taken<Value>(_ type: Value.Type, _ move: (ValuePlace) -> Bool) -> Value? {
  unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
    let value = unsafe memory.baseAddress.unsafelyUnwrapped
    return unsafe move(ValuePlace(UnsafeMutableRawPointer(value))) ? value.move() : nil
  }
}

extension TypeOps {
  /// Calls a closure with a place, and destroys the value there if the closure returns `true`.
  ///
  /// The closure may get no place: a value without references needs none, since it is destroyed by doing
  /// nothing.
  package func destroying(_ body: (ValuePlace?) -> Bool) {
    if isTrivial {
      _ = body(nil)
    } else {
      withPlace { place in
        if unsafe body(ValuePlace(place.memory)) { destroy(place) }
      }
    }
  }
}
