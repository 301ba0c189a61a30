/// A value on the heap: moves a large state without copying it, and never over the stack.
///
/// It does not change while more than one owner may look at it; see ``CurrentTransition/takeBack()`` for the
/// one owner who empties it.
@usableFromInline
package final class StateBox<Value: Sendable>: Sendable {
  /// Where the value is, if ``isFull``. Both are set and emptied only by a box's only owner.
  @usableFromInline nonisolated(unsafe) let pointer: UnsafeMutablePointer<Value>
  // Guard: one owner while it changes, nobody changes it while there are more.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var isFull = false
  // Guard: as above.

  @inlinable
  init() {
    pointer = .allocate(capacity: 1)
  }

  @inlinable
  package convenience init(_ value: Value) {
    self.init()
    pointer.initialize(to: value)
    isFull = true
  }

  @inlinable
  package convenience init(copying source: UnsafePointer<Value>) {
    self.init()
    fill(copying: source)
  }

  @inlinable
  deinit {
    empty()
    pointer.deallocate()
  }

  @inlinable package var value: Value { pointer.pointee }

  /// Puts a copy of a value into the empty box.
  ///
  /// NB: from memory to memory, because an assignment passes over the stack in debug builds.
  @inlinable
  func fill(copying source: UnsafePointer<Value>) {
    pointer.initialize(from: source, count: 1)
    isFull = true
  }

  @inlinable
  func empty() {
    if isFull { pointer.deinitialize(count: 1) }
    isFull = false
  }
}
