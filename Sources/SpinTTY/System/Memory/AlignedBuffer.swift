/// Memory for a fixed number of values, a value with copy-on-write.
///
/// Unlike an array, the buffer begins at a cache line. Loads across cache lines would make
/// comparing two screens a third slower.
struct AlignedBuffer<Element: BitwiseCopyable> {
  private var storage: AlignedStorage<Element>

  init(repeating value: Element, count: Int) {
    storage = AlignedStorage(count: count)
    unsafe storage.start.initialize(repeating: value, count: count)
  }

  /// Lends the values.
  @inline(__always)
  func withView<Result>(_ body: (MemoryView<Element>) -> Result) -> Result {
    withExtendedLifetime(storage) { unsafe body(MemoryView($0.start, count: $0.count)) }
  }

  /// Lends the values to read and to write.
  @inline(__always)
  mutating func withMutableView<Result>(_ body: (MutableMemoryView<Element>) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    return withExtendedLifetime(storage) {
      unsafe body(MutableMemoryView($0.start, count: $0.count))
    }
  }
}

@safe
private final class AlignedStorage<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int
  // Guard: the object, which releases the memory; who changes it has the only reference to the object.

  /// Allocates uninitialised memory.
  init(count: Int) {
    let cacheLine = 64
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: cacheLine)
    unsafe start = memory.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit {
    unsafe start.deallocate()
  }

  func copy() -> AlignedStorage {
    let copy = AlignedStorage(count: count)
    unsafe copy.start.initialize(from: start, count: count)
    return copy
  }
}
