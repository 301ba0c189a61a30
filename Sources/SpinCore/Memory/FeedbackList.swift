/// A list of feedbacks by number, with room for all of them from the start.
///
/// It is filled and emptied once a step, where the bookkeeping of an array would show.
@usableFromInline
struct FeedbackList: ~Copyable {
  @usableFromInline let slots: UnsafeMutableBufferPointer<Int>
  @usableFromInline var count = 0

  @inlinable
  init(capacity: Int) {
    slots = .allocate(capacity: capacity)
  }

  @inlinable
  deinit {
    slots.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  @inlinable subscript(_ index: Int) -> Int { slots[index] }

  @inlinable
  mutating func append(_ feedback: Int) {
    slots.initializeElement(at: count, to: feedback)
    count &+= 1
  }

  @inlinable
  mutating func removeAll() {
    count = 0
  }
}
