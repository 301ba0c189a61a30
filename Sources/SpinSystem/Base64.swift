/// Base64 as defined in RFC 4648, section 4.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.underestimatedCount / 3 * 4 + 4)
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 6 {
        count -= 6
        result.append(digits[bits >> count & 63])
      }
      bits &= 1 << count - 1
    }
    if count > 0 { result.append(digits[bits << (6 - count) & 63]) }
    while result.count % 4 != 0 { result.append(UInt8(ascii: "=")) }
    return result
  }

  /// Decodes a text with or without padding; `nil` if it is no Base64.
  package static func decode(_ text: Substring) -> [UInt8]? {
    let digits = text.utf8.prefix { $0 != 0x3D }
    let padding = text.utf8.count - digits.count
    guard padding <= 2, digits.count % 4 != 1 else { return nil }
    guard text.utf8.suffix(padding).allSatisfy({ $0 == 0x3D }) else { return nil }
    var result: [UInt8] = []
    var bits: UInt32 = 0
    for (count, digit) in digits.enumerated() {
      guard let value = sextet(digit) else { return nil }
      bits = bits << 6 | value
      guard count % 4 > 0 else { continue }
      result.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * UInt32(count % 4))))
    }
    return result
  }

  private static func sextet(_ digit: UInt8) -> UInt32? {
    switch digit {
    case 0x41...0x5A: UInt32(digit) - 0x41
    case 0x61...0x7A: UInt32(digit) - 0x61 + 26
    case 0x30...0x39: UInt32(digit) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}
