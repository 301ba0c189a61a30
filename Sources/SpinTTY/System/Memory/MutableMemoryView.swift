/// Memory for values that somebody lends for the time of a call, to read and to write.
///
/// Nobody keeps a mutable view after the call that it was made for. During the call, nobody else uses the
/// memory.
@safe
struct MutableMemoryView<Element: BitwiseCopyable> {
  private let start: UnsafeMutablePointer<Element>
  let count: Int
  // Guard: the caller of the function that lends it.

  @inline(__always) @unsafe
  init(_ start: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inline(__always)
  subscript(place: Int) -> Element {
    get {
      assert(place >= 0 && place < count)
      return unsafe start[place]
    }
    nonmutating set {
      assert(place >= 0 && place < count)
      unsafe start[place] = newValue
    }
    nonmutating _modify {
      assert(place >= 0 && place < count)
      yield unsafe &start[place]
    }
  }

  /// The memory of a range.
  @inline(__always)
  func part(_ range: Range<Int>) -> MutableMemoryView {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe MutableMemoryView(start + range.lowerBound, count: range.count)
  }

  /// Writes one value everywhere.
  @inline(__always)
  func fill(_ value: Element) {
    unsafe start.update(repeating: value, count: count)
  }

  /// Copies all values of a view of the same length.
  @inline(__always)
  func copy(_ other: MemoryView<Element>) {
    assert(count == other.count)
    unsafe other.withBuffer { values in
      guard let first = values.baseAddress else { return }
      unsafe start.update(from: first, count: count)
    }
  }
}

extension MutableMemoryView<UInt8> {
  /// Writes eight bytes from a place on, the lowest first.
  @inline(__always)
  func store(_ word: UInt64, at place: Int) {
    assert(place >= 0 && place + 8 <= count)
    unsafe UnsafeMutableRawPointer(start).storeBytes(
      of: word.littleEndian, toByteOffset: place, as: UInt64.self)
  }
}
