/// Text that cannot move the cursor, change a mode, or reorder or join other text.
///
/// All text of cells, plain output, and lines printed above or after a view go through this type.
/// Each scalar that a terminal or a bidirectional renderer would act on becomes one visible
/// character, before segmentation, so that an escape sequence in data is shown and not executed.
///
/// | scalars | shown as |
/// |---|---|
/// | U+0000–001F, U+007F | their control pictures, U+2400–241F and U+2421 |
/// | U+0080–009F | U+FFFD |
/// | U+2028, U+2029, U+202A–202E, U+2066–2069 | U+FFFD |
/// | U+E0000–E007F, unless they end the flag of a part of a country; see ``TagSequence`` | U+FFFD |
/// | a combining mark without a character before it | the mark on a dotted circle, U+25CC |
///
/// A `String` cannot contain lone surrogates or invalid bytes, because decoding replaces them.
package struct CleanText: Equatable, Sendable, CustomStringConvertible {
  /// The clean text.
  package let string: String

  /// Replaces the scalars of `text` that a terminal would act on.
  ///
  /// - Complexity: O(*n*); nothing is copied if nothing must be replaced.
  package init(_ text: String) {
    var text = text
    let clean = text.withBytes { bytes in
      CleanText.needsLook(bytes) ? CleanText.replacing(bytes) : nil
    }
    string = clean ?? text
  }

  /// Creates clean text from text in which nothing must be replaced.
  init(gated text: String) {
    string = text
  }

  /// The clean text.
  package var description: String { string }

  /// Splits `text` at its newlines and cleans each line.
  ///
  /// Lines end with `\n`, `\r\n` or `\r`; a newline at the end does not begin another line.
  package static func lines(of text: String) -> [CleanText] {
    split(text).map { CleanText(String($0)) }
  }

  /// Splits `text` at its newlines only.
  static func split(_ text: String) -> [Substring] {
    var text = text
    var ranges: [Range<Int>] = []
    text.withBytes { bytes in
      forEachLine(of: bytes) { ranges.append($0) }
    }
    let start = text.startIndex
    return ranges.map { range in
      let first = text.utf8.index(start, offsetBy: range.lowerBound)
      return text[first..<text.utf8.index(first, offsetBy: range.count)]
    }
  }

  /// Says where the lines of a text lie, at least one.
  static func forEachLine(of bytes: MemoryView<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = 0
    repeat {
      let end = newline(in: bytes, from: start)
      body(start..<end)
      start = end + 1
      if start < bytes.count, bytes[end] == 0x0D, bytes[start] == 0x0A { start += 1 }
    } while start < bytes.count
  }

  /// Returns the place of the first newline, or the end.
  ///
  /// A newline is a byte that is never a part of another scalar.
  private static func newline(in bytes: MemoryView<UInt8>, from start: Int) -> Int {
    let (ones, highs) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
    var place = start
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.word(at: place))
      let (feeds, returns) = (word ^ ones &* 0x0A, word ^ ones &* 0x0D)
      // The lowest of the highest bits that are set is that of the first byte that is zero.
      let zeros = ((feeds &- ones) & ~feeds | (returns &- ones) & ~returns) & highs
      if zeros != 0 { return place + zeros.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
    return place
  }

  /// Returns the start of a text, at most `limit` bytes of whole characters.
  static func prefix(of text: String, bytes limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    var kept = ""
    var count = 0
    for character in text {
      count += character.utf8.count
      if count > limit { break }
      kept.append(character)
    }
    return kept
  }

  /// Returns whether valid UTF-8 may contain a scalar to replace.
  static func needsLook(_ bytes: MemoryView<UInt8>) -> Bool {
    var place = 0
    var base = MarkBase()
    while place < bytes.count {
      if (0x20..<0x7F).contains(bytes[place]) {
        base.isThere = true
        place += 1
        continue
      }
      // Letters from U+00C0 to U+02FF, and behind others from U+3000 to U+CFFF, need no look.
      if 0xC3...0xCB ~= bytes[place] || base.isThere && 0xE3...0xEC ~= bytes[place] {
        base.isThere = true
        place += bytes[place] < 0xE0 ? 2 : 3
        continue
      }
      // Nor do emoji, from U+1F000 to U+1FFFF, and their variation selectors.
      if base.isThere, place + 1 < bytes.count {
        switch (bytes[place], bytes[place + 1]) {
        case (0xF0, 0x9F):
          place += 4
          continue
        case (0xEF, 0xB8):
          place += 3
          continue
        default: break
        }
      }
      let scalar = ClusterScanner.Scalar(in: bytes, at: place)
      if scalar.traits.breakClass == .gated || base.isMissed(by: scalar) { return true }
      place = scalar.end
    }
    return false
  }

  private static func replacing(_ bytes: MemoryView<UInt8>) -> String {
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count + 8)
    var place = 0
    var base = MarkBase()
    while place < bytes.count {
      let scalar = ClusterScanner.Scalar(in: bytes, at: place)
      var end = scalar.end
      if base.isMissed(by: scalar) {
        clean += MarkBase.substitute.utf8
        base.isThere = true
      }
      if scalar.traits.breakClass == .gated {
        clean += String(Unicode.Scalar.visibleControl(scalar.value)).utf8
      } else {
        if scalar.value == TagSequence.base { end = TagSequence.end(in: bytes, after: end) ?? end }
        clean += bytes[place..<end]
      }
      place = end
    }
    return String(decoding: clean, as: UTF8.self)
  }
}
