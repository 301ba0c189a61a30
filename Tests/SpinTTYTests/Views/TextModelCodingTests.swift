import Foundation
import SpinTesting
import Testing

@testable import SpinTTY

/// The models of edited texts as keys of a set, and as JSON.
@Suite struct TextModelCodingTests {
  private func decoded<Model: Codable>(_ model: Model) throws -> Model {
    try JSONDecoder().decode(Model.self, from: JSONEncoder().encode(model))
  }

  private func decode<Model: Decodable>(_ type: Model.Type, _ json: String) throws -> Model {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  // MARK: One line

  @Test(arguments: [
    TextInput.Model(), TextInput.Model("e\u{301} 漢字", limit: 4),
    TextInput.Model("key", isSecret: true),
  ])
  func aDecodedTextInputIsTheEncodedOne(model: TextInput.Model) throws {
    var model = model
    #expect(try decoded(model) == model)
    model.reduce(.insert("one two"))
    model.reduce(.kill(.blankBackward))
    model.reduce(.move(.backward))
    var copy = try decoded(model)
    #expect(copy == model && copy.hashValue == model.hashValue)
    for action in [
      TextInput.Action.insert("x"), .yank, .kill(.end), .insert("漢"), .undo, .undo, .redo,
    ] {
      copy.reduce(action)
      model.reduce(action)
      #expect(copy == model, "\(action)")
    }
  }

  @Test func aDecodedTextInputKeepsItsPromises() throws {
    for position in [Int.min, -1, 2, 3, 99, .max] {
      let model = try decode(
        TextInput.Model.self,
        #"""
        {"text": "e\#u{301}\nlonger", "limit": 3, "isSecret": true,
        "cursor": {"line": \#(position), "offset": \#(position)},
        "anchor": {"line": 0, "offset": \#(position)}, "past": [], "future": [],
        "firstShown": \#(position), "killed": "k\ney", "streak": "killing"}
        """#)
      #expect(model.text == "e\u{301} l")
      #expect(model.killed == "", "Nothing of a secret is kept elsewhere.")
      #expect((0...3).contains(model.cursor))
      #expect((0...5).contains(model.selectedBytes.lowerBound))
      let read = { AtomReader.atoms(of: model.text, in: $0, WidthRules()) }
      let first = model.firstShown(in: 2, width: { read($0).width }, read)
      #expect((0...5).contains(first))
    }
    let open = try decode(
      TextInput.Model.self,
      #"""
      {"text": "ab", "limit": 2, "cursor": {"line": 0, "offset": 0}, "killed": "k\ney", "future": [],
      "past": [{"start": {"line": 0, "offset": 0}, "removed": "abc", "inserted": "ab",
      "before": {"position": {"line": 0, "offset": 0}},
      "after": {"position": {"line": 0, "offset": 0}}}]}
      """#)
    #expect(open.killed == "k ey")
    #expect(!open.canUndo, "The text before the change is beyond the limit.")
  }

  // MARK: Several lines

  @Test func anEditedTextAreaIsTheEncodedOneInEverythingThatFollows() throws {
    let actions: [TextArea.Action] = [
      .insert("one"), .insert(" "), .insert("two\nthree"), .kill(.blankBackward), .insert("e"),
      .insert("\u{301}"), .undo, .undo, .move(.lineStart, extends: true), .yank, .undo, .redo,
      .move(.up, in: TextPage(columns: 3, rows: 2)), .insert("x"), .undo, .redo, .undo, .undo,
      .undo,
      .undo, .redo, .redo, .redo,
    ]
    for count in 0...actions.count {
      var model = TextArea.Model("e\u{301}\n漢字")
      for action in actions[..<count] { model.reduce(action) }
      var copy = try decoded(model)
      #expect(copy == model && copy.hashValue == model.hashValue, "after \(count) actions")
      for action in actions[count...] {
        model.reduce(action)
        copy.reduce(action)
        #expect(copy == model, "\(action), after \(count) actions")
      }
    }
  }

  /// The list of lines has pieces, in which equal lists may differ.
  @Test func equalTextsHaveOneHashHoweverTheyWereMade() {
    let text = (0..<600).map { "line \($0)" }.joined(separator: "\n")
    var edited = TextArea.Model(String(text.dropLast(4)))
    var whole = TextArea.Model(text)
    edited.reduce(.insert("e\n" + "599".dropFirst(3)))
    edited.setText(text)
    whole.setText("")
    whole.setText(text)
    #expect(Set([edited, whole, TextArea.Model(text)]).count == 1)
    var (left, right) = (LineList([]), LineList((0..<600).map { TextLine("\($0)") }))
    for number in 0..<600 {
      left.replace(number...number, with: [TextLine("\(number)"), TextLine("")])
    }
    left.replace(599...600, with: [TextLine("599")])
    right.update(0) { $0.replace(0..<1, with: "0") }
    #expect(left == right && left.hashValue == right.hashValue)
  }

  @Test func aDecodedTextAreaHasItsPlacesInTheText() throws {
    for number in [Int.min, -1, 0, 1, 2, 99, .max] {
      let place = #"{"line": \#(number), "offset": \#(number)}"#
      var model = try decode(
        TextArea.Model.self,
        #"""
        {"text": "e\#u{301}x\u0007\r\ny", "cursor": \#(place), "anchor": \#(place), "goal": \#(number),
        "top": \#(place), "followsCursor": false, "past": [], "future": [], "killed": "\u0007"}
        """#)
      #expect(model.text == "e\u{301}x\ny")
      #expect(model.edited.bounded(model.cursor) == model.cursor)
      for action in [TextArea.Action.move(.down), .move(.pageUp), .yank, .insert("z"), .undo] {
        model.reduce(action)
      }
      #expect(model.text == "e\u{301}x\ny")
    }
  }

  /// A change that does not fit the text would cut it anywhere.
  @Test(arguments: [
    (#""start": {"line": 0, "offset": 0}, "removed": "", "inserted": "ab""#, 2),
    (#""start": {"line": 0, "offset": 0}, "removed": "", "inserted": "xb""#, 1),
    (#""start": {"line": 0, "offset": 9}, "removed": "", "inserted": "ab""#, 1),
    (#""start": {"line": 7, "offset": 0}, "removed": "", "inserted": "ab""#, 1),
    (#""start": {"line": -1, "offset": -1}, "removed": "", "inserted": "ab""#, 1),
    (#""start": {"line": 0, "offset": \#(Int.max)}, "removed": "", "inserted": "ab""#, 1),
    (#""start": {"line": 0, "offset": 0}, "removed": "\u0007", "inserted": "ab""#, 1),
  ])
  func onlyChangesThatFitTheTextCanBeUndone(change: String, count: Int) throws {
    func caret(_ offset: Int) -> String { #"{"position": {"line": 0, "offset": \#(offset)}}"# }
    var model = try decode(
      TextArea.Model.self,
      #"""
      {"text": "abc", "cursor": {"line": 0, "offset": 3}, "top": {"line": 0, "offset": 0},
      "followsCursor": true, "future": [], "killed": "", "past": [
      {\#(change), "before": \#(caret(0)), "after": \#(caret(2))},
      {"start": {"line": 0, "offset": 2}, "removed": "", "inserted": "c", "before": \#(caret(2)),
      "after": \#(caret(3))}]}
      """#)
    #expect(model.edited.history.past.count == count)
    while model.reduce(.undo) {}
    #expect(model.text == (count == 2 ? "" : "ab"))
    while model.reduce(.redo) {}
    #expect(model.text == "abc" && !model.canRedo)
  }
}
