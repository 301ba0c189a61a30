import SpinTTY

extension Page {
  static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
    let arch = (0..<120).map { Double($0 * (120 - $0)) / 150 }
    let slope = (0..<120).map { Double($0) / 6 }
    LineChart(
      [
        .init(arch, label: "up and down"),
        .init(slope, label: "steady"),
      ], in: 0...25
    )
    .axes(["120 s ago", "60 s ago", "now"], over: 120)
    .legend()
  }
}
