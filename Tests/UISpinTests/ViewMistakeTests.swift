import SpinTestSupport
import Testing

/// The messages of the compiler about mistakes in a view.
@Suite(
  .enabled(if: Compiler() != nil || !Compiler.mayBeMissing, "There is no swiftc to ask."),
  .timeLimit(.minutes(5)))
struct ViewMistakeTests {
  struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    /// The views.
    let view: String
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
  ]

  @Test(arguments: mistakes)
  func aMistakeInAViewIsNamedWhereItIs(_ mistake: Mistake) async throws {
    let compiler = try #require(Compiler())
    let verdict = try await compiler.check(
      """
      import SpinTTY
      struct Shelf: Sendable { var titles: [String] = [] }
      let spin = Spin<Shelf, Int>(initialState: Shelf()) { Reducer { shelf, event in } }
      let ui = UISpin(spin) { shelf, _ in
        Text("before")
        \(mistake.view)
      } keys: {
        Key("x", help: "x", 1)
      }
      """)
    let errors = verdict.errors
    #expect(errors.count == 1, "\(verdict.messages)")
    #expect(errors.first?.contains("main.swift:8:") == true, "\(verdict.messages)")
    #expect(errors.first?.contains(mistake.message) == true, "\(verdict.messages)")
  }
}
