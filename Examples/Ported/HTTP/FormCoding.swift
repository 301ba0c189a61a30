/// Names and values in one line, as a form of the web sends them: `name=Buy+bread&done=false`.
enum FormCoding {
  static func encode(_ fields: KeyValuePairs<String, String>) -> String {
    fields.map { "\(encode($0.key))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Returns the fields of a line; `nil` if the line is no form, or has a name twice.
  static func decode(_ line: Substring) -> [String: String]? {
    var fields: [String: String] = [:]
    for field in line.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = decodeValue(parts[0].utf8),
        let value = decodeValue(parts[1].utf8), fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return fields
  }

  private static func encode(_ value: String) -> String {
    value.utf8.reduce(into: "") { text, byte in
      let scalar = Unicode.Scalar(byte)
      if byte == UInt8(ascii: " ") {
        text += "+"
      } else if scalar.properties.isAlphabetic && scalar.isASCII || ("0"..."9").contains(scalar)
        || "-._~".unicodeScalars.contains(scalar)
      {
        text.unicodeScalars.append(scalar)
      } else {
        text += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
      }
    }
  }

  private static func decodeValue(_ text: Substring.UTF8View) -> String? {
    var (bytes, rest): ([UInt8], _) = ([], text)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        let digits = Substring(rest.prefix(2))
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
          let byte = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
