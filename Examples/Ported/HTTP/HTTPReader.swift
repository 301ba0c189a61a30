/// Puts a message together from the parts in which it arrives.
struct HTTPReader {
  static let headLimit = 8192
  static let bodyLimit = 65536

  private var bytes: [UInt8] = []
  private var head: (words: [String], bodyStart: Int, bodyCount: Int)?

  /// Takes a part, and returns the message if this part ends it.
  mutating func take(_ part: ArraySlice<UInt8>) throws(HTTPFailure) -> HTTPMessage? {
    // The end of the head may have begun in the part before.
    let start = max(0, bytes.count - 3)
    bytes += part
    if head == nil { try readHead(from: start) }
    guard let (words, start, count) = head, bytes.count >= start + count else { return nil }
    let body = String(validating: bytes[start..<start + count], as: UTF8.self)
    guard let body else { throw .malformed }
    return HTTPMessage(words: words, body: body)
  }

  private mutating func readHead(from start: Int) throws(HTTPFailure) {
    guard let end = bytes[start...].firstRange(of: Array("\r\n\r\n".utf8)) else {
      if bytes.count > Self.headLimit { throw .tooLarge }
      return
    }
    if end.upperBound > Self.headLimit { throw .tooLarge }
    let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    // NB: a line break of two characters is one `Character`.
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3 else { throw .malformed }
    head = (words, end.upperBound, try Self.bodyCount(lines.dropFirst()))
  }

  /// Returns the length of the body, by the fields of the head.
  private static func bodyCount(_ fields: ArraySlice<Substring>) throws(HTTPFailure) -> Int {
    var count = 0
    for field in fields {
      guard let colon = field.firstIndex(of: ":") else { throw .malformed }
      let value = field[field.index(after: colon)...].trimmingBlanks
      switch field[..<colon].lowercased() {
      case "content-length":
        guard !value.isEmpty, value.allSatisfy({ ("0"..."9").contains($0) }) else {
          throw .malformed
        }
        guard let length = Int(value), length <= bodyLimit else { throw .tooLarge }
        count = length
      // Nobody here sends a body in pieces.
      case "transfer-encoding": throw .malformed
      default: break
      }
    }
    return count
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start
  }
}
