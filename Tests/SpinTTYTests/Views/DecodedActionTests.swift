import Foundation
import Testing

@testable import SpinTTY

/// Actions and models that were decoded: from a file, their numbers may be any.
@Suite struct DecodedActionTests {
  private static let edges = [Int.min, .min + 1, -1, 0, 1, .max]

  /// Returns what a text decodes to, with each of these edges in the place of each number from 701.
  private func forms<Value: Decodable>(
    _ type: Value.Type, _ json: String, edges: [Int] = edges
  ) throws -> [Value] {
    var texts = [json]
    for number in 701...709 {
      texts = texts.flatMap { text in
        text.contains("\(number)")
          ? edges.map { text.replacingOccurrences(of: "\(number)", with: "\($0)") } : [text]
      }
    }
    // An edge may be refused, such as a range whose end is before its start.
    let values = texts.compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    try #require(!values.isEmpty)
    return values
  }

  private func forms<Value: Codable>(of value: Value) throws -> [Value] {
    let data = try JSONEncoder().encode(value)
    let forms = try forms(Value.self, String(decoding: data, as: UTF8.self))
    try #require(forms.count > 1)
    return forms
  }

  @Test(arguments: [
    TextArea.Action.move(
      .up, extends: true, in: TextPage(columns: 701, rows: 702)),
    .move(.down, in: TextPage(columns: 701, rows: 702)),
    .move(.pageUp, in: TextPage(columns: 701, rows: 702)),
    .move(.pageDown, in: TextPage(columns: 701, rows: 702)),
    .place(
      TextArea.Position(line: 703, offset: 704), extends: true,
      in: TextPage(columns: 701, rows: 702)),
    .scroll(703, in: TextPage(columns: 701, rows: 702)), .scroll(701),
  ])
  func aDecodedActionOnATextAreaMayHaveAnyNumbers(action: TextArea.Action) throws {
    let text = (0..<20).map { "line \($0) 漢字 e\u{301}" }.joined(separator: "\n")
    var start = TextArea.Model(text)
    start.reduce(.place(TextArea.Position(line: 10, offset: 6)))
    for action in try forms(of: action) {
      var model = start
      model.reduce(action)
      model.reduce(.move(.pageUp))
      #expect(model.edited.bounded(model.cursor) == model.cursor)
      #expect(model.text == text)
    }
  }

  @Test func aDecodedPageHasAtLeastOneCell() throws {
    for page in try forms(of: TextPage(columns: 701, rows: 702)) {
      #expect(page == TextPage(columns: page.columns, rows: page.rows))
    }
    for rules in [WidthRules.Profile.grapheme, .wcwidth].map({ WidthRules(profile: $0) }) {
      let page = TextPage(columns: 80, rows: 24, widths: rules)
      let data = try JSONEncoder().encode(page)
      #expect(try JSONDecoder().decode(TextPage.self, from: data) == page)
    }
  }

  @Test(arguments: [
    LogView.Model.Action.scroll(701, of: TextPage(columns: 702, rows: 703)),
    .jump(to: 701, of: TextPage(columns: 702, rows: 703)),
    .scrollColumns(701, limit: 702),
    .nextMatch(of: TextPage(columns: 702, rows: 703)),
    .previousMatch(of: TextPage(columns: 702, rows: 703)),
  ])
  func aDecodedActionOnALogMayHaveAnyNumbers(action: LogView.Model.Action) throws {
    var lines = LogView.Lines(capacity: 3)
    for number in 0..<5 { lines.append("line \(number) 漢字 e\u{301}") }
    let actions = try forms(of: action)
    for wraps in [false, true] {
      let json =
        #"{"follows": false, "scroll": {"row": 705, "column": 706}, "skipped": 707, "#
        + #""wraps": \#(wraps), "search": "e", "match": {"line": 3, "bytes": [708, 709]}}"#
      let models = try [[.min, 7], [7, .max]].flatMap {
        try forms(LogView.Model.self, json, edges: $0)
      }
      for action in actions {
        for model in models {
          var model = model
          model.reduce(action, in: lines)
        }
      }
    }
  }

  @Test(arguments: [
    Selection<Int>.Action.move(701), .move(701, of: 702), .page(701, of: 702), .select(3, of: 702),
    .select(701), .scroll(701, of: 702), .jump(to: 701, of: 702), .activate(701), .activate(nil),
    .mark, .extend(701), .extend(701, of: 702), .markRow(3, of: 702), .markRow(701),
  ])
  func aDecodedActionOnRowsMayHaveAnyNumbers(action: Selection<Int>.Action) throws {
    let actions = action == .mark || action == .activate(nil) ? [action] : try forms(of: action)
    let selections =
      try forms(Selection<Int>.self, #"{"id": 703, "index": 704, "offset": 705, "marked": []}"#)
      + forms(Selection<Int>.self, #"{"index": 704, "offset": 705, "marked": []}"#)
    for action in actions {
      for selection in selections {
        var selection = selection
        selection.reduce(action, count: 9)
        if let index = selection.index(in: .numbers(9)) { #expect((0..<9).contains(index)) }
      }
    }
  }

  @Test func aDecodedSelectionOfAnIdSelectsARow() throws {
    for json in [#"{"id": 3, "offset": 0, "marked": []}"#, #"{"offset": 0, "marked": []}"#] {
      let selection = try JSONDecoder().decode(Selection<Int>.self, from: Data(json.utf8))
      #expect(selection.selected(of: 9) == selection.id)
    }
    var selection = Selection(3, index: 2, offset: 1)
    selection.marked = [4, 5]
    let data = try JSONEncoder().encode(selection)
    #expect(try JSONDecoder().decode(Selection<Int>.self, from: data) == selection)
  }

  /// So many pages as wrapped around used to move the other way.
  @Test func aDecodedNumberOfPagesMovesItsWay() {
    for (pages, row) in [(Int.max / 2, 8), (.min / 2, 0), (.max, 8), (.min, 0)] {
      var selection = Selection<Int>(index: 4)
      selection.reduce(.page(pages, of: 3), count: 9)
      #expect(selection.selected(of: 9) == row)
    }
  }

  @Test(arguments: [
    Scroll.Action.scroll(701, limit: 702), .scrollColumns(701, limit: 702),
    .jump(to: 701, limit: 702),
  ])
  func aDecodedActionOfScrollingMayHaveAnyNumbers(action: Scroll.Action) throws {
    for action in try forms(of: action) {
      for scroll in try forms(of: Scroll(row: 703, column: 704)) {
        var scroll = scroll
        scroll.reduce(action)
      }
    }
  }

  @Test func aDecodedActionOnATableMayHaveAnyNumbers() throws {
    typealias Table = SpinTTY.Table<Process>
    let action = Table.Action.scrollColumns(701, limit: 702)
    for action in try forms(of: action) {
      for model in try forms(of: Table.Model(Selection(index: 703), columnOffset: 704)) {
        var model = model
        model.reduce(action, in: Process.some, by: Process.columns)
        _ = picture(5, 3) { Table(Process.some, model, Process.columns) }
      }
    }
  }

  @Test(arguments: [
    Tree<Folder>.Action.toggle("Core", of: 701), .open(of: 701), .close(of: 701),
    .rows(.move(701, of: 702)), .rows(.page(701, of: 702)),
  ])
  func aDecodedActionOnATreeMayHaveAnyNumbers(action: Tree<Folder>.Action) throws {
    for action in try forms(of: action) {
      for model in try forms(
        of: Tree<Folder>.Model(Selection(index: 703, offset: 704), open: ["Sources"]))
      {
        var model = model
        model.reduce(action, in: Folder.some, children: \.children)
      }
    }
  }

  @Test func aDecodedActionOnAChoiceMayHaveAnyNumbers() throws {
    for action in try forms(of: Choice<Bool>.Action.move(701)) {
      var choice = Choice([false, true])
      choice.reduce(action)
      #expect(choice.current != nil)
    }
  }

  @Test(arguments: [
    (#"{"options": [1, 2], "current": 2}"#, 2), (#"{"options": [1, 2], "current": 3}"#, 1),
    (#"{"options": [1, 2]}"#, 1), (#"{"options": [], "current": 3}"#, nil),
  ])
  func aDecodedChoiceChoosesAmongItsOptions(json: String, current: Int?) throws {
    var choice = try JSONDecoder().decode(Choice<Int>.self, from: Data(json.utf8))
    #expect(choice.reduce(.confirm) == current)
    let data = try JSONEncoder().encode(choice)
    #expect(try JSONDecoder().decode(Choice<Int>.self, from: data) == choice)
  }

  @Test func aDecodedActionOnATextInputMayHaveAnyNumbers() throws {
    for action in try forms(of: TextInput.Action.place(701))
      + forms(of: .selectWord(701, first: 702))
    {
      var model = TextInput.Model("e\u{301} 漢字")
      model.reduce(action)
      #expect(model.textBeforeCursor + model.textAfterCursor == model.text)
    }
  }
}
