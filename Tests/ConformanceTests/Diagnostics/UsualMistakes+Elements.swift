extension MessageTests {
  static let usualMistakes =
    generalMistakes + elementMistakes + scopeMistakes + habits + mistypedMembers

  private static func mistake(
    _ description: String, _ message: String, _ feedback: String
  ) -> UsualMistake {
    UsualMistake(
      description: description, line: 11, message: message,
      snippet: """
        private struct Item: Sendable { var name = "" }
        private struct Row: Identifiable, Equatable, Sendable { var id = 0 }
        private enum Color: Sendable { case red }
        private struct Try: Identifiable, Equatable, Sendable {
          var id = 0, load = Attempt<String, String>()
        }
        private struct Lists: Sendable {
          var items: [Item] = [], rows: [Row] = [], colors: Set<Color> = [], tags: Set<String> = []
          var byColor: [Color: Int] = [:], byName: [String: Row] = [:], tries: [Try] = []
        }
        private let lists = Spin<Lists, Event>(initialState: Lists()) { \(feedback)
          Reducer { _, _ in }
        }
        """)
  }

  /// Mistakes about feedbacks for each element.
  private static let elementMistakes = [
    mistake(
      "elements that cannot be told apart",
      "forEach: takes elements that are Hashable, or Identifiable and Equatable.",
      "Feedback(forEach: \\.items) { _ in .none }"),
    mistake(
      "a set", "sort it, as in forEach: { $0.tags.sorted() }",
      "Feedback(forEach: \\.colors) { _ in .none }"),
    mistake(
      "a set of elements that have an order", "sort it, as in forEach: { $0.tags.sorted() }",
      "Feedback(forEach: \\.tags) { _ in .none }"),
    mistake(
      "a dictionary without an order", "make the keys Comparable.",
      "Feedback(forEach: \\.byColor) { _, _ in .none }"),
    mistake(
      "a mistyped value of an element", "value of type 'Row' has no member 'nme'",
      "Feedback(forEach: \\.rows, on: \\.nme) { row in .none }"),
    mistake(
      "a mistyped member in the effect of an element", "value of type 'Row' has no member 'nme'",
      "Feedback(forEach: \\.rows, on: \\.id) { row in .just(.failed(row.nme)) }"),
    mistake(
      "an attempt of an element that is none",
      "attempting: takes an Attempt of the element; on: takes any other value.",
      "Feedback(forEach: \\.rows, attempting: \\.id) { row, number in .none }"),
    mistake(
      "an element with its id",
      "expects 1 argument, but 2 were used in closure body",
      "Feedback(forEach: \\.rows) { id, row in .none }"),
    mistake(
      "a part of a dictionary without its key",
      "value of tuple type 'Dictionary<String, Row>.Element' (aka '(key: String, value: Row)') has no member",
      "Feedback(forEach: \\.byName) { row in .just(.failed(\"\\(row.id)\")) }"),
    mistake(
      "a dictionary whose values are selected further", "has no member 'id'",
      "Feedback(forEach: \\.byName, on: \\.id) { name, row in .none }"),
    mistake(
      "an event for the effect of an element",
      "type 'Effect<Event>' has no member 'found'",
      "Feedback(forEach: \\.rows) { row in .found(try await find(\"\\(row.id)\")) }"),
    mistake(
      "another label for the limit", "extra argument 'limit' in call",
      "Feedback(forEach: \\.rows, limit: 4) { row in .none }"),
    mistake(
      "an attempt of an element without its number",
      "expects 2 arguments, but 1 was used in closure body",
      "Feedback(forEach: \\.tries, attempting: \\.load) { row in .none }"),
    mistake(
      "a mistyped event of an element", "has no member 'fund'",
      "Feedback(forEach: \\.rows) { row in .just(.fund([\"\\(row.id)\"])) }"),
  ]
}
