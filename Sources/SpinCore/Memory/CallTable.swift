/// Objects, and the numbers of the objects to call next.
///
/// The calls are filled and emptied once in each step, in which the bookkeeping of arrays would be
/// measurable. So the objects are called without reference counting, and all content is in one
/// block of memory.
///
/// ```
/// | object 0 | … | object n-1 | call 0 | … | call n-1 |
/// ```
@usableFromInline @safe
struct CallTable<Object: AnyObject>: ~Copyable {
  @usableFromInline let objects: UnsafeMutablePointer<Unmanaged<Object>>
  @usableFromInline let calls: UnsafeMutablePointer<Int>
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  @usableFromInline let count: Int
  @usableFromInline var callCount = 0

  /// Makes the objects.
  @inlinable
  init(count: Int, _ make: (Int) -> Object) {
    self.count = count
    let memory = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: count * (MemoryLayout<Unmanaged<Object>>.stride + MemoryLayout<Int>.stride),
      alignment: MemoryLayout<Int>.alignment)
    unsafe objects = memory.bindMemory(to: Unmanaged<Object>.self, capacity: count)
    unsafe calls = (memory + count * MemoryLayout<Unmanaged<Object>>.stride).bindMemory(
      to: Int.self, capacity: count)
    for index in 0..<count {
      unsafe (objects + index).initialize(to: .passRetained(make(index)))
    }
  }

  @inlinable
  deinit {
    for index in 0..<count { unsafe objects[index].release() }
    unsafe UnsafeMutableRawPointer(objects).deallocate()
  }

  /// Lends an object to a closure, without counting it.
  @inlinable @inline(__always)
  func with<Result>(_ index: Int, _ body: (Object) -> Result) -> Result {
    unsafe objects[index]._withUnsafeGuaranteedRef(body)
  }

  /// Returns the number of the object of a call.
  ///
  /// - Precondition: `index` is less than ``callCount``.
  @inlinable @inline(__always)
  func call(_ index: Int) -> Int { unsafe calls[index] }

  /// Notes that an object must be called; in a step, each object is noted at most once.
  @inlinable @inline(__always)
  mutating func noteCall(_ index: Int) {
    unsafe calls[callCount] = index
    callCount &+= 1
  }

  @inlinable @inline(__always)
  mutating func forgetCalls() {
    callCount = 0
  }
}
