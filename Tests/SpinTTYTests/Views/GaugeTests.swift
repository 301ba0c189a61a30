import Testing

@testable import SpinTTY

@Suite struct GaugeTests {
  private let thresholds = [
    Gauge.Threshold(0.9, Style(foreground: .red), "full"),
    Gauge.Threshold(0.5, Style(foreground: .yellow)),
  ]

  @Test func theTextStandsBesideTheBar() {
    #expect(picture(24, 1) { Gauge("disk", 0.5) } == "disk ██████░░░░░░   50 %")
    #expect(picture(20, 1) { Gauge("", 3, in: 0...4, text: "3 of 4 GB") } == "███████▌░░ 3 of 4 GB")
    #expect(picture(20, 1, in: .ascii) { Gauge("", 0.5) } == "######-------   50 %")
    #expect(picture(4, 1) { Gauge("", 0.5, text: "") } == "██░░")
  }

  @Test func theTextHasTheLookOfItsThreshold() {
    let drawn = Picture(20, 1) { Gauge("", 0.5, thresholds: thresholds) }
    #expect(drawn.marks(row: 0) { $0.foreground == .yellow } == "^^^^^^^         ^^^^")
    let plain = Picture(20, 1) { Gauge("", 0.4, thresholds: thresholds) }
    #expect(plain.canvas.cell(column: 19, row: 0).style == .plain)
  }

  @Test func theLargestThresholdThatIsReachedStylesTheBar() {
    func color(_ value: Double) -> Color? {
      Picture(20, 1) { Gauge("", value, thresholds: thresholds) }
        .canvas.cell(column: 0, row: 0).style.foreground
    }
    #expect(color(0.49) == nil)
    #expect(color(0.5) == .yellow)
    #expect(color(0.89) == .yellow)
    #expect(color(0.9) == .red)
    #expect(color(.infinity) == .red)
    #expect(color(.nan) == nil)
  }

  @Test func withoutRoomTheLabelGoesAndThenTheText() {
    #expect(picture(21, 1) { Gauge("disk", 1) } == "██████████████  100 %")
    #expect(picture(12, 1) { Gauge("disk", 1) } == "█████  100 %")
    #expect(picture(11, 1) { Gauge("disk", 1) } == "███████████")
    #expect(picture(1, 1) { Gauge("disk", 0.5) } == "▌")
  }

  @Test func absurdValuesAreNoneOrAll() {
    #expect(picture(4, 1) { Gauge("", .nan) } == "░░░░")
    #expect(picture(4, 1) { Gauge("", -1) } == "░░░░")
    #expect(picture(4, 1) { Gauge("", .infinity) } == "████")
    #expect(picture(4, 1) { Gauge("", 3, in: 3...3) } == "░░░░")
    let most = Double.greatestFiniteMagnitude
    #expect(picture(4, 1) { Gauge("", 0, in: -most...most) } == "██░░")
  }

  @Test func itIsSaidWithWhatItMeans() {
    func said(_ gauge: Gauge) -> [String] {
      ViewList([gauge]).plainLines(width: 60, in: ViewEnvironment())
    }
    #expect(said(Gauge("disk", 0.95, thresholds: thresholds)) == ["disk: [#########-] 95 %, full"])
    #expect(said(Gauge("", 0.5, thresholds: thresholds)) == ["[#####-----] 50 %"])
    #expect(said(Gauge("disk", .nan)) == ["disk: [----------] no value"])
  }
}
