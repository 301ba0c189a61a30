import SpinMarkdown
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
