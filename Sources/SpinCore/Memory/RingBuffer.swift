/// A first-in, first-out queue in a ring of memory that grows by doubling.
///
/// Elements move in and out without being copied or counted, and a buffer allocates only when it
/// grows. The first memory has room for one element, because a loop at rest mostly gets one event.
@usableFromInline @safe
package struct RingBuffer<Element>: ~Copyable {
  @usableFromInline @safe nonisolated(unsafe) var base: UnsafeMutablePointer<Element>?
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  @usableFromInline var capacity = 0
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  @inlinable
  deinit {
    for offset in 0..<count {
      unsafe base.unsafelyUnwrapped.advanced(by: (head &+ offset) & (capacity &- 1)).deinitialize(
        count: 1)
    }
    unsafe base?.deallocate()
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The element that is taken next; `nil` if the buffer is empty.
  @inlinable var first: Element? { count == 0 ? nil : base?[head] }

  /// Adds an element at the end.
  @inlinable @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe base.unsafelyUnwrapped.advanced(by: (head &+ count) & (capacity &- 1)).initialize(
      to: element)
    count &+= 1
  }

  /// Takes the first element.
  @inlinable @inline(__always)
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = unsafe base.unsafelyUnwrapped.advanced(by: head).move()
    head = (head &+ 1) & (capacity &- 1)
    count &-= 1
    return element
  }

  /// Takes the last element.
  @inlinable
  package mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return unsafe base.unsafelyUnwrapped.advanced(by: (head &+ count) & (capacity &- 1)).move()
  }

  /// Moves all elements to the end of another buffer, which takes over the memory if it is empty.
  @inlinable
  package mutating func move(to other: inout RingBuffer) {
    if other.isEmpty {
      swap(&self, &other)
    } else {
      while let element = popFirst() { other.append(element) }
    }
  }

  /// Removes and returns all elements.
  @inlinable
  package mutating func takeAll() -> RingBuffer {
    var all = RingBuffer()
    swap(&self, &all)
    return all
  }

  /// Whether a burst has made its memory large.
  @inlinable package var isBurst: Bool { capacity > 4096 }

  /// Releases the memory of an empty buffer that a burst has made large.
  @inlinable
  package mutating func releaseBurst() {
    guard count == 0, isBurst else { return }
    unsafe base?.deallocate()
    base = nil
    capacity = 0
    head = 0
  }

  @inlinable @inline(never)
  mutating func grow() {
    let larger = max(1, capacity * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if let base {
      let untilEnd = min(count, capacity - head)
      unsafe memory.moveInitialize(from: base + head, count: untilEnd)
      unsafe (memory + untilEnd).moveInitialize(from: base, count: count - untilEnd)
      unsafe base.deallocate()
    }
    unsafe base = memory
    capacity = larger
    head = 0
  }
}

extension RingBuffer: Sendable where Element: Sendable {}
