internal import SpinTTY

extension Code {
  /// Divides Swift code into comments, strings, keywords, types, numbers and the rest.
  ///
  /// A word with a capital letter at its start counts as a type. The code in an interpolation has the look of
  /// its string.
  public static let swift: Highlighter = Language(
    keywords: """
      actor any as associatedtype async await borrowing break case catch class consume consuming continue
      convenience copy default defer deinit didSet do each else enum extension fallthrough false fileprivate
      final for func get guard if import in indirect infix init inout internal is isolated lazy let mutating nil
      nonisolated nonmutating open operator override package postfix precedencegroup prefix private protocol
      public repeat required rethrows return self sending set some static struct subscript super switch throw
      throws true try typealias unowned unsafe var weak where while willSet yield
      """,
    comments: ["//"], blockComments: ["/*": "*/"], strings: ["\""], longStrings: ["\"\"\""],
    keywordMarks: "@#", wordMarks: "$",
    traits: [.capitalizedTypes, .hashedStrings, .nestedComments]
  ).highlight

  /// Divides JSON, with or without comments, into names, strings, and other values.
  public static let json: Highlighter = Language(
    keywords: "false null true", comments: ["//"], blockComments: ["/*": "*/"], strings: ["\""],
    nameMark: ":"
  ).highlight

  /// The highlighters of this module, by the names of the languages and the endings of the names of files.
  ///
  /// They know C, C++, C#, CSS, Go, HTML, Java, JavaScript, JSON, Kotlin, Lua, Objective-C, Python, Ruby, Rust,
  /// the shell, SQL, Swift, TOML, TypeScript, XML, YAML, the files of CMake, Docker and Make, files of settings,
  /// and the differences of files.
  public static let highlighters: [String: Highlighter] = {
    var all = [
      "swift": swift, "json": json, "jsonc": json, "diff": differences, "patch": differences,
    ]
    for (names, language) in languages {
      for name in names.split(separator: " ") { all[String(name)] = language.highlight }
    }
    return all
  }()

  /// The lines that one file has and another one has not.
  @Sendable private static func differences(_ code: String) -> [Text.Run] {
    var scanner = CodeScanner(code)
    while !scanner.isAtEnd {
      let look: Theme.Token? =
        switch scanner.byte() {
        case UInt8(ascii: "+"): .success
        case UInt8(ascii: "-"): .error
        case UInt8(ascii: "@"): .accent
        case UInt8(ascii: " "), .newline: nil
        default: .secondary
        }
      scanner.skip { $0 != .newline }
      scanner.end(look)
      scanner.skip()
      scanner.end(nil)
    }
    return scanner.runs
  }

  // MARK: The languages

  private static let cWords = """
    auto bool break case char const constexpr continue default do double else enum extern false float for goto if
    inline int long nullptr register restrict return short signed sizeof static static_assert struct switch
    thread_local true typedef typeof union unsigned void volatile while
    """

  private static let scriptWords = """
    as async await break case catch class const continue debugger default delete do else export extends false
    finally for from function get if import in instanceof let new null of return set static super switch this
    throw true try typeof undefined var void while with yield
    """

  /// A language with the comments of C.
  private static func likeC(
    _ keywords: String, strings: [String] = ["\""], longStrings: [String] = [],
    rawStrings: [String] = [],
    keywordMarks: String = "", wordMarks: String = "",
    _ traits: Language.Traits = [.capitalizedTypes, .characters]
  ) -> Language {
    Language(
      keywords: keywords, comments: ["//"], blockComments: ["/*": "*/"], strings: strings,
      longStrings: longStrings, rawStrings: rawStrings, keywordMarks: keywordMarks,
      wordMarks: wordMarks,
      traits: traits)
  }

  /// The languages by their names.
  ///
  /// The keywords are those of the languages' references, with the words for types that are built in.
  private static let languages: KeyValuePairs<String, Language> = [
    "c h m": likeC(cWords + " id self super nil YES NO in", keywordMarks: "#@"),
    "cpp c++ cc cxx hpp hh hxx mm": likeC(
      cWords + """
         alignas alignof and catch char8_t char16_t char32_t class concept consteval constinit const_cast co_await
        co_return co_yield decltype delete dynamic_cast explicit export final friend import module mutable
        namespace new noexcept not operator or override private protected public reinterpret_cast requires
        static_cast template this throw try typeid typename using virtual wchar_t
        """, keywordMarks: "#"),
    "cs csharp c#": likeC(
      """
      abstract as async await base bool break byte case catch char checked class const continue decimal default
      delegate do double else enum event explicit extern false finally fixed float for foreach get if implicit in
      init int interface internal is lock long namespace new null object operator out override params partial
      private protected public readonly record ref required return sbyte sealed set short sizeof stackalloc static
      string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void
      volatile when where while with yield
      """, rawStrings: ["\"\"\""], keywordMarks: "#"),
    "java": likeC(
      """
      abstract assert boolean break byte case catch char class const continue default do double else enum extends
      false final finally float for if implements import instanceof int interface long native new null package
      permits private protected public record return sealed short static strictfp super switch synchronized this
      throw throws transient true try var void volatile while yield
      """, longStrings: ["\"\"\""], keywordMarks: "@"),
    "kotlin kt kts": likeC(
      """
      abstract actual annotation as break by catch class companion const constructor continue crossinline data do
      else enum expect external false final finally for fun if import in infix init inline inner interface
      internal is lateinit null object open operator out override package private protected public reified return
      sealed super suspend tailrec this throw true try typealias val var vararg when where while
      """, rawStrings: ["\"\"\""], keywordMarks: "@",
      [.capitalizedTypes, .characters, .nestedComments]),
    "go golang": likeC(
      """
      any bool break byte case chan const continue default defer else error fallthrough false float32 float64 for
      func go goto if import int int8 int16 int32 int64 interface iota map nil package range return rune select
      string struct switch true type uint uint8 uint16 uint32 uint64 uintptr var
      """, rawStrings: ["`"]),
    "rust rs": likeC(
      """
      Self as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i8 i16 i32
      i64 i128 if impl in isize let loop match mod move mut pub ref return self static str struct super trait true
      type u8 u16 u32 u64 u128 unsafe use usize where while
      """, strings: [], longStrings: ["\""],
      [.capitalizedTypes, .characters, .hashedStrings, .nestedComments]),
    "javascript js jsx mjs cjs": likeC(
      scriptWords, strings: ["\"", "'"], longStrings: ["`"], keywordMarks: "@", wordMarks: "$",
      .capitalizedTypes),
    "typescript ts tsx mts cts": likeC(
      scriptWords + """
         abstract any asserts bigint boolean declare enum implements infer interface is keyof namespace never number
        object override private protected public readonly satisfies string symbol type unique unknown
        """, strings: ["\"", "'"], longStrings: ["`"], keywordMarks: "@", wordMarks: "$",
      .capitalizedTypes),
    "css scss less": Language(
      keywords: "auto important inherit initial none unset", comments: [],
      blockComments: ["/*": "*/"],
      nameMark: ":", keywordMarks: "@", variableMarks: "$", wordMarks: "-"),
    "python py pyi": Language(
      keywords: """
        False None True and as assert async await break case class continue def del elif else except finally for
        from global if import in is lambda match nonlocal not or pass raise return self try while with yield
        """,
      comments: ["#"], longStrings: ["\"\"\"", "'''"], keywordMarks: "@", traits: .capitalizedTypes),
    "ruby rb rake gemfile": Language(
      keywords: """
        BEGIN END alias and begin break case class def defined? do else elsif end ensure false for if in module next
        nil not or private protected public redo rescue retry return self super then true undef unless until when
        while yield
        """,
      comments: ["#"], blockComments: ["=begin": "=end"], longStrings: ["\"", "'"],
      variableMarks: "@$",
      wordMarks: "?", traits: [.capitalizedTypes, .spacedComments]),
    "sh bash zsh shell bashrc zshrc profile": Language(
      keywords: """
        alias break case continue declare do done elif else esac eval exec exit export fi for function if in local
        readonly return select set shift source then trap typeset unset until while
        """,
      comments: ["#"], strings: [], longStrings: ["\""], rawStrings: ["'"], variableMarks: "$",
      wordMarks: "-", traits: .spacedComments),
    // Commands of a user, with the output of the programs.
    "console shellsession": Language(
      comments: ["#"], variableMarks: "$", wordMarks: "-", traits: [.apostrophes, .spacedComments]),
    "lua": Language(
      keywords: """
        and break do else elseif end false for function goto if in local nil not or repeat return self then true
        until while
        """,
      comments: ["--"], blockComments: ["--[[": "]]"]),
    "sql": Language(
      keywords: """
        add all alter and as asc begin between bigint blob boolean by case check column commit constraint create cross
        date default delete desc distinct drop else end exists false foreign from full group having if in index
        inner insert int integer into is join key left like limit not null numeric offset on or order outer
        primary real references returning right rollback select set table text then timestamp transaction true
        union unique update using values varchar view when where with
        """,
      comments: ["--"], blockComments: ["/*": "*/"], strings: ["\""], rawStrings: ["'"],
      traits: .ignoresCase),
    "yaml yml": Language(
      keywords: "false no null off on true yes", comments: ["#"], nameMark: ":",
      keywordMarks: "&*!", wordMarks: "-./",
      traits: [.apostrophes, .spacedComments]),
    "toml": Language(
      keywords: "false inf nan true", comments: ["#"], strings: ["\""], longStrings: ["\"\"\""],
      rawStrings: ["'''", "'"], nameMark: "=", wordMarks: "-."),
    "ini cfg conf properties editorconfig gitconfig": Language(
      keywords: "false no off on true yes", comments: ["#", ";"], strings: ["\""], nameMark: "=",
      wordMarks: "-.", traits: .spacedComments),
    "html htm xml svg plist xhtml": Language(
      blockComments: ["<!--": "-->"], strings: [], rawStrings: ["\"", "'"], nameMark: "=",
      wordMarks: "-:", traits: .tags),
    "make makefile mk": Language(
      keywords:
        "define else endef endif export ifdef ifeq ifndef ifneq include override unexport vpath",
      comments: ["#"], strings: ["\""], nameMark: ":", variableMarks: "$", wordMarks: "-./",
      traits: .spacedComments),
    "dockerfile docker containerfile": Language(
      keywords: """
        add arg as cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume
        workdir
        """,
      comments: ["#"], variableMarks: "$", wordMarks: "-./",
      traits: [.ignoresCase, .spacedComments]),
    "cmake cmakelists.txt": Language(
      keywords: """
        and break continue else elseif endforeach endfunction endif endmacro endwhile false foreach function if
        include macro not off on or return set true unset while
        """,
      comments: ["#"], strings: [], longStrings: ["\""], variableMarks: "$", traits: .ignoresCase),
  ]
}
