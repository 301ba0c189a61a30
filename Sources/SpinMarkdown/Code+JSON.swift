public import SpinTTY

extension Code {
  /// Divides JSON into names, strings, and other values.
  @Sendable public static func json(_ code: String) -> [Text.Run] {
    var scanner = CodeScanner(code)
    while !scanner.isAtEnd {
      switch scanner.byte() {
      case UInt8(ascii: "\""):
        scanner.skip()
        while !scanner.isAtEnd, scanner.byte() != UInt8(ascii: "\""), scanner.byte() != .newline {
          scanner.skip(scanner.byte() == UInt8(ascii: "\\") ? 2 : 1)
        }
        scanner.skip(scanner.byte() == UInt8(ascii: "\"") ? 1 : 0)
        var after = 0
        while scanner.byte(after).isBlank { after += 1 }
        scanner.end(scanner.byte(after) == UInt8(ascii: ":") ? .accent : .success)
      case let byte where byte.isWord || byte == UInt8(ascii: "-"):
        scanner.skip { $0.isWord || "+-.".utf8.contains($0) }
        scanner.end(.warning)
      default:
        scanner.skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "-") && !$0.isWord }
        scanner.end(nil)
      }
    }
    return scanner.runs
  }
}
