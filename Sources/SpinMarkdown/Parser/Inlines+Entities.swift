extension Inlines {
  /// The named characters that text written by hand uses; those of HTML are some two thousand.
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©",
    "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–", "laquo": "«",
    "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bull": "•",
    "middot": "·", "times": "×", "deg": "°", "euro": "€", "larr": "←", "rarr": "→", "uarr": "↑",
    "darr": "↓", "le": "≤", "ge": "≥", "ne": "≠", "para": "¶", "sect": "§", "shy": "\u{AD}",
  ]

  /// Returns the text of an entity at the start of bytes, and its end.
  static func entity(in bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    let name = bytes.dropFirst().prefix(10).prefix {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#")
    }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
      return nil
    }
    let end = name.endIndex + 1
    guard name.first == UInt8(ascii: "#") else { return names[name.string].map { ($0, end) } }
    let digits = name.dropFirst()
    let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let number = isHex ? digits.dropFirst() : digits
    guard number.count <= (isHex ? 6 : 7),
      let value = UInt32(number.string, radix: isHex ? 16 : 10)
    else { return nil }
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (String(scalar ?? "\u{FFFD}"), end)
  }
}
