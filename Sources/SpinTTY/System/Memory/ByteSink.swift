/// A buffer for bytes to the terminal, whose storage is reused for each frame.
///
/// The encoder reserves room for a whole row at a time, so that putting a byte is one store.
@safe
struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  // Guard: owned by this value, which cannot be copied; the first `count` bytes are written.
  private var capacity = 4096
  private(set) var count = 0

  init() {
    unsafe base = .allocate(capacity: capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  mutating func removeAll() {
    count = 0
  }

  /// Makes room for the next `additional` bytes.
  mutating func reserve(_ additional: Int) {
    guard count + additional > capacity else { return }
    let grown = max(capacity * 2, count + additional)
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
    unsafe storage.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = storage
    capacity = grown
  }

  /// Puts a byte into reserved room.
  @inline(__always)
  mutating func put(reserved byte: UInt8) {
    assert(count < capacity)
    unsafe base[count] = byte
    count += 1
  }

  mutating func put(_ byte: UInt8) {
    reserve(1)
    put(reserved: byte)
  }

  mutating func put(_ bytes: MemoryView<UInt8>) {
    if bytes.isEmpty { return }
    reserve(bytes.count)
    put(reserved: bytes.count) { room in
      room.copy(bytes)
      return bytes.count
    }
  }

  mutating func put(_ text: StaticString) {
    MemoryView.withBytes(of: text) { put($0) }
  }

  /// Puts a number in decimal digits.
  mutating func put(decimal number: Int) {
    if number >= 10 { put(decimal: number / 10) }
    put(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Puts a control sequence, whose only parameter is omitted if it is 1.
  mutating func putControl(_ final: UInt8, count number: Int) {
    put("\u{1B}[")
    if number != 1 { put(decimal: number) }
    put(final)
  }

  /// Puts a scalar as UTF-8 into reserved room of four bytes.
  @inline(__always)
  mutating func put(reserved scalar: UInt32) {
    if scalar < 0x80 {
      put(reserved: UInt8(truncatingIfNeeded: scalar))
    } else {
      putMultibyte(scalar)
    }
  }

  /// Has a closure write into reserved room, and puts as many bytes as it says.
  @inline(__always)
  @discardableResult
  mutating func put(reserved limit: Int, _ body: (MutableMemoryView<UInt8>) -> Int) -> Int {
    assert(count + limit <= capacity)
    let written = unsafe body(MutableMemoryView(base + count, count: limit))
    count += written
    return written
  }

  private mutating func putMultibyte(_ scalar: UInt32) {
    if scalar < 0x800 {
      put(reserved: UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    } else {
      if scalar < 0x10000 {
        put(reserved: UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      } else {
        put(reserved: UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
        put(reserved: UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F))
      }
      put(reserved: UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
    }
    put(reserved: UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
  }

  /// Calls `body` with the bytes from `start` on.
  borrowing func withBytes<Result>(
    from start: Int, _ body: (MemoryView<UInt8>) -> Result
  ) -> Result {
    unsafe body(MemoryView(base + start, count: count - start))
  }

  /// Moves a range of bytes to `start` and removes the bytes after it.
  mutating func keep(_ range: Range<Int>, at start: Int) {
    precondition(start <= range.lowerBound && range.upperBound <= count)
    if start != range.lowerBound {
      unsafe (base + start).update(from: base + range.lowerBound, count: range.count)
    }
    count = start + range.count
  }
}

/// Returns the number of decimal digits of a number below 100,000.
@inline(__always)
func digits(_ number: Int) -> Int {
  number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10000 ? 4 : 5
}
