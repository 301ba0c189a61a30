import SpinTTY

extension Page {
  static let lines = Page("Lines", "Eight dots in each cell, axes and a legend.") { _ in
    let arches = (0..<390).map { (second: Int) -> Double in
      let phase = second % 130
      return Double(phase * (130 - phase)) / 176
    }
    let slope = (0..<390).map { (second: Int) -> Double in
      Double(second) / 20
    }
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
