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
    Layer.menu(
      \.demo.periods, option: { "every \($0) days" },
      at: .below(Area.period)
    ) { .demo(.choosePeriod($0)) }
    .dimsBelow(true)
  }
}
