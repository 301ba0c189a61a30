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

  @Test(arguments: mistakes)
  func aMistakeInAViewIsNamedWhereItIs(_ mistake: Mistake) async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      """
      import SpinTTY
      struct Shelf: Sendable { var (titles, isOpen) = ([String](), false) }
      let spin = Spin<Shelf, Int>(initialState: Shelf()) { Reducer { shelf, event in } }
      let ui = UISpin(spin) { shelf, _ in
        Text("before")
        \(mistake.view)
      } keys: {
        \(mistake.key)
      } layers: {
        \(mistake.layer)
      }
      """)
    let warnings = verdict.messages.split(separator: "\n").filter {
      $0.contains("main.swift:") && $0.contains("warning: ")
    }
    let errors = verdict.errors.isEmpty ? warnings : verdict.errors
    #expect(errors.count == 1, "\(verdict.messages)")
    #expect(errors.first?.contains("main.swift:\(mistake.line):") == true, "\(verdict.messages)")
    #expect(errors.first?.contains(mistake.message) == true, "\(verdict.messages)")
  }
}
