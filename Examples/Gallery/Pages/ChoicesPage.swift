import SpinTTY

extension Page {
  static let choices = Page(
    "Choices", "One of a few; arrows move, enter and clicks choose.", focus: .answer
  ) { demo in
    Text("How often?")
    Choices(demo.answer) { $0 }.id(Area.answer)
    Text("now: \(demo.answer.current ?? "nothing")")
      .styled(.secondary)
  } keys: {
    Control(Area.answer, help: "move") {
      .demo(.answer($0))
    }
  }
}
