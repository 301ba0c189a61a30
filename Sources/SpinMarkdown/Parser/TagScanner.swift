/// Reads a tag, a comment or an instruction of HTML, by section 6.6 of CommonMark 0.30.
///
/// - Complexity: O(*n*) in the bytes of a text with any number of tags: an end that the rest of the text lacks is not
///   sought again, and a byte is read by three tags that are none at most: outside of quotes and in those of each kind.
struct TagScanner {
  private(set) var rest: ArraySlice<UInt8>
  /// The first bytes of the ends that the rest of the text lacks.
  private(set) var missing: Set<UInt8>

  init(rest: ArraySlice<UInt8>, missing: Set<UInt8>) {
    (self.rest, self.missing) = (rest, missing)
  }

  /// Moves behind a tag, and returns whether there is one.
  mutating func passTag() -> Bool {
    rest = rest.dropFirst()
    if pass("!--") { return !pass(">") && !pass("->") && pass(to: "--") && pass(">") }
    if pass("?") { return pass(to: "?>") }
    if pass("![CDATA[") { return pass(to: "]]>") }
    if pass("!") { return rest.first?.isLetter == true && pass(to: ">") }
    let isClosing = pass("/")
    guard rest.first?.isLetter == true else { return false }
    passName("-")
    if !isClosing {
      while passBlanks(), let first = rest.first, first.isLetter || "_:".utf8.contains(first) {
        passName("_.:-")
        guard passValue() else { return false }
      }
    }
    _ = passBlanks()
    if !isClosing { _ = pass("/") }
    return pass(">")
  }

  private mutating func pass(_ text: StaticString) -> Bool {
    let bytes = "\(text)".utf8
    guard rest.starts(with: bytes) else { return false }
    rest = rest.dropFirst(bytes.count)
    return true
  }

  /// Moves behind the next occurrence of a text.
  private mutating func pass(to end: StaticString) -> Bool {
    let first = "\(end)".utf8.first ?? 0
    if missing.contains(first) { return false }
    while !rest.isEmpty {
      if rest.first == first, pass(end) { return true }
      rest = rest.dropFirst()
    }
    missing.insert(first)
    return false
  }

  private mutating func passName(_ marks: StaticString) {
    let marks = "\(marks)".utf8
    rest = rest.drop { $0.isLetter || $0.isDigit || marks.contains($0) }
  }

  /// Passes blanks and newlines, and returns whether there were some.
  private mutating func passBlanks() -> Bool {
    let start = rest.startIndex
    rest = rest.drop { $0.isSpace }
    return rest.startIndex > start
  }

  /// Passes the value of an attribute, if there is one; returns `false` if it is none.
  private mutating func passValue() -> Bool {
    let name = rest
    _ = passBlanks()
    guard pass("=") else {
      rest = name
      return true
    }
    _ = passBlanks()
    guard let first = rest.first else { return false }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      rest = rest.dropFirst().drop { $0 != first }
      guard !rest.isEmpty else { return false }
      rest = rest.dropFirst()
      return true
    }
    let start = rest.startIndex
    rest = rest.drop { !$0.isSpace && !"\"'=<>`".utf8.contains($0) }
    return rest.startIndex > start
  }
}
