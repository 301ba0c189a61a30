internal import SpinTTY

/// Reads code of a language, and gives its parts their looks.
struct CodeReader {
  private var scanner: CodeScanner
  private let language: Code.Language
  /// Whether the place is between the `<` and the `>` of a tag.
  private var isInTag = false

  init(_ code: String, _ language: Code.Language) {
    scanner = CodeScanner(code)
    self.language = language
  }

  mutating func read() -> [Text.Run] {
    while !scanner.isAtEnd {
      if language.traits.contains(.tags), readTag() { continue }
      let byte = scanner.byte()
      if byte == UInt8(ascii: "\\"), !language.isMark[Int(byte)], !language.isStart[Int(byte)] {
        // What follows has no meaning, such as a quote on a command line.
        scanner.skip(scanner.byte(1).isPunctuation ? 2 : 1)
        scanner.end(nil)
        continue
      }
      if language.isMark[Int(byte)], readComment() || readString() { continue }
      if language.isStart[Int(byte)], readNumber() || readMarkedWord() || readWord() { continue }
      // NB: all equal bytes at once, because a string may begin with any number of `#`.
      scanner.skip { $0 == byte }
      scanner.skip { [language] in !language.isMark[Int($0)] && !language.isStart[Int($0)] }
      scanner.end(nil)
    }
    return scanner.runs
  }

  // MARK: Comments and strings

  private mutating func readComment() -> Bool {
    if let (open, close) = language.blockComments.first(where: { scanner.isAt($0.open) }) {
      var depth = 0
      repeat {
        if depth == 0 || language.traits.contains(.nestedComments), scanner.isAt(open) {
          depth += 1
          scanner.skip(open.count)
        } else if scanner.isAt(close) {
          depth -= 1
          scanner.skip(close.count)
        } else {
          scanner.skip()
        }
      } while depth > 0 && !scanner.isAtEnd
    } else if let mark = language.comments.first(where: { scanner.isAt($0) }),
      mark.count > 1 || !language.traits.contains(.spacedComments) || scanner.byte(-1) == 0
        || scanner.byte(-1).isSpace
    {
      scanner.skip { $0 != .newline }
    } else {
      return false
    }
    scanner.end(.secondary)
    return true
  }

  private mutating func readString() -> Bool {
    if language.traits.contains(.apostrophes), scanner.byte(-1).isWord { return false }
    if let mark = language.rawStrings.first(where: { scanner.isAt($0) }) {
      pass(to: mark, from: mark.count, escapes: false, isLong: true)
    } else if let mark = language.longStrings.first(where: { scanner.isAt($0) }) {
      // In Rust, a string behind an r has no escapes.
      let isRaw = language.traits.contains(.hashedStrings) && scanner.byte(-1) == UInt8(ascii: "r")
      pass(to: mark, from: mark.count, escapes: !isRaw, isLong: true)
    } else if let mark = language.strings.first(where: { scanner.isAt($0) }) {
      // Where a quote may be an apostrophe, a string has no escapes.
      let isRaw = language.traits.contains(.apostrophes) && mark == [UInt8(ascii: "'")]
      pass(to: mark, from: mark.count, escapes: !isRaw)
    } else if !passHashedString() && !passCharacter() {
      return false
    }
    scanner.end(isName(ofString: true) ? .accent : .success)
    return true
  }

  /// Passes a string, from behind its first mark to its last one, or to the end of the line.
  private mutating func pass(
    to mark: [UInt8], from start: Int, escapes: Bool = true, isLong: Bool = false
  ) {
    scanner.skip(start)
    while !scanner.isAtEnd, isLong || scanner.byte() != .newline {
      if scanner.isAt(mark) { return scanner.skip(mark.count) }
      let isEscape = escapes && scanner.byte() == UInt8(ascii: "\\")
      scanner.skip(isEscape && (isLong || scanner.byte(1) != .newline) ? 2 : 1)
    }
  }

  /// Passes a string such as `#"…"#`.
  private mutating func passHashedString() -> Bool {
    guard language.traits.contains(.hashedStrings), scanner.byte() == UInt8(ascii: "#") else {
      return false
    }
    var hashes = 1
    while scanner.byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    guard scanner.byte(hashes) == UInt8(ascii: "\"") else { return false }
    let triple = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
    // The string of one quote between hashes has three quotes, too.
    let isTriple =
      language.longStrings.contains(triple)
      && (1...2).allSatisfy { scanner.byte(hashes + $0) == triple[0] }
      && scanner.byte(hashes + 3) != UInt8(ascii: "#")
    let quotes = isTriple ? triple : [triple[0]]
    pass(
      to: quotes + [UInt8](repeating: UInt8(ascii: "#"), count: hashes),
      from: hashes + quotes.count,
      escapes: false, isLong: isTriple || language.longStrings.contains(quotes))
    return true
  }

  /// Passes a character such as `'a'` or `'\u{1F}'`.
  private mutating func passCharacter() -> Bool {
    let quote = UInt8(ascii: "'")
    guard language.traits.contains(.characters), scanner.byte() == quote else { return false }
    if scanner.byte(1) == UInt8(ascii: "\\") {
      pass(to: [quote], from: 1)
      return true
    }
    var count = 2
    while scanner.byte(count) & 0xC0 == 0x80 { count += 1 }
    guard scanner.byte(1) != .newline, scanner.byte(count) == quote else { return false }
    scanner.skip(count + 1)
    return true
  }

  // MARK: Numbers and words

  private mutating func readNumber() -> Bool {
    let isNegative = scanner.byte() == UInt8(ascii: "-") && !isBehindValue
    guard scanner.byte(isNegative ? 1 : 0).isDigit else { return false }
    let isHexadecimal = scanner.byte(isNegative ? 2 : 1) | 0x20 == UInt8(ascii: "x")
    scanner.skip(isNegative ? 1 : 0)
    scanner.skip(while: \.isWord)
    while true {
      let isExponent =
        !isHexadecimal && scanner.byte(-1) | 0x20 == UInt8(ascii: "e")
        && (scanner.byte() == UInt8(ascii: "-") || scanner.byte() == UInt8(ascii: "+"))
      guard isExponent || scanner.byte() == UInt8(ascii: "."), scanner.byte(1).isDigit else {
        break
      }
      scanner.skip()
      scanner.skip(while: \.isWord)
    }
    scanner.end(.warning)
    return true
  }

  /// Whether a minus follows a value, from which it subtracts.
  private var isBehindValue: Bool {
    let byte = scanner.byte(-1)
    return byte.isWord || ")]}".utf8.contains(byte)
  }

  private func isInWord(_ byte: UInt8) -> Bool { byte.isWord || language.wordMarks.contains(byte) }

  /// Reads a word behind a mark that says what it is.
  private mutating func readMarkedWord() -> Bool {
    let mark = scanner.byte()
    if language.keywordMarks.contains(mark), scanner.byte(1).isWord {
      scanner.skip()
      scanner.skip(while: \.isWord)
      scanner.end(.warning)
    } else if language.variableMarks.contains(mark), scanner.byte(1).isWord {
      scanner.skip()
      scanner.skip(while: \.isWord)
      scanner.end(.accent)
    } else if language.variableMarks.contains(mark), scanner.byte(1) == UInt8(ascii: "{") {
      pass(to: [UInt8(ascii: "}")], from: 2, escapes: false)
      scanner.end(.accent)
    } else {
      return false
    }
    return true
  }

  private mutating func readWord() -> Bool {
    guard isInWord(scanner.byte()) else { return false }
    let isMember = scanner.byte(-1) == UInt8(ascii: ".")
    scanner.skip { [self] in isInWord($0) }
    let word = scanner.word
    if isName(ofString: false) {
      scanner.end(.accent)
    } else if language.keywords.contains(
      language.traits.contains(.ignoresCase) ? word.lowercased() : word)
    {
      // The name of a member may be that of a keyword.
      scanner.end(isMember && word != "self" ? nil : .warning)
    } else {
      let isType =
        language.traits.contains(.capitalizedTypes)
        && word.utf8.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } == true
      scanner.end(isType ? .accent : nil)
    }
    return true
  }

  /// Whether what was read last is the name of a member.
  private func isName(ofString isString: Bool) -> Bool {
    guard let mark = language.nameMark else { return false }
    let (byte, next) = scanner.byteBehindBlanks()
    guard byte == mark, next != mark else { return false }
    // A colon in the middle of words is part of an address or of a time.
    return isString || mark != UInt8(ascii: ":") || next == 0 || next.isSpace
  }

  // MARK: Tags

  /// Reads text up to a tag, or a part of a tag; returns whether it has moved on.
  private mutating func readTag() -> Bool {
    if isInTag {
      if scanner.byte() == UInt8(ascii: ">") { isInTag = false }
      return false
    }
    if language.blockComments.contains(where: { scanner.isAt($0.open) }) { return false }
    if scanner.byte() == UInt8(ascii: "<"),
      scanner.byte(1).isLetter || "/?!".utf8.contains(scanner.byte(1))
    {
      isInTag = true
      scanner.skip(scanner.byte(1).isLetter ? 1 : 2)
      scanner.end(nil)
      scanner.skip { [self] in isInWord($0) }
      scanner.end(.accent)
    } else {
      scanner.skip()
      scanner.skip { $0 != UInt8(ascii: "<") }
      scanner.end(nil)
    }
    return true
  }
}
