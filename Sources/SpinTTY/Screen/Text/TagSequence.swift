/// The flag of a part of a country, such as Scotland: a black flag, three to seven tags for letters
/// and digits, and the tag that ends them.
///
/// Other tags are invisible and carry text that nobody sees.
///
/// Source: Unicode Technical Standard 51, annex C, and the subdivisions of Technical Standard 35.
enum TagSequence {
  /// The black flag, U+1F3F4.
  static let base: UInt32 = 0x1F3F4

  /// Returns the offset after the tags that follow a black flag, or `nil` if they form no flag.
  ///
  /// `bytes` are valid UTF-8, and `start` is the offset after the black flag.
  static func end(in bytes: MemoryView<UInt8>, after start: Int) -> Int? {
    // A tag takes four bytes: U+E0030 to E0039 for digits, U+E0061 to E007A for letters.
    for count in 0...7 {
      let place = start + 4 * count
      guard place + 4 <= bytes.count, bytes[place] == 0xF3, bytes[place + 1] == 0xA0 else {
        return nil
      }
      switch (bytes[place + 2], bytes[place + 3]) {
      case (0x80, 0xB0...0xB9), (0x81, 0xA1...0xBA): continue
      case (0x81, 0xBF): return count >= 3 ? place + 4 : nil
      default: return nil
      }
    }
    return nil
  }
}
