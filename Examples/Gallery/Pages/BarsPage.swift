import SpinTTY

extension Page {
  static let bars = Page("Bars", "Bars end within a cell; the wheel turns by time.", moves: true) {
    demo in
    HStack(spacing: 1) {
      ActivityIndicator(at: demo.elapsed).styled(.warning)
      ProgressBar(demo.phase).styled(.success)
        .frame(width: .fill)
      Text("\(Int(demo.phase * 100)) %")
        .frame(width: .fixed(5), alignment: .topTrailing)
    }
    .windowProgress(.value(demo.phase))
    ProgressBar(demo.download, unit: "B")
    BarChart(
      [
        .init("north", 12.5),
        .init("east", 7),
        .init("south", 18),
      ], upTo: 20)
    BarChart(
      ["Mon": 3, "Tue": 5.5, "Wed": 4, "Thu": 8, "Fri": 6],
      axis: .vertical
    )
    .axes()
    .frame(width: .max(40), height: .fill.atLeast(4))
  }
}
