/// Reads the parts of links and of their definitions.
struct LinkScanner {
  var rest: ArraySlice<UInt8>

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes blanks and at most one newline.
  mutating func skipSpace() {
    var hasNewline = false
    while let byte = rest.first, byte.isBlank || byte == .newline && !hasNewline {
      hasNewline = hasNewline || byte == .newline
      rest.removeFirst()
    }
  }

  /// Takes a label in brackets.
  mutating func label() -> ArraySlice<UInt8>? {
    guard rest.first == UInt8(ascii: "[") else { return nil }
    var place = rest.startIndex + 1
    // A label has at most 999 characters.
    let end = min(rest.endIndex, place + 1_000)
    while place < end {
      switch rest[place] {
      case UInt8(ascii: "]"):
        let label = rest[rest.startIndex + 1..<place]
        rest = rest[(place + 1)...]
        return label
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\") where place + 1 < end && rest[place + 1].isPunctuation: place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Takes an address, in angle brackets or up to the next space.
  mutating func address() -> String? {
    var place = rest.startIndex
    if rest.first == UInt8(ascii: "<") {
      place += 1
      while place < rest.endIndex, rest[place] != UInt8(ascii: ">") {
        if rest[place] == .newline || rest[place] == UInt8(ascii: "<") { return nil }
        place += rest[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard place < rest.endIndex else { return nil }
      defer { rest = rest[(place + 1)...] }
      return Inlines.plain(rest[rest.startIndex + 1..<place])
    }
    var depth = 0
    while place < rest.endIndex, rest[place] > .space, rest[place] != 0x7F {
      switch rest[place] {
      case UInt8(ascii: "\\") where place + 1 < rest.endIndex && rest[place + 1].isPunctuation:
        place += 1
      case UInt8(ascii: "("):
        depth += 1
        if depth > 32 { return nil }
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth < 0 { break }
      place += 1
    }
    guard depth <= 0 else { return nil }
    defer { rest = rest[place...] }
    return Inlines.plain(rest[..<place])
  }

  /// Takes a title in quotes or parentheses, which is not shown.
  mutating func skipTitle() -> Bool {
    let closing: UInt8
    switch rest.first {
    case UInt8(ascii: "\""): closing = UInt8(ascii: "\"")
    case UInt8(ascii: "'"): closing = UInt8(ascii: "'")
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return false
    }
    var place = rest.startIndex + 1
    while place < rest.endIndex, rest[place] != closing {
      if closing == UInt8(ascii: ")"), rest[place] == UInt8(ascii: "(") { return false }
      place += rest[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < rest.endIndex else { return false }
    rest = rest[(place + 1)...]
    return true
  }

  /// Takes the address and the title in parentheses after the text of a link.
  mutating func target() -> String? {
    guard take("(") else { return nil }
    skipSpace()
    guard let address = address() else { return nil }
    let end = rest
    skipSpace()
    if rest.startIndex > end.startIndex, skipTitle() { skipSpace() }
    return take(")") ? address : nil
  }

  /// Returns the form of a label by which links find it: without case and repeated spaces.
  static func key(_ label: ArraySlice<UInt8>) -> String? {
    let words = label.split(whereSeparator: \.isSpace)
    return words.isEmpty ? nil : words.map(\.string).joined(separator: " ").lowercased()
  }
}

/// The definition of an address at the start of a paragraph, such as `[label]: https://swift.org`.
struct LinkDefinition {
  let label: String
  let address: String

  /// Takes a definition from the start of a text.
  init?(_ text: inout ArraySlice<UInt8>) {
    var scanner = LinkScanner(rest: text)
    guard let label = scanner.label().flatMap(LinkScanner.key), scanner.take(":") else {
      return nil
    }
    scanner.skipSpace()
    let start = scanner.rest.startIndex
    guard let address = scanner.address(), scanner.rest.startIndex > start else { return nil }
    func takesLine(_ scanner: inout LinkScanner) -> Bool {
      while scanner.rest.first?.isBlank == true { scanner.rest.removeFirst() }
      return scanner.rest.isEmpty || scanner.take("\n")
    }
    // What is no title, or not alone in its line, belongs to the next line.
    var titled = scanner
    titled.skipSpace()
    let hasTitle =
      titled.rest.startIndex > scanner.rest.startIndex && titled.skipTitle() && takesLine(&titled)
    if hasTitle { scanner = titled } else if !takesLine(&scanner) { return nil }
    self.label = label
    self.address = address
    text = scanner.rest
  }
}
