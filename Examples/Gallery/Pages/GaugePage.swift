import SpinTTY

extension Page {
  static let gauge = Page(
    "Gauge", "Values in a range, and the last of a series.", moves: true
  ) { demo in
    Gauge(
      "load", 50 + 45 * demo.wave(0), in: 0...100,
      thresholds: [
        .init(0, .success),
        .init(60, .warning, "busy"),
        .init(85, .error, "too busy"),
      ])
    Gauge("disk", 212, in: 0...512, text: "212 GB")
    Sparkline(
      (-140..<60).map { 50 + 45 * demo.wave($0) }, in: 0...100
    )
    .styled(.accent)
  }
}
