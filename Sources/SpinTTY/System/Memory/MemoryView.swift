internal import SpinSystem

/// Values in memory that somebody lends for the time of a call: a text as bytes, or a row of cells.
///
/// Nobody keeps a view after the call that it was made for, and nobody changes the values meanwhile. A
/// `Span` would check that, but one of a text is younger than the systems that this library runs on, and a
/// scanner cannot keep one. Only debug builds check places.
@safe
struct MemoryView<Element: BitwiseCopyable> {
  fileprivate let start: UnsafePointer<Element>
  let count: Int
  // Guard: the caller of the function that lends it.

  @inline(__always) @unsafe
  init(_ start: UnsafePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inline(__always) @unsafe
  init(_ values: UnsafeBufferPointer<Element>) {
    // Nobody reads an empty view; any address will do for it.
    let nowhere = unsafe UnsafePointer<Element>(bitPattern: MemoryLayout<Element>.alignment)
    unsafe self.init((values.baseAddress ?? nowhere).unsafelyUnwrapped, count: values.count)
  }

  /// The values of a range.
  @inline(__always)
  func part(_ range: Range<Int>) -> MemoryView {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe MemoryView(start + range.lowerBound, count: range.count)
  }

  /// Whether the view is of the same memory as another one.
  @inline(__always)
  func isSame(as other: MemoryView) -> Bool { unsafe start == other.start }

  /// Whether the first values are those of another view, compared as bytes.
  @inline(__always)
  func begins(like other: MemoryView, count: Int) -> Bool {
    assert(count <= self.count && count <= other.count)
    return unsafe SystemCall.areEqual(
      start, other.start, count: count * MemoryLayout<Element>.stride)
  }

  /// Calls a closure with the values as the system and the standard library take them.
  @inline(__always)
  func withBuffer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    unsafe body(UnsafeBufferPointer(start: start, count: count))
  }
}

extension MemoryView: RandomAccessCollection {
  @inline(__always) var startIndex: Int { 0 }
  @inline(__always) var endIndex: Int { count }

  @inline(__always)
  subscript(place: Int) -> Element {
    assert(place >= 0 && place < count)
    return unsafe start[place]
  }

  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(UnsafeBufferPointer(start: start, count: count))
  }
}

extension MemoryView<UInt8> {
  /// Eight bytes from a place on, in the order of the processor.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    assert(place >= 0 && place + 8 <= count)
    return unsafe UnsafeRawPointer(start).loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// Feeds the bytes to a hasher.
  func feed(_ hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Lends the bytes of a text that is part of the program.
  @inline(__always)
  static func withBytes<Result>(of text: StaticString, _ body: (MemoryView) -> Result) -> Result {
    unsafe body(MemoryView(text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension String {
  /// Lends the UTF-8 of the text, which becomes contiguous if it is not.
  @inline(__always)
  mutating func withBytes<Result>(_ body: (MemoryView<UInt8>) -> Result) -> Result {
    withUTF8 { unsafe body(MemoryView($0)) }
  }

  /// Lends the UTF-8 of the text if it is contiguous.
  @inline(__always)
  func withBytesIfContiguous<Result>(_ body: (MemoryView<UInt8>) -> Result) -> Result? {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe body(MemoryView($0)) }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Lends the elements.
  @inline(__always)
  func withView<Result>(_ body: (MemoryView<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(MemoryView($0)) }
  }

  /// Makes an array of the values that a closure writes.
  ///
  /// - Parameters:
  ///   - limit: How many values there is room for.
  ///   - body: Writes values from the first place on, and returns how many.
  init(room limit: Int, _ body: (MutableMemoryView<Element>) -> Int) {
    unsafe self.init(unsafeUninitializedCapacity: limit) { room, count in
      guard let start = room.baseAddress else { return }
      count = unsafe body(MutableMemoryView(start, count: limit))
    }
  }
}
