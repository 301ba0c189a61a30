import SpinTTY

extension Page {
  static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
    let arch = (0..<100).map { Double($0 * (100 - $0)) / 104 }
    let slope = (0..<100).map { Double($0) / 5 }
    LineChart(
      [
        .init(arch, label: "up and down"),
        .init(slope, label: "steady"),
      ], in: 0...25
    )
    .axes(["100 s ago", "50 s ago", "now"], over: 100)
    .legend()
  }
}
