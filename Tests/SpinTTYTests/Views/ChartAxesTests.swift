import SpinTesting
import Testing

@testable import SpinTTY

/// The values, labels and names around the lines of a chart.
@Suite struct ChartAxesTests {
  @Test(
    arguments: [
      (0.0...10.0, 3, [0.0, 5, 10]), (0...10, 6, [0, 2, 4, 6, 8, 10]), (0...1, 3, [0, 0.5, 1]),
      (-3...17, 5, [0, 5, 10, 15]), (0...0.3, 4, [0, 0.1, 0.2, 0.3]), (3...3, 4, [3]),
      (-1e300...1e300, 3, [-1e300, 0, 1e300]), (0...1e-9, 2, [0, 1e-9]), (0.4...0.6, 1, [0.4]),
      (-1.5e308...1.5e308, 5, [-1e308, 0, 1e308]), (-1.5e308...1.5e308, 2, [0]),
    ] as [(ClosedRange<Double>, Int, [Double])])
  func ticksAreRoundValues(range: ClosedRange<Double>, count: Int, values: [Double]) {
    #expect(Ticks(in: range, atMost: count).values == values)
  }

  @Test func ticksHaveOneDistanceAndAreNoMoreThanAskedForWhateverTheRange() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5_000 {
      let scale = [1e-12, 1e-3, 1, 7, 1e6, 1e15, 1e200][generator.number(0..<7)]
      let low = Double(generator.number(-1_000..<1_000)) / 7 * scale
      let range = low...(low + Double(generator.number(1..<1_000)) / 3 * scale)
      let count = generator.number(2..<20)
      let ticks = Ticks(in: range, atMost: count).values
      #expect(!ticks.isEmpty && ticks.count <= count, "\(range) \(count): \(ticks)")
      #expect(ticks.allSatisfy(range.contains), "\(range) \(count): \(ticks)")
      let steps = zip(ticks.dropFirst(), ticks).map { ($0 - $1) / scale }
      if let least = steps.min(), let most = steps.max() {
        #expect(most - least <= least * 1e-3, "\(range) \(count): \(ticks)")
      }
    }
  }

  @Test func ticksOfAbsurdRangesDoNotHarm() {
    for low in [
      -Double.greatestFiniteMagnitude, -1, 0, Double.leastNonzeroMagnitude,
      Double.leastNormalMagnitude / 8, 1e300,
    ] {
      for high in [
        Double.leastNonzeroMagnitude, Double.leastNormalMagnitude / 8, 1, 1e16,
        .greatestFiniteMagnitude, .infinity,
      ] where low <= high {
        for count in [-1, 0, 1, 2, 7] {
          #expect(Ticks(in: low...high, atMost: count).values.count <= max(0, count))
        }
      }
    }
  }

  @Test func axesStandAroundTheLines() {
    let drawn = picture(20, 7) {
      LineChart((0..<40).map(Double.init), in: 0...40).axes(["-40 s", "now"])
    }
    #expect(
      drawn == """
        40▕             ⢀⡠⠔⠊
          ▕         ⢀⡠⠔⠊⠁
        20▕     ⣀⠤⠒⠊⠁
          ▕ ⣀⠤⠒⠉
          ▕⠉
         0 ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
           -40 s         now
        """)
  }

  @Test func inAsciiAxesAreDrawnInAscii() {
    let drawn = picture(16, 5, in: .ascii) {
      LineChart([0, 1, 2, 3], in: 0...3).axes()
    }
    #expect(
      drawn == """
         |             *
        2+            *
         |           *
         |          *
        0+--------------
        """)
  }

  @Test func withoutRoomTheLabelsGoFirstAndTheLinesNever() {
    func chart(_ columns: Int, _ rows: Int) -> String {
      picture(columns, rows) {
        LineChart([Double](repeating: 5, count: 40), in: 0...10).axes(["old", "mid", "new"])
      }
    }
    #expect(chart(20, 4).split(separator: "\n").last == "   old    mid    new")
    #expect(chart(20, 3).contains("▔") && !chart(20, 3).contains("old"))
    #expect(!chart(20, 2).contains("▔") && chart(20, 2).contains("▕"))
    #expect(!chart(12, 4).contains("▕") && chart(12, 4).contains("new"))
    #expect(chart(6, 4).split(separator: "\n").last == "   new")
    #expect(chart(1, 1) == "⠒")
  }

  @Test func labelsOfSomeValuesStandBelowThem() {
    func labels(_ columns: Int, over count: Int) -> String {
      let drawn = picture(columns, 5) {
        LineChart((0..<40).map(Double.init), in: 0...40).axes(
          ["-40 s", "-20 s", "now"], over: count)
      }
      return String(drawn.split(separator: "\n").last ?? "")
    }
    // Twenty cells of forty values, at the right.
    #expect(labels(43, over: 40) == "                       -40 s  -20 s     now")
    #expect(labels(23, over: 40) == "   -40 s  -20 s     now")
    // The oldest value that is seen is newer than the first label.
    #expect(labels(21, over: 40) == "        -20 s     now")
    #expect(labels(12, over: 40) == "         now")
    for count in [.min, -1, 0, 1, .max] { #expect(labels(23, over: count).hasSuffix("now")) }
  }

  @Test func barsHaveAnAxisOfRoundValues() {
    let chart = BarChart(["north": 12.5, "east": 7, "south": 20], upTo: 20).axes()
    let drawn = picture(26, 5) { chart }
    #expect(
      drawn == """
        north▕████████████▌
        east ▕███████
        south▕████████████████████
              ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
             0    5   10   15   20
        """)
    // A blank row stands between two bars only if all of them have it.
    for (room, rows) in [(9, 7), (7, 7), (6, 5)] {
      let room = Proposal(Size(columns: 26, rows: room))
      #expect(chart.measure(room, in: ViewEnvironment()).rows == rows)
    }
    #expect(picture(26, 7) { chart }.hasPrefix("north▕████████████▌\n     ▕\neast ▕███████\n"))
    // Without room for the rows or the columns it goes.
    #expect(picture(26, 4) { chart }.hasSuffix("20"))
    #expect(!picture(15, 5) { chart }.contains("▕"))
  }

  @Test func columnsStandBesideAnAxisOfRoundValues() {
    let chart = BarChart(["a": 1, "b": 2, "c": 4], upTo: 4, axis: .vertical).axes()
    let drawn = picture(14, 6) { chart }
    #expect(
      drawn == """
        4▕    █
         ▕    █
        2▕  █ █
         ▕█ █ █
        0 ▔▔▔▔▔
          a b c
        """)
    #expect(chart.measure(.unlimited, in: ViewEnvironment()) == Size(columns: 7, rows: 10))
    // Without room beside the columns the values go.
    #expect(!picture(6, 6) { chart }.contains("▕"))
  }

  @Test func inAsciiTheAxesOfBarsAreDrawnInAscii() {
    let drawn = picture(16, 3, in: .ascii) { BarChart(["a": 5], upTo: 10).axes() }
    #expect(
      drawn == """
        a|#######
         +------+------+
         0      5     10
        """)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e-300, 1e300, .greatestFiniteMagnitude])
  func axesOfAbsurdLimitsDoNotHarm(limit: Double) {
    for axis in [Axis.horizontal, .vertical] {
      for size in [(0, 0), (1, 1), (12, 4), (40, 10), (300, 50)] {
        _ = picture(size.0, size.1) { BarChart([.init("x", 5)], upTo: limit, axis: axis).axes() }
      }
    }
  }

  @Test func axesOfAnAbsurdHeightAreDrawnWhereTheyAreSeen() {
    let canvas = Canvas(size: Size(columns: 20, rows: 5))
    let high = canvas.surface.region(Rectangle(columns: 20, rows: 1_000_000_000))
    BarChart(["a": 1], upTo: 1, axis: .vertical).axes().draw(into: high, in: ViewEnvironment())
    #expect(canvas.lines.allSatisfy { $0.contains("█") })
    LineChart([1, 2]).axes(["old", "new"]).draw(into: high, in: ViewEnvironment())
  }

  @Test func aLegendNamesTheSeriesInTheirColours() {
    let chart = LineChart([
      .init([0, 1], color: .cyan, label: "left"), .init([1, 0], color: .red, label: "right"),
      .init([1, 1]),
    ]).legend().axes()
    let canvas = Canvas(size: Size(columns: 30, rows: 5))
    chart.draw(into: canvas.surface, in: ViewEnvironment())
    #expect(canvas.lines[0] == "  ■ left  ■ right", "Above the plot.")
    let first = picture(30, 3) { chart }
    #expect(!first.contains("left"))
  }

  @Test func withoutColoursTheLegendShowsTheCharactersOfTheLines() {
    let chart = LineChart(
      [
        .init([0, 0, 0], label: "left"), .init([9, 9, 9], label: "right"),
      ], in: 0...9, showsScale: false
    ).legend()
    let canvas = Canvas(size: Size(columns: 20, rows: 4))
    chart.draw(into: canvas.surface, in: ViewEnvironment(colors: .none))
    #expect(
      canvas.lines == ["* left  + right", "                 +++", "", "                 ***"])
  }

  @Test func numbersBeyondEachOthersDistanceHaveTheirPlaces() {
    let most = Double.greatestFiniteMagnitude
    let drawn = picture(16, 6, in: .ascii) { LineChart([-most, 0, most]).axes() }
    #expect(
      drawn == """
         |             *
         |             *
        0+            *
         |            *
         |           *
         +--------------
        """)
    let endless = picture(12, 2) { LineChart([1, 2], in: -.infinity ... .infinity).axes() }
    #expect(endless == "▕\n▕          ⠉")
  }

  @Test func aLabelIsDrawnWholeOrNotAtAll() {
    func labels(_ labels: [String]) -> String {
      let lines = picture(12, 4, in: .ascii) { LineChart([0, 1], in: 0...1).axes(labels) }
      let last = lines.split(separator: "\n", omittingEmptySubsequences: false)[2...]
      return last.dropFirst().joined()
    }
    #expect(labels(["a", "b"]) == "  a        b")
    #expect(labels(["a", "more than there is room for"]) == "  a")
    #expect(labels(["more than there is room for", "b"]) == "           b")
    #expect(labels(["more than there is room for"]) == "")
    #expect(labels(["1234567890"]) == "  1234567890")
    #expect(labels(["12345", "6789"]) == "  12345 6789")
    #expect(labels(["12345", "67890"]) == "       67890")
  }

  @Test func aLegendWithoutNamesTakesNoRow() {
    let series = [LineChart.Series([1, 1]), .init([2, 2])]
    let plain = LineChart(series, in: 0...2).axes()
    #expect(picture(20, 6) { plain.legend() } == picture(20, 6) { plain })
  }

  @Test func aNameOfSeveralLinesIsOneInTheLegendAndInWords() {
    let chart = LineChart([.init([1], label: "two\nlines"), .init([2], label: "b")]).legend()
    #expect(picture(24, 4) { chart }.hasPrefix("  ■ two lines  ■ b\n"))
    var text = PlainText(width: nil, widths: WidthRules())
    chart.describe(into: &text, in: ViewEnvironment())
    #expect(text.lines.map { $0.prefix(10) } == ["two lines:", "b: from 2 "])
  }

  @Test func tenSeriesCanBeToldApartWithoutColoursAndSixWithThem() {
    let series = (0..<10).map { LineChart.Series([Double($0)], label: "s") }
    let chart = LineChart(series, in: 0...9).legend()
    let canvas = Canvas(size: Size(columns: 60, rows: 11))
    chart.draw(into: canvas.surface, in: ViewEnvironment(colors: .none))
    #expect(Set(canvas.lines.dropFirst().compactMap(\.last)).count == 10)
    for appearance in [Appearance.dark, .light] {
      #expect(Set((0..<6).map { appearance.color($0) }).count == 6)
    }
  }
}
