import SpinTTY

extension Page {
  static let select = Page(
    "Select", "The current option; the others are a layer below it.",
    focus: .period, opens: .openPeriods
  ) { demo in
    HStack(spacing: 1) {
      Text("backup")
      Select(demo.period) { "every \($0) days" }
        .id(Area.period)
    }
  } keys: {
    Control(Area.period) { .demo(.period($0)) }
    Click(Area.period, .demo(.openPeriods))
  } layers: {
    Layer(\.demo.periods, at: .below(Area.period)) {
      periods, _ in
      Choices(periods, axis: .vertical) { "every \($0) days" }
        .id(Area.menu)
    } keys: {
      Control(Area.menu, help: "move") {
        .demo(.choosePeriod($0))
      }
      Key(
        .escape, .clickOutside, help: "close",
        .demo(.closePeriods))
    }
    .dimsBelow(true)
  }
}
