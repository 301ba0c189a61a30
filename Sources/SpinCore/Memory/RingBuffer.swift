/// A first-in, first-out queue in a ring of memory that grows by doubling.
///
/// Elements move in and out without being copied or counted, and a buffer allocates only when it
/// grows. The first memory has room for one element, because most loops get their events one by
/// one.
///
/// NB: the numbers have 32 bits, because every loop has two buffers. A buffer that
/// needs more than 2^31 places traps.
@safe
package struct RingBuffer<Element>: ~Copyable {
  @safe nonisolated(unsafe) var base: UnsafeMutablePointer<Element>?
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  var places: UInt32 = 0
  var head: UInt32 = 0
  var filled: UInt32 = 0

  package init() {}

  deinit {
    for offset in 0..<filled { unsafe place(offset).deinitialize(count: 1) }
    unsafe base?.deallocate()
  }

  package var isEmpty: Bool { filled == 0 }

  package var count: Int { Int(filled) }

  /// The number of elements that its memory has room for.
  var capacity: Int { Int(places) }

  /// The element that is taken next; `nil` if the buffer is empty.
  var first: Element? { isEmpty ? nil : unsafe place(0).pointee }

  /// Returns the address of a place, counted from that of the first element.
  ///
  /// - Precondition: The buffer has memory.
  func place(_ offset: UInt32) -> UnsafeMutablePointer<Element> {
    unsafe base.unsafelyUnwrapped.advanced(by: Int((head &+ offset) & (places &- 1)))
  }

  /// The elements, in order.
  var all: [Element] { (0..<filled).map { unsafe place($0).pointee } }

  /// Adds an element at the end.
  @inline(__always)
  package mutating func append(_ element: consuming Element) {
    if filled == places { grow() }
    unsafe place(filled).initialize(to: element)
    filled &+= 1
  }

  /// Adds an element in front of the first one.
  package mutating func prepend(_ element: consuming Element) {
    if filled == places { grow() }
    head = (head &- 1) & (places &- 1)
    filled &+= 1
    unsafe place(0).initialize(to: element)
  }

  /// Takes the first element.
  @inline(__always)
  package mutating func popFirst() -> Element? {
    guard filled > 0 else { return nil }
    let element = unsafe base.unsafelyUnwrapped.advanced(by: Int(head)).move()
    head = (head &+ 1) & (places &- 1)
    filled &-= 1
    return element
  }

  /// The element at a place, counted from the first one.
  package subscript(offset: Int) -> Element {
    precondition(offset >= 0 && offset < filled)
    return unsafe place(UInt32(offset)).pointee
  }

  /// Takes the element at a place; the others keep their order.
  ///
  /// - Complexity: O(n).
  package mutating func remove(at offset: Int) -> Element {
    precondition(offset >= 0 && offset < filled)
    var rest = RingBuffer()
    for _ in 0..<offset { if let element = popFirst() { rest.append(element) } }
    let taken = unsafe popFirst().unsafelyUnwrapped
    while let element = popFirst() { rest.append(element) }
    swap(&self, &rest)
    return taken
  }

  /// Moves all elements to the end of another buffer, which takes over the memory if it is empty.
  package mutating func move(to other: inout RingBuffer) {
    if other.isEmpty {
      swap(&self, &other)
    } else {
      while let element = popFirst() { other.append(element) }
    }
  }

  /// Whether a burst has made its memory large.
  package var isBurst: Bool { places > 4096 }

  /// Releases the memory of an empty buffer that a burst has made large.
  package mutating func releaseBurst() {
    guard isEmpty, isBurst else { return }
    unsafe base?.deallocate()
    base = nil
    places = 0
    head = 0
  }

  @inline(never)
  mutating func grow() {
    let larger = max(1, places * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: Int(larger))
    if let base {
      let untilEnd = min(count, Int(places - head))
      unsafe memory.moveInitialize(from: base + Int(head), count: untilEnd)
      unsafe (memory + untilEnd).moveInitialize(from: base, count: count - untilEnd)
      unsafe base.deallocate()
    }
    unsafe base = memory
    places = larger
    head = 0
  }
}

extension RingBuffer: Sendable where Element: Sendable {}
