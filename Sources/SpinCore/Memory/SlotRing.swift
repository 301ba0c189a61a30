/// The tag of a slot: one word.
package protocol SlotTag: BitwiseCopyable {
  /// Whether the slot has an event.
  var hasEvent: Bool { get }
}

/// A first-in, first-out queue of entries, whose events have a type that only ``TypeOps`` knows.
///
/// A slot has the tag of the entry and, if the entry has an event, the event:
///
/// ```
/// | tag | event | tag | event | …      head counts slots; the memory doubles when it is full
/// ```
///
/// An event leaves its slot before user code runs, because user code may make the ring grow.
///
/// NB: the numbers have 32 bits, because every loop has two rings. A ring that needs more than 2^31
/// slots traps. The first memory has room for one entry, because most loops get their events one by one.
@safe
package struct SlotRing<Tag: SlotTag>: ~Copyable, Sendable {
  private nonisolated(unsafe) var base: UnsafeMutableRawPointer?
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  private let ops: TypeOps
  private var slots: UInt32 = 0
  private var head: UInt32 = 0
  private var filled: UInt32 = 0

  package init(_ ops: TypeOps) {
    self.ops = ops
    unsafe base = nil
  }

  deinit {
    for offset in 0..<filled {
      let slot = unsafe slot(offset)
      if unsafe tag(slot).hasEvent { unsafe ops.destroy(event(slot)) }
    }
    unsafe base?.deallocate()
  }

  package var isEmpty: Bool { filled == 0 }

  package var count: Int { Int(filled) }

  /// The number of entries that its memory has room for.
  package var capacity: Int { Int(slots) }

  /// The tag of the entry that is taken next; `nil` if there is none.
  package var firstTag: Tag? { isEmpty ? nil : unsafe tag(slot(0)) }

  /// The tag of the entry that is taken next, which must be there.
  var tagOfFirst: Tag { unsafe tag(slot(0)) }

  /// The place of the event of the entry that is taken next, which must have one.
  var firstEvent: EventPlace { unsafe EventPlace(event(slot(0))) }

  private func slot(_ offset: UInt32) -> UnsafeMutableRawPointer {
    let index = (head &+ offset) & (slots &- 1)
    return unsafe base.unsafelyUnwrapped + Int(index) &* ops.slotStride
  }

  private func tag(_ slot: UnsafeMutableRawPointer) -> Tag {
    unsafe slot.load(as: Tag.self)
  }

  @inline(__always)
  private func event(_ slot: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    unsafe slot + ops.slotOffset
  }

  /// Adds an entry at the end, and takes its event.
  @inline(__always)
  package mutating func append(_ tag: Tag, taking event: EventPlace) {
    let slot = unsafe appendSlot(tag)
    unsafe ops.move(event.memory, to: self.event(slot))
  }

  /// Adds an entry at the end, and copies its event.
  @inline(__always)
  mutating func append(_ tag: Tag, copying event: EventPlace) {
    let slot = unsafe appendSlot(tag)
    unsafe ops.copy(event.memory, to: self.event(slot))
  }

  /// Adds an entry without an event at the end.
  package mutating func append(_ tag: Tag) {
    _ = unsafe appendSlot(tag)
  }

  @inline(__always)
  private mutating func appendSlot(_ tag: Tag) -> UnsafeMutableRawPointer {
    if filled == slots { grow() }
    let slot = unsafe slot(filled)
    unsafe slot.storeBytes(of: tag, as: Tag.self)
    filled &+= 1
    return unsafe slot
  }

  /// Removes the first entry, whose event was taken or is moved, if it has one.
  @inline(__always)
  package mutating func removeFirst(movingEventTo target: EventPlace? = nil) {
    if let target { unsafe ops.move(event(slot(0)), to: target.memory) }
    head = (head &+ 1) & (slots &- 1)
    filled &-= 1
  }

  /// Changes the tags of the newest entries, all of which have events or none of which has one.
  @inline(__always)
  mutating func setTags(ofLast count: Int, to tag: Tag) {
    for offset in (filled &- UInt32(truncatingIfNeeded: count))..<filled {
      unsafe slot(offset).storeBytes(of: tag, as: Tag.self)
    }
  }

  /// Moves the newest entries to the end of another ring, in their order.
  mutating func moveLast(_ count: Int, to other: inout SlotRing) {
    for offset in (filled &- UInt32(count))..<filled {
      let slot = unsafe slot(offset)
      if unsafe tag(slot).hasEvent {
        unsafe other.append(tag(slot), taking: EventPlace(event(slot)))
      } else {
        unsafe other.append(tag(slot))
      }
    }
    filled &-= UInt32(count)
    if filled == 0 { head = 0 }
  }

  /// Moves all entries to the end of another ring, which takes over the memory if it is empty.
  package mutating func move(to other: inout SlotRing) {
    if other.isEmpty { return swap(&self, &other) }
    moveLast(count, to: &other)
  }

  /// Moves the newest entries before all others, in their order.
  ///
  /// - Complexity: O(*count*).
  package mutating func moveLastToFront(_ count: Int) {
    for _ in 0..<count {
      let last = unsafe slot(filled &- 1)
      head = (head &- 1) & (slots &- 1)
      let first = unsafe slot(0)
      if unsafe first == last { continue }  // The ring is full.
      let tag = unsafe tag(last)
      unsafe first.storeBytes(of: tag, as: Tag.self)
      if tag.hasEvent { unsafe ops.move(event(last), to: event(first)) }
    }
  }

  #if DEBUG
    /// Calls a closure with the tag of each entry and the place of its event, oldest first.
    func forEach(_ body: (Tag, EventPlace?) -> Void) {
      for offset in 0..<filled {
        let slot = unsafe slot(offset)
        let tag = unsafe tag(slot)
        unsafe body(tag, tag.hasEvent ? EventPlace(event(slot)) : nil)
      }
    }
  #endif

  /// Whether a burst has made its memory large.
  package var isBurst: Bool { slots > 4096 }

  /// Releases the memory of an empty ring that a burst has made large.
  package mutating func releaseBurst() {
    guard isEmpty, isBurst else { return }
    unsafe base?.deallocate()
    unsafe base = nil
    slots = 0
    head = 0
  }

  private mutating func grow() {
    let larger = max(1, slots * 2)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Int(larger) * ops.slotStride,
      alignment: max(MemoryLayout<Tag>.alignment, ops.alignment))
    for offset in 0..<filled {
      let (old, new) = unsafe (slot(offset), memory + Int(offset) * ops.slotStride)
      unsafe new.storeBytes(of: tag(old), as: Tag.self)
      if unsafe tag(old).hasEvent { unsafe ops.move(event(old), to: event(new)) }
    }
    unsafe base?.deallocate()
    unsafe base = memory
    slots = larger
    head = 0
  }
}
