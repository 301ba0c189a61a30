/// The place of a value in memory, for code that does not know its type.
///
/// The code that makes a place gives the same promise as the code that makes an ``Address``. Code that knows
/// the type of the value gets it by ``address(of:)``.
@usableFromInline @safe
package struct Place<Content>: Sendable {
  @usableFromInline nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  // Guard: the promise that was made to `init(_:)`.

  @inlinable @unsafe
  init(_ memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
  }
}

extension StatePlace {
  /// Returns the place of a part that is stored in the state.
  func advanced(by offset: Int) -> StatePlace { unsafe StatePlace(memory + offset) }
}

/// Says that a state is at a place.
@usableFromInline
package enum PlaceOfState {}

/// Says that an event is at a place.
@usableFromInline
package enum PlaceOfEvent {}

/// The place of a state.
@usableFromInline package typealias StatePlace = Place<PlaceOfState>

/// The place of an event.
///
/// A function that *takes* the event of a place moves the event away or destroys it, so that the
/// memory contains nothing afterwards.
@usableFromInline package typealias EventPlace = Place<PlaceOfEvent>
