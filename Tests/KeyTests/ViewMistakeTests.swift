import SpinTestSupport
import Testing

/// The messages of the compiler about mistakes in a view, its keys and its layers.
@Suite(
  .enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "There is no swiftc to ask."),
  .timeLimit(.minutes(5)))
struct ViewMistakeTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    /// The views.
    var view = "Text(\"a\")"
    var key = "Key(\"x\", help: \"x\", .next)"
    var layer = "Layer(when: \\.isOpen) { _, _ in Text(\"b\") }"
    var request = "Perform(pulse: \\.$copied) { .copy($0) }"
    /// The line of the mistake.
    var line = 9
    let message: String

    var program: String {
      """
      import SpinTTY
      private struct Shelf: Sendable { var titles = [""], isOpen = false, book: Book?, books: [Book] = []; @Pulse var copied: String? }
      private struct Book: Identifiable, Hashable, Sendable { var id = 0, title = "" }; private enum Event: Sendable { case next, find(String) }
      private let spin = Spin<Shelf, Event>(initialState: Shelf()) { Reducer { shelf, event in } }
      private let ui = UISpin(spin) { shelf, _ in
        Text("before")
        \(view)
      } keys: {
        \(key)
      } layers: {
        \(layer)
      } terminal: {
        \(request)
      }
      """
    }
  }

  static let mistakes =
    [
      Mistake(
        description: "a property that the state does not have", view: "Text(shelf.nothing)",
        message: "value of type 'Shelf' has no member 'nothing'"),
      Mistake(
        description: "the same in a loop", view: "for title in shelf.titles { Text(title.name) }",
        message: "value of type 'String' has no member 'name'"),
      Mistake(
        description: "the same in a stack",
        view: "VStack { for title in shelf.titles { Text(title.name) } }",
        message: "value of type 'String' has no member 'name'"),
      Mistake(
        description: "a modifier that views do not have", view: "Text(\"a\").fontSize(3)",
        message: "value of type 'Text' has no member 'fontSize'"),
      Mistake(
        description: "a binding that does not say what it does", key: "Key(\"n\", .next)", line: 11,
        message: "a binding says what it does: Key(\"n\", help: \"next\", .next)"),
      Mistake(
        description: "a layer of a flag", layer: "Layer(\\.isOpen) { _, _ in Text(\"b\") }",
        line: 13,
        message: "a Bool always exists: Layer(when:) is live while a flag is true"),
    ] + texts + statements + helpless + mistypedInViews + mistypedInKeys + mistypedInLayers
    + mistypedInRequests

  private static let texts = [
    "\"title\"", #""\(shelf.titles) titles""#, "shelf.titles[0]", "VStack { \"title\" }",
    "if shelf.isOpen { shelf.titles[0] }", "for title in shelf.titles { title }",
    "List(shelf.titles, Selection()) { title in title }",
    "List(shelf.books, Selection<Int>()) { $0.title }",
  ].map {
    Mistake(description: $0, view: $0, message: "A text is a view: write Text(…).")
  }

  private static let statements = [
    "print(shelf.titles)", "VStack { print(shelf.titles) }",
    "List(shelf.titles, Selection()) { title in print(title); Text(title) }",
    "if shelf.isOpen { print(1) }",
  ].map {
    Mistake(
      description: $0, view: $0,
      message:
        "A view builder takes views only: let a feedback do this, or write let _ = print(…).")
  }

  private static let helpless = [
    "Key(\"t\", \"tick\", .next)", "Key(\"t\", when: \\.isOpen, .next)",
    "Key(\"t\") { _ in .next }",
  ].map {
    Mistake(
      description: $0, key: $0, line: 11,
      message: "a binding says what it does: Key(\"n\", help: \"next\", .next)")
  }

  private static let noTitle = "has no member 'titel'"

  private static let mistypedInViews = [
    "Text(shelf.titel)", "if shelf.isOpen { Text(shelf.titel) }",
    "VStack { if shelf.isOpen { Text(shelf.titel) } else { Text(\"\") } }",
    "for book in shelf.books { Text(book.titel) }",
    "List(shelf.books, Selection()) { book in Text(book.titel) }",
    "List(shelf.titles, Selection()) { title in Text(title.titel) }",
    "Dialog(\"a\") { Text(shelf.titel) } buttons: { Text(\"b\") }",
    "Viewport(Scroll()) { Text(shelf.titel) }", "Grid { GridRow { Text(shelf.titel) } }",
    "Form { Field(\"a\") { Text(shelf.titel) } }", "EnvironmentReader { Text($0.titel) }",
  ].map { Mistake(description: $0, view: $0, message: noTitle) }

  private static let mistypedInKeys =
    [
      "Key(\"x\", help: \"x\", when: \\.titel, .next)",
      "Key(\"x\", help: \"x\", when: { $0.titel }, .next)",
      "Key(\"x\", help: \"x\") { .find($0.titel) }",
      "Key(\"x\", help: \"x\") { shelf in shelf.titel ? .next : nil }",
      "Keys(when: { $0.titel }) { Key(\"x\", help: \"x\", .next) }",
      "Click(1, when: { $0.titel }, .next)", "Click(1) { shelf in .find(shelf.titel) }",
      "Click { (book: Book) in .find(book.titel) }", "Control.input { .find($0.titel) }",
    ].map { Mistake(description: $0, key: $0, line: 11, message: noTitle) }
    + [
      "Key(\"x\", help: \"x\", .nxt)", "Keys { Key(\"x\", help: \"x\", .nxt) }",
      "for _ in 0..<3 { Key(\"x\", help: \"x\", .nxt) }", "Click(1, .nxt)",
      "Click { (book: Book) in .nxt }", "Control.input { _ in .nxt }",
    ].map { Mistake(description: $0, key: $0, line: 11, message: "has no member 'nxt'") }

  private static let mistypedInLayers =
    [
      "Layer(when: \\.titel) { _, _ in Text(\"b\") }",
      "Layer(when: { $0.titel }) { _, _ in Text(\"b\") }",
      "Layer(when: \\.isOpen) { shelf, _ in Text(shelf.titel) }",
      "Layer(\\.book) { book, _ in Text(book.titel) }",
      "Layer(\\.book, focus: { $0.titel }) { book, _ in Text(book.title) }",
      "Layer(\\.book) { _, _ in Text(\"b\") } keys: { Key(\"x\", help: \"x\") { .find($0.titel) } }",
    ].map { Mistake(description: $0, layer: $0, line: 13, message: noTitle) }

  private static let mistypedInRequests = [
    "Perform(on: \\.titel) { .copy($0) }", "Perform(on: \\.book) { .copy($0.titel) }",
    "Perform(on: \\.book) { book in .copy(book.titel) }",
    "Perform(when: \\.titel) { .copy(\"\") }", "Perform(pulse: \\.$copied) { .copy($0.titel) }",
  ].map { Mistake(description: $0, request: $0, line: 15, message: noTitle) }

  @Test(arguments: [texts[0].message, statements[0].message])
  func theDocumentationExplainsWhatIsNoView(_ message: String) {
    #expect(packageFile("Documentation/Trouble/Messages.md").contains("\n| `\(message)` |"))
  }

  /// All mistakes are shown to the compiler at once, each in a file of its own.
  private static let answers = Task {
    var files: [String: String] = [:]
    for (index, mistake) in mistakes.enumerated() { files["mistake\(index)"] = mistake.program }
    return try await Compiler()?.check(files).complaints ?? [:]
  }

  @Test(arguments: mistakes.indices)
  func aMistakeInAViewIsNamedWhereItIs(_ index: Int) async throws {
    _ = try #require(Compiler())
    let mistake = Self.mistakes[index]
    let answers = try await Self.answers.value["mistake\(index)", default: []]
    // A remark about a conversion may come before the mistake.
    let errors = answers.filter {
      $0.contains("error: ") && !$0.contains("may introduce data races")
    }
    let found = errors.isEmpty ? answers : errors
    #expect(found.count == 1, "\(mistake): \(answers)")
    let place = "mistake\(index).swift:\(mistake.line):"
    #expect(found.first?.contains(place) == true, "\(mistake): \(answers)")
    #expect(found.first?.contains(mistake.message) == true, "\(mistake): \(answers)")
  }
}
