extension UInt8 {
  static let newline: UInt8 = 0x0A
  static let tab: UInt8 = 0x09
  static let space: UInt8 = 0x20

  var isBlank: Bool { self == .space || self == .tab }

  /// Whether the byte is a blank or a newline.
  var isSpace: Bool { isBlank || self == .newline }

  var isDigit: Bool { 0x30...0x39 ~= self }

  var isLetter: Bool { 0x41...0x5A ~= self & 0xDF }

  /// Whether the byte is punctuation of ASCII, which a backslash can escape.
  var isPunctuation: Bool {
    0x21...0x2F ~= self || 0x3A...0x40 ~= self || 0x5B...0x60 ~= self || 0x7B...0x7E ~= self
  }
}

extension Collection<UInt8> {
  var string: String { String(decoding: self, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  /// The bytes without blanks and newlines at both ends.
  var trimmed: ArraySlice<UInt8> {
    let start = firstIndex { !$0.isSpace } ?? endIndex
    let end = lastIndex { !$0.isSpace }.map { $0 + 1 } ?? start
    return self[start..<Swift.max(start, end)]
  }
}
