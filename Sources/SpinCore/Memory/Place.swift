public import Synchronization

/// The place of a state in memory, for code that does not know its type.
///
/// The code that makes a place promises what the maker of an ``Address`` does. ``address(of:)`` is the
/// state for code that knows its type.
@usableFromInline @safe
package struct StatePlace: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawPointer
  // Guard: the promise that was made to `init(_:)`.

  @inlinable @inline(__always) @unsafe
  init(_ memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
  }

  /// Returns the place of a part that is stored in the state.
  func advanced(by offset: Int) -> StatePlace { unsafe StatePlace(memory + offset) }
}

/// The place of an event in memory, for code that does not know its type.
///
/// A function that *takes* the event of a place moves the event away or destroys it, so that the
/// memory contains nothing afterwards.
@usableFromInline @safe
package struct EventPlace: @unchecked Sendable {
  @usableFromInline let memory: UnsafeMutableRawPointer
  // Guard: the promise that was made to `init(_:)`.

  @inlinable @inline(__always) @unsafe
  init(_ memory: UnsafeMutableRawPointer) {
    unsafe self.memory = memory
  }
}

extension StatePlace: AtomicRepresentable {
  @usableFromInline
  package typealias AtomicRepresentation = UnsafeMutableRawPointer.AtomicRepresentation

  @usableFromInline
  package static func encodeAtomicRepresentation(
    _ place: consuming StatePlace
  ) -> AtomicRepresentation {
    unsafe UnsafeMutableRawPointer.encodeAtomicRepresentation(place.memory)
  }

  @usableFromInline
  package static func decodeAtomicRepresentation(
    _ representation: consuming AtomicRepresentation
  ) -> StatePlace {
    unsafe StatePlace(UnsafeMutableRawPointer.decodeAtomicRepresentation(representation))
  }
}
