/// The memory of a grid, a value with copy-on-write.
///
/// Unlike an array, the buffer begins at a cache line. Loads across cache lines would make
/// comparing two screens a third slower.
struct CellBuffer {
  private var storage: Storage

  /// Creates a buffer of blank cells.
  init(count: Int) {
    storage = Storage(count: count)
    storage.cells.initialize(repeating: .blank)
  }

  func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Cell>) -> Result
  ) -> Result {
    withExtendedLifetime(storage) { body(UnsafeBufferPointer($0.cells)) }
  }

  mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (inout UnsafeMutableBufferPointer<Cell>) -> Result
  ) -> Result {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    var cells = storage.cells
    return withExtendedLifetime(storage) { body(&cells) }
  }
}

private final class Storage {
  let cells: UnsafeMutableBufferPointer<Cell>

  private static let cacheLine = 64

  /// Allocates uninitialised memory.
  init(count: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * MemoryLayout<Cell>.stride, alignment: Storage.cacheLine)
    cells = memory.bindMemory(to: Cell.self)
  }

  deinit {
    UnsafeMutableRawBufferPointer(cells).deallocate()
  }

  func copy() -> Storage {
    let copy = Storage(count: cells.count)
    _ = copy.cells.initialize(fromContentsOf: cells)
    return copy
  }
}
