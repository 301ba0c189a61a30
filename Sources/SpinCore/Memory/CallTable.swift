/// Objects, and the numbers of the objects to call next.
///
/// Each step fills and empties the list of calls, where the bookkeeping of arrays would be measurable. So the
/// objects are called without reference counting, and all content is in one block of memory.
///
/// ```
/// | object 0 | … | object n-1 | call 0 | … | call n-1 |
/// ```
@safe
struct CallTable<Object: AnyObject>: ~Copyable {
  let objects: UnsafeMutablePointer<Unmanaged<Object>>
  // Guard: owned by this value, which cannot be copied; its owner guards the value.
  let objectCount: UInt32
  var noted: UInt32 = 0

  var count: Int { Int(objectCount) }

  /// How many calls are noted.
  var callCount: Int { Int(noted) }

  /// The calls, behind the objects.
  var calls: UnsafeMutablePointer<UInt32> {
    // Guard: the initialiser has bound this memory to the type.
    unsafe UnsafeMutableRawPointer(objects + count).assumingMemoryBound(to: UInt32.self)
  }

  /// Creates the objects.
  init(count: Int, _ make: (Int) -> Object) {
    objectCount = UInt32(count)
    let memory = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: count * (MemoryLayout<Unmanaged<Object>>.stride + MemoryLayout<UInt32>.stride),
      alignment: MemoryLayout<Int>.alignment)
    unsafe objects = memory.bindMemory(to: Unmanaged<Object>.self, capacity: count)
    unsafe (memory + count * MemoryLayout<Unmanaged<Object>>.stride).bindMemory(
      to: UInt32.self, capacity: count)
    for index in 0..<count {
      unsafe (objects + index).initialize(to: .passRetained(make(index)))
    }
  }

  deinit {
    for index in 0..<count { unsafe objects[index].release() }
    unsafe UnsafeMutableRawPointer(objects).deallocate()
  }

  /// Lends an object to a closure, without counting it.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (Object) -> Result) -> Result {
    unsafe objects[index]._withUnsafeGuaranteedRef(body)
  }

  /// Returns the number of the object of a call.
  ///
  /// - Precondition: `index` is less than ``callCount``.
  func call(_ index: Int) -> Int { unsafe Int(calls[index]) }

  /// Notes that an object must be called; in a step, each object is noted at most once.
  mutating func noteCall(_ index: Int) {
    unsafe calls[callCount] = UInt32(truncatingIfNeeded: index)
    noted &+= 1
  }

  mutating func forgetCalls() {
    noted = 0
  }
}
