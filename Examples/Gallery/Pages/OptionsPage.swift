import SpinTTY

extension Page {
  static let options = Page("Options", "Tabs, radio buttons and a box to tick.") { demo in
    Tabs(demo.tabs) { $0 }.id(Area.tabs)
    Radio(demo.period) { "every \($0) days" }.id(Area.period)
    Checkbox("and when it starts", demo.atStart, id: Area.atStart)
  } keys: {
    Control(Area.tabs) { .demo(.tabs($0)) }
    Control(Area.period) { .demo(.period($0)) }
    Click(Area.atStart, .demo(.atStart))
  }
}
