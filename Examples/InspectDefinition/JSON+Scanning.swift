import Foundation
import SpinRecording

extension JSON {
  /// Reads a value, many times as fast as a decoder, which has a container for each value inside.
  ///
  /// It returns `nil` for what is no JSON, and for what readers understand in different ways, such as a key that
  /// occurs twice. The decoder decides then, and has the words for a damage.
  init?(scanning bytes: Data) {
    let value = bytes.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes: bytes)
      return scanner.document()
    }
    guard let value else { return nil }
    self = value
  }
}

/// The keys of a line that was scanned.
///
/// It throws what nobody sees: a line that is not as expected is decoded once more, by a decoder with words for that.
struct ScannedKeys: RunLineKeys {
  let codingPath: [any CodingKey] = []
  private let object: [String: JSON]

  private struct OtherType: Error {}

  init?(_ line: Data) {
    guard case .object(let object)? = JSON(scanning: line) else { return nil }
    self.object = object
  }

  func contains(_ key: RunLineKey) -> Bool { object[key.rawValue] != nil }

  func decode<Value: Decodable>(_: Value.Type, forKey key: RunLineKey) throws -> Value {
    guard let value = object[key.rawValue] as? Value else { throw OtherType() }
    return value
  }

  func decode(_: Bool.Type, forKey key: RunLineKey) throws -> Bool { try value(key) }
  func decode(_: Int.Type, forKey key: RunLineKey) throws -> Int { try value(key) }
  func decode(_: Int64.Type, forKey key: RunLineKey) throws -> Int64 { try value(key) }
  func decode(_: String.Type, forKey key: RunLineKey) throws -> String { try value(key) }

  func decodeIfPresent(_: Bool.Type, forKey key: RunLineKey) throws -> Bool? { try some(key) }
  func decodeIfPresent(_: Int.Type, forKey key: RunLineKey) throws -> Int? { try some(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: RunLineKey) throws -> UInt64? { try some(key) }
  func decodeIfPresent(_: String.Type, forKey key: RunLineKey) throws -> String? { try some(key) }

  private func some<Value>(_ key: RunLineKey) throws -> Value? {
    guard let value = object[key.rawValue], value != .null else { return nil }
    // NB: without the type, the value is an optional one.
    return try self.value(key) as Value
  }

  private func value<Value>(_ key: RunLineKey) throws -> Value {
    let value: Any? =
      switch object[key.rawValue] {
      case .bool(let bool): bool
      case .string(let string): string
      case .integer(let integer) where Value.self == Int.self: Int(exactly: integer)
      case .integer(let integer) where Value.self == UInt64.self: UInt64(exactly: integer)
      case .integer(let integer): integer
      case .unsigned(let unsigned): unsigned
      default: nil
      }
    guard let value = value as? Value else { throw OtherType() }
    return value
  }
}

/// Reads the bytes of a value.
private struct JSONScanner {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var depth = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func document() -> JSON? {
    guard let value = value() else { return nil }
    skipSpace()
    return place == bytes.count ? value : nil
  }

  private mutating func value() -> JSON? {
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "t"): return takes("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return takes("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return takes("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object() -> JSON? {
    var object: [String: JSON] = [:]
    let isWhole = elements(to: "}") { scanner in
      scanner.skipSpace()
      guard let key = scanner.string() else { return false }
      scanner.skipSpace()
      guard scanner.takes(":"), let value = scanner.value() else { return false }
      return object.updateValue(value, forKey: key) == nil
    }
    return isWhole ? .object(object) : nil
  }

  private mutating func array() -> JSON? {
    var array: [JSON] = []
    let isWhole = elements(to: "]") { scanner in
      guard let value = scanner.value() else { return false }
      array.append(value)
      return true
    }
    return isWhole ? .array(array) : nil
  }

  /// Takes a bracket, elements with commas between them, and the other bracket.
  private mutating func elements(
    to end: StaticString, _ takeElement: (inout JSONScanner) -> Bool
  ) -> Bool {
    place += 1
    depth += 1
    defer { depth -= 1 }
    // A stack has an end, and the decoder says where.
    guard depth < 256 else { return false }
    skipSpace()
    if takes(end) { return true }
    repeat {
      guard takeElement(&self) else { return false }
      skipSpace()
    } while takes(",")
    return takes(end)
  }

  private mutating func string() -> String? {
    guard takes("\"") else { return nil }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        return String(validating: bytes[start..<place - 1], as: UTF8.self)
      case UInt8(ascii: "\\"): return stringWithEscapes(from: start)
      case 0..<0x20: return nil
      default: place += 1
      }
    }
    return nil
  }

  private mutating func stringWithEscapes(from start: Int) -> String? {
    var units = Array(bytes[start..<place])
    while place < bytes.count {
      let unit = bytes[place]
      place += 1
      switch unit {
      case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        units += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      case 0..<0x20: return nil
      default: units.append(unit)
      }
    }
    return nil
  }

  /// The scalar behind a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    place += 1
    switch bytes[place - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = unit() else { return nil }
      guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
      guard takes("\\u"), let second = unit(), UTF16.isTrailSurrogate(second) else { return nil }
      return UTF16.decode(UTF16.EncodedScalar([first, second]))
    default: return nil
    }
  }

  /// The four digits of a code unit.
  private mutating func unit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    place += 4
    return unit
  }

  private mutating func number() -> JSON? {
    let start = place
    _ = takes("-")
    let first = place
    takeDigits()
    // No digit, or more behind a zero.
    guard place > first, bytes[first] != UInt8(ascii: "0") || place == first + 1 else { return nil }
    let isInteger = place == bytes.count || !".eE".utf8.contains(bytes[place])
    if !isInteger {
      if takes(".") {
        let digits = place
        takeDigits()
        if place == digits { return nil }
      }
      if takes("e") || takes("E") {
        _ = takes("+") || takes("-")
        let digits = place
        takeDigits()
        if place == digits { return nil }
      }
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isInteger { return Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) } }
    // One that may be an integer in another form is left to the decoder.
    guard let number = Double(text), number.isFinite, number != number.rounded() else { return nil }
    return .number(number)
  }

  private mutating func takeDigits() {
    while place < bytes.count, 0x30...0x39 ~= bytes[place] { place += 1 }
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// Takes some bytes if they are next.
  private mutating func takes(_ word: StaticString) -> Bool {
    guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[place + offset] != word.utf8Start[offset] { return false }
    place += word.utf8CodeUnitCount
    return true
  }
}
