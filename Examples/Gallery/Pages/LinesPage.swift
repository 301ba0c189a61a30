import SpinTTY

extension Page {
  static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
    let arches = (0..<390).map {
      Double($0 % 130 * (130 - $0 % 130)) / 176
    }
    let slope = (0..<390).map { Double($0) / 20 }
    LineChart(
      [
        .init(arches, label: "up and down"),
        .init(slope, label: "steady"),
      ], in: 0...25
    )
    .axes(["130 s ago", "65 s ago", "now"], over: 130)
    .legend()
  }
}
