extension MessageTests {
  static let usualMistakes = generalMistakes + elementMistakes + scopeMistakes

  private static func mistake(
    _ description: String, _ message: String, _ feedback: String
  ) -> UsualMistake {
    UsualMistake(
      description: description, line: 8, message: message,
      snippet: """
        private struct Item: Sendable { var name = "" }
        private struct Row: Identifiable, Equatable, Sendable { var id = 0 }
        private enum Color: Sendable { case red }
        private struct Lists: Sendable {
          var items: [Item] = [], rows: [Row] = [], colors: Set<Color> = [], tags: Set<String> = []
          var byColor: [Color: Int] = [:]
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
      "a dictionary without an order", "forEach: takes Comparable keys.",
      "Feedback(forEach: \\.byColor) { _, _ in .none }"),
    mistake(
      "a mistyped value of an element", "value of type 'Row' has no member 'nme'",
      "Feedback(forEach: \\.rows, on: \\.nme) { row in .none }"),
    mistake(
      "a mistyped member in the effect of an element", "value of type 'Row' has no member 'nme'",
      "Feedback(forEach: \\.rows, on: \\.id) { row in .just(.failed(row.nme)) }"),
    mistake(
      "an attempt of an element that is none",
      "cannot convert key path of type '@Sendable (Row) -> Int'",
      "Feedback(forEach: \\.rows, attempting: \\.id) { row, number in .none }"),
    mistake(
      "a mistyped event of an element", "has no member 'fund'",
      "Feedback(forEach: \\.rows) { row in .just(.fund([\"\\(row.id)\"])) }"),
  ]
}
