/// One entry of the mailbox: an event, or a fact about an effect.
@usableFromInline
package struct Entry<Event: Sendable>: Sendable {
  @usableFromInline let tag: EntryTag
  @usableFromInline let event: Event?

  @inlinable
  init(_ tag: EntryTag, _ event: Event? = nil) {
    self.tag = tag
    self.event = event
  }
}

/// A first-in, first-out queue of entries in a ring of memory that grows by doubling.
///
/// It is the one place of SpinCore that manages raw memory: an entry moves in and out without
/// being copied or counted, and a warm queue does not allocate.
@usableFromInline
struct EntryQueue<Event: Sendable>: ~Copyable, Sendable {
  @usableFromInline nonisolated(unsafe) var base: UnsafeMutablePointer<Entry<Event>>?
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  @usableFromInline var capacity = 0
  @usableFromInline var head = 0
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  deinit {
    for offset in 0..<count {
      base.unsafelyUnwrapped.advanced(by: (head &+ offset) & (capacity &- 1)).deinitialize(count: 1)
    }
    base?.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// Adds an entry at the end.
  @inlinable
  mutating func append(_ entry: consuming Entry<Event>) {
    if count == capacity { grow() }
    base.unsafelyUnwrapped.advanced(by: (head &+ count) & (capacity &- 1)).initialize(to: entry)
    count &+= 1
  }

  /// Takes the first entry.
  @inlinable
  mutating func popFirst() -> Entry<Event>? {
    guard count > 0 else { return nil }
    let entry = base.unsafelyUnwrapped.advanced(by: head).move()
    head = (head &+ 1) & (capacity &- 1)
    count &-= 1
    return entry
  }

  /// Takes the last entry.
  @inlinable
  mutating func popLast() -> Entry<Event>? {
    guard count > 0 else { return nil }
    count &-= 1
    return base.unsafelyUnwrapped.advanced(by: (head &+ count) & (capacity &- 1)).move()
  }

  /// Moves everything to the end of another queue, which takes over the memory if it is empty.
  @inlinable
  mutating func move(to other: inout EntryQueue) {
    if other.isEmpty {
      swap(&self, &other)
    } else {
      while let entry = popFirst() { other.append(entry) }
    }
  }

  /// Whether a burst has made its memory large.
  @inlinable var isBurst: Bool { capacity > 4096 }

  /// Gives back the memory of an empty queue that a burst has made large.
  @inlinable
  mutating func releaseBurst() {
    guard count == 0, isBurst else { return }
    base?.deallocate()
    base = nil
    capacity = 0
    head = 0
  }

  @inlinable @inline(never)
  mutating func grow() {
    let larger = max(8, capacity * 2)
    let memory = UnsafeMutablePointer<Entry<Event>>.allocate(capacity: larger)
    if let base {
      let untilEnd = min(count, capacity - head)
      memory.moveInitialize(from: base + head, count: untilEnd)
      (memory + untilEnd).moveInitialize(from: base, count: count - untilEnd)
      base.deallocate()
    }
    base = memory
    capacity = larger
    head = 0
  }
}
