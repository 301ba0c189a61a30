/// Base64 as defined in RFC 4648, section 4, for the clipboard.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      bits <<= 8
      for index in 0..<4 {
        result.append(index <= group.count ? alphabet[Int(bits >> 26)] : 0x3D)
        bits <<= 6
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes Base64 with padding; returns `nil` if the text is malformed.
  static func decode(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0 else { return nil }
    let digits = text.utf8.prefix { $0 != 0x3D }
    let padding = text.utf8.count - digits.count
    guard padding <= 2, text.utf8.suffix(padding).allSatisfy({ $0 == 0x3D }) else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    for (count, digit) in digits.enumerated() {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      let filled = (count % 4) * 2
      if count % 4 != 0 { result.append(UInt8(truncatingIfNeeded: bits >> (6 - filled))) }
    }
    return result
  }
}
