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
    var key = "Key(\"x\", help: \"x\", 1)"
    var layer = "Layer(when: \\.isOpen) { _, _ in Text(\"b\") }"
    /// The line of the mistake.
    var line = 8
    let message: String

    var program: String {
      """
      import SpinTTY
      private struct Shelf: Sendable { var (titles, isOpen) = ([String](), false) }
      private let spin = Spin<Shelf, Int>(initialState: Shelf()) { Reducer { shelf, event in } }
      private let ui = UISpin(spin) { shelf, _ in
        Text("before")
        \(view)
      } keys: {
        \(key)
      } layers: {
        \(layer)
      }
      """
    }
  }

  static let mistakes = [
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
      description: "a binding that does not say what it does", key: "Key(\"n\", 2)", line: 10,
      message: "a binding says what it does: Key(\"n\", help: \"next\", .next)"),
    Mistake(
      description: "a layer of a flag", layer: "Layer(\\.isOpen) { _, _ in Text(\"b\") }", line: 12,
      message: "a Bool always exists: Layer(when:) is live while a flag is true"),
  ]

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
    let errors = answers.filter { $0.contains("error: ") }
    let found = errors.isEmpty ? answers : errors
    #expect(found.count == 1, "\(mistake): \(answers)")
    let place = "mistake\(index).swift:\(mistake.line):"
    #expect(found.first?.contains(place) == true, "\(mistake): \(answers)")
    #expect(found.first?.contains(mistake.message) == true, "\(mistake): \(answers)")
  }
}
