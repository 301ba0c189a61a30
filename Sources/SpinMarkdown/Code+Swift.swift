public import SpinTTY

extension Code {
  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch",
    "class", "consume", "consuming", "continue", "convenience", "copy", "default", "defer",
    "deinit",
    "didSet", "do", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "final",
    "for", "func", "get", "guard", "if", "import", "in", "indirect", "infix", "init", "inout",
    "internal", "is", "isolated", "lazy", "let", "mutating", "nil", "nonisolated", "nonmutating",
    "open", "operator", "override", "package", "postfix", "precedencegroup", "prefix", "private",
    "protocol", "public", "repeat", "required", "rethrows", "return", "self", "sending", "set",
    "some",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias",
    "unowned", "unsafe", "var", "weak", "where", "while", "willSet", "yield",
  ]

  /// Divides Swift code into comments, strings, keywords, types, numbers and the rest.
  ///
  /// A word with a capital letter at its start counts as a type. The code in an interpolation has the look of
  /// its string.
  @Sendable public static func swift(_ code: String) -> [Text.Run] {
    var scanner = CodeScanner(code)
    while !scanner.isAtEnd {
      if scanner.isAt("//") {
        scanner.skip { $0 != .newline }
        scanner.end(.secondary)
      } else if scanner.isAt("/*") {
        scanner.skipComment()
        scanner.end(.secondary)
      } else if scanner.byte() == UInt8(ascii: "\"") || scanner.byte() == UInt8(ascii: "#") {
        scanner.readLiteral()
      } else if scanner.byte().isDigit {
        scanner.skip { $0.isWord }
        if scanner.byte() == UInt8(ascii: "."), scanner.byte(1).isDigit {
          scanner.skip()
          scanner.skip { $0.isWord }
        }
        scanner.end(.warning)
      } else if scanner.byte().isWord || "@$".utf8.contains(scanner.byte()) {
        scanner.readWord()
      } else if scanner.byte() == UInt8(ascii: "/") {
        scanner.skip()
        scanner.end(nil)
      } else {
        scanner.skip { byte in
          !byte.isWord && !"\"#@$/".utf8.contains(byte)
        }
        scanner.end(nil)
      }
    }
    return scanner.runs
  }

  fileprivate static func look(of word: String) -> Theme.Token? {
    if keywords.contains(word) { return .warning }
    return word.utf8.first.map { 0x41...0x5A ~= $0 } == true ? .accent : nil
  }
}

extension CodeScanner {
  /// Passes a comment, with the comments in it.
  fileprivate mutating func skipComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        skip(2)
      } else if isAt("*/") {
        depth -= 1
        skip(2)
      } else {
        skip()
      }
    } while depth > 0 && !isAtEnd
  }

  /// Reads a string, or a word such as `#if`.
  fileprivate mutating func readLiteral() {
    var hashes = 0
    while byte() == UInt8(ascii: "#") {
      hashes += 1
      skip()
    }
    guard byte() == UInt8(ascii: "\"") else {
      skip { $0.isWord }
      return end(.warning)
    }
    let quotes = isAt("\"\"\"") ? 3 : 1
    skip(quotes)
    while !isAtEnd, quotes == 3 || byte() != .newline {
      if byte() == UInt8(ascii: "\\"), hashes == 0 {
        skip(2)
      } else if isClosed(quotes, hashes) {
        skip(quotes + hashes)
        break
      } else {
        skip()
      }
    }
    end(.success)
  }

  /// Returns whether quotes with as many `#` behind them follow.
  private func isClosed(_ quotes: Int, _ hashes: Int) -> Bool {
    guard byte() == UInt8(ascii: "\"") else { return false }
    return (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { byte(quotes + $0) == UInt8(ascii: "#") }
  }

  fileprivate mutating func readWord() {
    let isMember = byte(-1) == UInt8(ascii: ".")
    let isAttribute = byte() == UInt8(ascii: "@")
    // The parameter $0 of a closure and the projection $name are one word.
    if isAttribute || byte() == UInt8(ascii: "$") { skip() }
    skip { $0.isWord }
    let look = isAttribute ? .warning : Code.look(of: word)
    // The name of a member may be that of a keyword.
    end(isMember && look == .warning && word != "self" ? nil : look)
  }
}
