import SpinTTY

extension Page {
  static let bars = Page("Bars", "Bars end within a cell; the wheel turns by time.", moves: true) {
    demo in
    HStack(spacing: 1) {
      ActivityIndicator(at: demo.elapsed).styled(.warning)
      ProgressBar(demo.phase).styled(.success).frame(width: .fill)
      Text("\(Int(demo.phase * 100)) %").frame(width: .fixed(5), alignment: .topTrailing)
    }
    .windowProgress(.value(demo.phase))
    ProgressBar(demo.download, unit: "B")
    EnvironmentReader { environment in
      BarChart(
        [
          BarChart.Bar("north", 12.5), BarChart.Bar("east", 7),
          BarChart.Bar("south", 18, color: environment.style(.warning).foreground),
          BarChart.Bar("west", 3.25, color: environment.style(.success).foreground),
        ], upTo: 20)
    }
    BarChart(["Mon": 3, "Tue": 5.5, "Wed": 4, "Thu": 8, "Fri": 6.25], axis: .vertical)
      .axes().frame(width: .max(40), height: .fill)
  }
}
