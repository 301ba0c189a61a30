/// Text that cannot move the cursor, change a mode or reorder other text.
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
/// | U+E0000–E007F | U+FFFD |
///
/// A `String` cannot contain lone surrogates or invalid bytes, because decoding replaces them.
package struct CleanText: Hashable, Sendable, CustomStringConvertible {
  /// The clean text.
  package let string: String

  /// Replaces the scalars of `text` that a terminal would act on.
  ///
  /// - Complexity: O(*n*); nothing is copied if nothing must be replaced.
  package init(_ text: String) {
    var text = text
    let isClean = text.withUTF8 { bytes in !CleanText.needsLook(bytes) }
    string = isClean ? text : CleanText.replacing(text)
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
    text.withUTF8 { bytes in
      forEachLine(of: bytes) { ranges.append($0) }
    }
    let start = text.startIndex
    return ranges.map { range in
      let first = text.utf8.index(start, offsetBy: range.lowerBound)
      return text[first..<text.utf8.index(first, offsetBy: range.count)]
    }
  }

  /// Says where the lines of a text lie, at least one.
  static func forEachLine(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
    var (start, place) = (0, 0)
    while place < bytes.count {
      // A newline is a byte that is never a part of another scalar.
      let (byte, end) = (bytes[place], place)
      place += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
      body(start..<end)
      start = place
    }
    if start < bytes.count || bytes.isEmpty { body(start..<bytes.count) }
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

  /// Returns whether valid UTF-8 contains a scalar to replace, which two or three bytes determine.
  private static func needsLook(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x20..<0x7F: continue
      case 0x00..<0x20, 0x7F: return true
      case 0xC2: if bytes[index + 1] < 0xA0 { return true }
      case 0xE2:
        let tail = (bytes[index + 1], bytes[index + 2])
        if tail.0 == 0x80 && (0xA8...0xAE).contains(tail.1) { return true }
        if tail.0 == 0x81 && (0xA6...0xA9).contains(tail.1) { return true }
      case 0xF3: if bytes[index + 1] == 0xA0 && bytes[index + 2] < 0x82 { return true }
      default: continue
      }
    }
    return false
  }

  private static func replacing(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { clean.append(visible(scalar)) }
    return String(clean)
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: "\u{FFFD}"
    default: scalar
    }
  }
}
