import SpinTTY

extension Page {
  static let choices = Page("Choices", "One of a few; arrows move, enter and clicks choose.") {
    demo in
    Text("How often?")
    Choices(demo.answer) { $0 }.id(Area.answer)
    Text("now: \(demo.answer.current ?? "nothing")")
  } keys: {
    Control(Area.answer) { .demo(.answer($0)) }
  }
}
