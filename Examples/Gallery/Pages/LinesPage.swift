import SpinTTY

extension Page {
  static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
    LineChart(
      [
        LineChart.Series(
          (0..<160).map {
            let x = Double($0) / 16; return x * (10 - x)
          }, label: "up and down"),
        LineChart.Series((0..<160).map { Double($0) / 8 }, label: "steady"),
      ], in: 0...25
    )
    .axes(["160 s ago", "80 s ago", "now"], over: 160)
    .legend()
  }
}
