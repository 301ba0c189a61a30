import SpinMarkdown
import Testing

@testable import SpinTTY

/// Foreign names in rows, titles and labels, which have one line each.
@Suite struct NamesInRowsTests {
  private static let names = ["a\nb", "a\nc", "a\r\nb", "\n", "x"]
  private static let shown = ["a␊b", "a␊c", "a␍␊b", "␊", "x"]

  private struct Item: Identifiable, Sendable { let id: String }

  /// Every view that shows names in rows of one line, and what stands before them.
  private static let rows: [(name: String, view: @Sendable () -> any View)] = [
    ("list", { List(names, Selection<String>()) { Text($0) } }),
    ("list of runs", { List(names, Selection<String>()) { Text($0) + Text("") } }),
    (
      "list of stacks",
      { List(names, Selection<String>()) { name in HStack { Text(name).bold() } } }
    ),
    (
      "tree",
      { Tree(names.map(Item.init), Tree<Item>.Model(), children: { _ in [] }) { Text($0.id) } }
    ),
    ("menu", { Choices(Choice(names), axis: .vertical) { $0 } }),
    ("radio", { Radio(Choice(names)) { $0 } }),
    (
      "table",
      {
        Table(
          names.map(Item.init), Table<Item>.Model(),
          [.init("NAME", \.id), .init("OTHER", \.id) { Text($0.id, alignment: .trailing) }])
      }
    ),
  ]

  @Test(arguments: rows.indices)
  func namesThatDifferLookDifferent(_ number: Int) {
    let (name, view) = Self.rows[number]
    let content = view()
    let lines = picture(40, 9) { ViewList([content.resolved]) }.split(separator: "\n")
    let plain = content.plainLines()
    // A menu has one line in words.
    let all = [(lines.map(String.init), "screen")] + (plain.count > 1 ? [(plain, "words")] : [])
    for (words, what) in all {
      let rows = words.suffix(Self.names.count)
      for (row, shown) in zip(rows, Self.shown) {
        let parts = row.split { " ◉○›>-()*".contains($0) }.map(String.init)
        #expect(parts.first == shown && parts.last == shown, "\(name) \(what): \(row)")
      }
      #expect(Set(rows).count == rows.count, "\(name) \(what)")
    }
  }

  /// Rows of several lines keep their lines.
  @Test func aRowOfTwoLinesHasTwo() {
    #expect(
      picture(9, 4) { List(["a\nb", "c"], Selection(), rowHeight: 2) { Text($0) } } == "a\nb\nc")
  }

  @Test func titlesAndLabelsAreOneLine() {
    let name = "a\nb"
    #expect(picture(20, 3) { Text("x").border(title: name) }.contains("a␊b"))
    #expect(picture(20, 4) { Dialog(name) { Text("x") } }.contains("a␊b"))
    #expect(picture(20, 1) { Button(name, id: 1) } == "[ a␊b ]")
    #expect(picture(20, 1) { Checkbox(name, true, id: 1) } == "[✓] a␊b")
    #expect(picture(20, 1) { Tabs(Choice([name, "c"])) { $0 } }.contains("a␊b"))
    #expect(picture(20, 1) { Choices(Choice([name, "c"])) { $0 } }.contains("a␊b"))
    #expect(picture(20, 1) { Select(Choice([name, "c"])) { $0 } }.contains("a␊b"))
    #expect(picture(20, 2) { Field(name) { Text("x") } }.hasPrefix("a␊b  x"))
    #expect(
      picture(20, 2) { Table([Item](), Table<Item>.Model(), [.init(name, \.id)]) }.hasPrefix("a␊b"))
    #expect(HelpItem("q", name).text == "a␊b")
    #expect(Select(Choice([Int]())) { "\($0)" }.plainLines().joined() == "")
  }

  @Test func noNameIsAnEmptyRow() {
    let names = [
      "", " ", "  ", "\t", "\u{200B}", "\u{3000}", "\u{2800}", "\u{200D}", "\u{FE0F}", "\u{301}",
    ]
    let shown = names.map(\.asName)
    #expect(Set(shown).count == shown.count - 3, "\(shown)")
    for rules in [WidthRules(), WidthRules(profile: .grapheme)] {
      for name in shown { #expect(rules.width(of: name) > 0) }
    }
    #expect(shown.prefix(4) == ["\"\"", "\" \"", "\"  \"", "␉"])
    #expect(["a ", "é", "漢", "\u{1F3FD}"].allSatisfy { $0.asName == $0 })
    let menu = picture(9, 3) { Choices(Choice(["", " ", "a"]), axis: .vertical) { $0 } }
    #expect(menu == " \"\"\n \" \"\n a")
  }
}
