import SpinTTY

extension Page {
  static let options = Page("Options", "Tabs, radio buttons and a box to tick.", focus: .tabs) {
    demo in
    Tabs(demo.tabs) { $0 }.id(Area.tabs)
    Radio(demo.period) { "every \($0) days" }.id(Area.period)
    Checkbox(
      "and when it starts", demo.atStart, id: Area.atStart)
  } keys: {
    Control(Area.tabs, help: "turn") { .demo(.tabs($0)) }
    Control(Area.period, help: "move") { .demo(.period($0)) }
    Click(Area.atStart, .demo(.atStart))
  }
}
