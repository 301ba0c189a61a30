import SpinMarkdown
import SpinTestSupport
import SpinTesting
import Testing

@testable import SpinTTY

/// The colours of code.
@Suite struct CodeTests {
  /// The runs with a look, as the look's letter before the text.
  private func marked(_ runs: [Text.Run]) -> String {
    runs.map { run in
      switch run.look {
      case nil: run.string
      case .warning?: "k(\(run.string))"
      case .accent?: "t(\(run.string))"
      case .success?: "s(\(run.string))"
      case .secondary?: "c(\(run.string))"
      default: "?"
      }
    }.joined()
  }

  @Test(arguments: [
    ("let a: Int = 0x1F + 1.5", "k(let) a: t(Int) = k(0x1F) + k(1.5)"),
    ("@main struct A {} // b", "k(@main) k(struct) t(A) {} c(// b)"),
    ("a.init(b) .self x.y", "a.init(b) .k(self) x.y"),
    ("/* a /* b */ c */ d", "c(/* a /* b */ c */) d"),
    ("\"a \\\" b\" c", "s(\"a \\\" b\") c"), ("#\"a \" b\"# c", "s(#\"a \" b\"#) c"),
    ("\"\"\"\na \"b\"\n\"\"\" c", "s(\"\"\"\na \"b\"\n\"\"\") c"), ("#if a", "k(#if) a"),
    ("\"open\nlet", "s(\"open)\nk(let)"), ("/* open", "c(/* open)"), ("a / b", "a / b"),
    ("a { $0 + $b.1 }", "a { $0 + $b.k(1) }"), ("\"\\", "s(\"\\)"), ("", ""),
  ])
  func swiftHasLooks(code: String, looks: String) {
    #expect(marked(Code.swift(code)) == looks)
  }

  @Test(arguments: [
    ("{\"a\" : [\"b\", -1.5e3, true]}", "{t(\"a\") : [s(\"b\"), k(-1.5e3), k(true)]}"),
    ("\"a\\\"b", "s(\"a\\\"b)"), ("\"a\n1", "s(\"a)\nk(1)"),
  ])
  func jsonHasLooks(code: String, looks: String) {
    #expect(marked(Code.json(code)) == looks)
  }

  @Test(arguments: [
    (
      "c", "#include <a.h>\nint a = 'b' + 1e-3; // c",
      "k(#include) <a.h>\nk(int) a = s('b') + k(1e-3); c(// c)"
    ),
    ("cpp", "x->class::Y /* a */", "x->k(class)::t(Y) c(/* a */)"),
    (
      "rust", "fn a<'b>(x: &'b str) { r#\"c \" d\"# }",
      "k(fn) a<'b>(x: &'b k(str)) { rs(#\"c \" d\"#) }"
    ),
    (
      "rust", "/* a /* b */ c */ '\\u{1F}' \"a\nb\"",
      "c(/* a /* b */ c */) s('\\u{1F}') s(\"a\nb\")"
    ),
    ("go", "var a = `b\\` + \"c\\\"\" // d", "k(var) a = s(`b\\`) + s(\"c\\\"\") c(// d)"),
    (
      "py", "@a\nclass B: # c\n  \"\"\"d\n\"\"\"",
      "k(@a)\nk(class) t(B): c(# c)\n  s(\"\"\"d\n\"\"\")"
    ),
    ("js", "const $a = `b\n${c}` // d", "k(const) $a = s(`b\n${c}`) c(// d)"),
    (
      "sh", "if $a#b; then echo '\\' \"${c}\" ${d} # e",
      "k(if) t($a)#b; k(then) echo s('\\') s(\"${c}\") t(${d}) c(# e)"
    ),
    (
      "yaml", "- a-b: http://c # d\n  e: 'f'\n  g: true",
      "- t(a-b): http://c c(# d)\n  t(e): s('f')\n  t(g): k(true)"
    ),
    ("toml", "[a]\nb.c = 1 # d", "[a]\nt(b.c) = k(1) c(# d)"),
    ("ini", "; a\nb=c;d", "c(; a)\nt(b)=c;d"),
    (
      "css", "a-b { color: red; width: -1px } /* c */",
      "a-b { t(color): red; t(width): k(-1px) } c(/* c */)"
    ),
    (
      "html", "<!-- a --><p class=\"b\">if 1 < 2</p>",
      "c(<!-- a -->)<t(p) t(class)=s(\"b\")>if 1 < 2</t(p)>"
    ),
    (
      "xml", "<?a b=\"c\"?><d/>it's <e f='g' />\"h\" <!-- i -->",
      "<?t(a) t(b)=s(\"c\")?><t(d)/>it's <t(e) t(f)=s('g') />\"h\" c(<!-- i -->)"
    ),
    ("rust", "r\"a\\\" b r#\"\"\"# c", "rs(\"a\\\") b rs(#\"\"\"#) c"),
    ("rust", "r#\"\"\"a\"# b r#\"\"\"\"#", "rs(#\"\"\"a\"#) b rs(#\"\"\"\"#)"),
    ("ruby", "x =~ /\\A#{y}/ # z", "x =~ /\\t(A)#{y}/ c(# z)"),
    ("yaml", "a: Drum 'n Bass\nb: c", "t(a): Drum s('n Bass)\nt(b): c"),
    ("kotlin", "\"\"\"a\\\"\"\" val", "s(\"\"\"a\\\"\"\") k(val)"),
    ("sh", "echo it\\'s $b # it's", "echo it\\'s t($b) c(# it's)"),
    ("yaml", "a: What's new # c\nd: 'e\\' # f", "t(a): What's new c(# c)\nt(d): s('e\\') c(# f)"),
    ("console", "$ echo it's # a", "$ echo it's c(# a)"),
    ("py", "f(x)# it's", "f(x)c(# it's)"),
    (
      "sql", "Select a FROM b -- c\nWHERE d = 'e'",
      "k(Select) a k(FROM) b c(-- c)\nk(WHERE) d = s('e')"
    ),
    ("lua", "--[[ a\n]] local b = 1 -- c", "c(--[[ a\n]]) k(local) b = k(1) c(-- c)"),
    ("makefile", "all: $(A) ${B}\n\t@echo # c", "t(all): $(A) t(${B})\n\t@echo c(# c)"),
    ("ruby", "def a?\n  @b = nil # c\nend", "k(def) a?\n  t(@b) = k(nil) c(# c)\nk(end)"),
    ("diff", "diff a\n@@ -1\n a\n+b\n", "c(diff a)\nt(@@ -1)\n a\ns(+b)\n"),
  ])
  func manyLanguagesHaveLooks(language: String, code: String, looks: String) throws {
    let highlight = try #require(Code.highlighters[language])
    #expect(marked(highlight(code)) == looks)
  }

  @Test func aProgramAddsALanguage() {
    // snippet.language
    let lisp = Code.Language(
      keywords: "cond defun if lambda let setq", comments: [";;"], strings: ["\""],
      wordMarks: "-*?",
      traits: .ignoresCase)
    let all = Code.highlighters.merging(["lisp": lisp.highlight]) { $1 }
    // snippet.end
    #expect(marked(all["lisp"]?("(DEFUN is-a? (b) ;; c") ?? []) == "(k(DEFUN) is-a? (b) c(;; c)")
    let tex = Code.Language(comments: ["%"], keywordMarks: "\\")
    #expect(marked(tex.highlight("\\begin{a} % b")) == "k(\\begin){a} c(% b)")
    #expect(marked(Code.Language().highlight("a = 'b' + 1")) == "a = s('b') + k(1)")
  }

  /// The marks of all languages in any order, cut anywhere.
  @Test func theRunsAreTogetherTheCode() {
    let parts = [
      "a", "Let", " ", "\n", "\"", "'", "`", "#", "\\", "/*", "*/", "//", "--", "[[", "<", ">",
      "</", "<!--",
      "$", "{", "}", "@", "1", "-", "e", ".", ":", "=", "é", "👍🏽", "\"\"\"", "\r\n", ";",
    ]
    var random = SeededGenerator(seed: 1)
    for (name, highlight) in Code.highlighters.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<60 {
        let code = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
        #expect(highlight(code).map(\.string).joined() == code, "\(name)")
      }
    }
  }

  @Test(arguments: [
    "#", "'", "\"", "/*", "<a", "<", "--[[", "${", "a ", "-", "\"  ", "'\\", "1.", "e-",
  ])
  func theTimeIsThatOfTheLength(of part: String) {
    let growth = growth(from: 500, below: 10) { count in
      let code = String(repeating: part, count: count)
      for name in ["swift", "rust", "html", "lua", "sh", "yaml", "json"] {
        _ = Code.highlighters[name]?(code)
      }
    }
    #expect(growth < 10)
  }

  @Test func aLogShowsTheSameRuns() {
    var lines = LogView.Lines()
    lines.append(Code.swift("let\ta = 1\n// é\u{1B}\n"))
    #expect(Array(lines) == ["let     a = 1", "// é␛"])
    let drawn = Picture(20, 2, in: ViewEnvironment()) {
      LogView(lines, LogView.Model(search: "a")).lineStyle { _ in Style(attributes: .italic) }
    }
    #expect(drawn.marks(row: 0) { $0.foreground == .palette(221) } == "^^^         ^")
    #expect(drawn.marks(row: 0) { $0.underline == .single } == "        ^")
    #expect(drawn.marks(row: 1) { $0.foreground == .palette(249) } == "^^^^^")
    #expect(drawn.marks(row: 0) { $0.attributes.contains(.italic) } == "^^^^^^^^^^^^^")
    var others = LogView.Lines()
    others.append("let\ta = 1\n// é\u{1B}\n")
    #expect(others.elementsEqual(lines) && others != lines)
  }
}
