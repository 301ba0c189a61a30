public import SpinTTY

extension Code {
  /// What a highlighter knows of a language: its words, and the marks around strings and comments.
  ///
  /// ```swift
  /// let lisp = Code.Language(
  ///   keywords: "cond defun if lambda let setq", comments: [";;"], strings: ["\""], wordMarks: "-*?")
  /// let view = Markdown("```lisp\n(let a 1)\n```", highlighters: ["lisp": lisp.highlight])
  /// ```
  ///
  /// Such a highlighter knows no grammar. A word that means several things has the look of its usual meaning.
  public struct Language: Sendable {
    /// The special rules of a language.
    public struct Traits: OptionSet, Sendable {
      /// A bit for each trait.
      public let rawValue: Int

      /// Creates traits from bits.
      public init(rawValue: Int) { self.rawValue = rawValue }

      /// A word with a capital letter at its start is a type.
      public static let capitalizedTypes = Traits(rawValue: 1)
      /// Keywords may have letters of any case.
      public static let ignoresCase = Traits(rawValue: 2)
      /// A comment may contain comments.
      public static let nestedComments = Traits(rawValue: 4)
      /// `#"…"#` is a string, with any number of `#`.
      public static let hashedStrings = Traits(rawValue: 8)
      /// `'a'` and `'\n'` are characters, and a single `'` is none.
      public static let characters = Traits(rawValue: 16)
      /// The code is text with `<tags>`, which have names and strings.
      public static let tags = Traits(rawValue: 32)
      /// A comment mark of one character begins a comment only at the start of a line and behind a blank.
      public static let spacedComments = Traits(rawValue: 64)
      /// A quote behind a letter is an apostrophe.
      public static let apostrophes = Traits(rawValue: 128)
    }

    let keywords: Set<String>
    let comments: [[UInt8]]
    let blockComments: [(open: [UInt8], close: [UInt8])]
    let strings: [[UInt8]]
    let longStrings: [[UInt8]]
    let rawStrings: [[UInt8]]
    let nameMark: UInt8?
    let keywordMarks: [UInt8]
    let variableMarks: [UInt8]
    let wordMarks: [UInt8]
    let traits: Traits
    /// Whether a comment or a string may begin with a byte.
    let isMark: [Bool]
    /// Whether a number or a word may begin with a byte.
    let isStart: [Bool]

    /// Creates a language.
    ///
    /// All marks are characters of ASCII.
    ///
    /// - Parameters:
    ///   - keywords: The keywords, with blanks between them.
    ///   - comments: What begins a comment to the end of the line.
    ///   - blockComments: What begins other comments, and what ends each.
    ///   - strings: The marks at both ends of strings in one line, with `\` before a mark in them.
    ///   - longStrings: The marks at both ends of strings that may have several lines.
    ///   - rawStrings: The marks at both ends of strings in which `\` has no meaning, and that may have several
    ///     lines.
    ///   - nameMark: What follows the name of a member, such as `:` or `=`.
    ///   - keywordMarks: The characters before a word that make it a keyword, such as `@`.
    ///   - variableMarks: The characters before a word, or before `{…}`, that make it a variable, such as `$`.
    ///   - wordMarks: What words have beside letters, digits and `_`.
    ///   - traits: The special rules of the language.
    public init(
      keywords: String = "", comments: [String] = [], blockComments: [String: String] = [:],
      strings: [String] = ["\"", "'"], longStrings: [String] = [], rawStrings: [String] = [],
      nameMark: Unicode.Scalar? = nil, keywordMarks: String = "", variableMarks: String = "",
      wordMarks: String = "", traits: Traits = []
    ) {
      func bytes(_ texts: [String]) -> [[UInt8]] {
        // The longest mark first, so that three quotes are not one.
        texts.map { Array($0.utf8) }.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
      }
      let words = traits.contains(.ignoresCase) ? keywords.lowercased() : keywords
      self.keywords = Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
      self.comments = bytes(comments)
      self.blockComments = bytes(Array(blockComments.keys)).map {
        (open: $0, close: Array((blockComments[$0.string] ?? "").utf8))
      }
      self.strings = bytes(strings)
      self.longStrings = bytes(longStrings)
      self.rawStrings = bytes(rawStrings)
      self.nameMark = nameMark.flatMap { $0.isASCII ? UInt8($0.value) : nil }
      self.keywordMarks = Array(keywordMarks.utf8)
      self.variableMarks = Array(variableMarks.utf8)
      self.wordMarks = Array(wordMarks.utf8)
      self.traits = traits
      var marks =
        self.comments + self.blockComments.map(\.open) + self.strings + self.longStrings
        + self.rawStrings
      if traits.contains(.hashedStrings) { marks.append([UInt8(ascii: "#")]) }
      if traits.contains(.characters) { marks.append([UInt8(ascii: "'")]) }
      if traits.contains(.tags) { marks += [[UInt8(ascii: "<")], [UInt8(ascii: ">")]] }
      let firstBytes = Set(marks.map { $0[0] })
      isMark = (0...255).map { firstBytes.contains($0) }
      let others = [UInt8(ascii: "-")] + self.keywordMarks + self.variableMarks + self.wordMarks
      isStart = (0...255).map { $0.isWord || others.contains($0) }
    }

    /// Divides code into comments, strings, keywords, numbers, names and the rest; a ``Code/Highlighter``.
    ///
    /// - Complexity: O(*n*) in the length of the code.
    public func highlight(_ code: String) -> [Text.Run] {
      var reader = CodeReader(code, self)
      return reader.read()
    }
  }
}
