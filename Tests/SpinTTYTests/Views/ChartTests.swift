import Testing

@testable import SpinTTY

@Suite struct ChartTests {
  @Test func aProgressBarFillsByEighths() {
    #expect(picture(10, 1) { ProgressBar(0, of: 10) } == "░░░░░░░░░░")
    #expect(picture(10, 1) { ProgressBar(5, of: 10) } == "█████░░░░░")
    #expect(picture(4, 1) { ProgressBar(5, of: 8) } == "██▌░")
    #expect(picture(10, 1) { ProgressBar(10, of: 10) } == "██████████")
    #expect(
      picture(2, 1) { ProgressBar(UInt64.max - 1, of: .max) } == "█▉", "Only the whole fills it.")
    #expect(picture(2, 1) { ProgressBar(UInt64.max, of: .max) } == "██")
    #expect(picture(2, 1) { ProgressBar(UInt64.max / 2, of: .max) } == "▉░")
    #expect(picture(10, 1, in: .ascii) { ProgressBar(5, of: 10) } == "#####-----")
  }

  @Test func aProgressBarIsFullOnlyWhenAllIsDone() {
    #expect(picture(4, 1) { ProgressBar(999_999, of: 1_000_000) } == "███▉")
    #expect(picture(4, 1, in: .ascii) { ProgressBar(999_999, of: 1_000_000) } == "###-")
    #expect(picture(4, 1) { ProgressBar(0.999_999) } == "███▉")
    #expect(picture(4, 1) { ProgressBar(1.0) } == "████")
  }

  @Test func absurdProgressIsNoneOrAll() {
    let empty = "░░░░"
    #expect(picture(4, 1) { ProgressBar(Int.min, of: Int.max) } == empty)
    #expect(picture(4, 1) { ProgressBar(Int.max, of: Int.max) } == "████")
    #expect(picture(4, 1) { ProgressBar(UInt64.max, of: 3) } == "████")
    #expect(picture(4, 1) { ProgressBar(3, of: 0) } == empty)
    #expect(picture(4, 1) { ProgressBar(3, of: -1) } == empty)
    #expect(picture(4, 1) { ProgressBar(Double.nan) } == empty)
    #expect(picture(4, 1) { ProgressBar(Double.infinity, of: 2) } == "████")
    #expect(picture(4, 1) { ProgressBar(1, of: Double.nan) } == empty)
  }

  @Test func bigTextIsAsLargeAsItsRoomLets() {
    #expect(
      picture(20, 6) { BigText("10") } == """
        ████    ██████
          ██    ██  ██
          ██    ██  ██
          ██    ██  ██
        ██████  ██████
        """)
    #expect(picture(20, 4) { BigText("10") } == "▀█  █▀█\n █  █ █\n▀▀▀ ▀▀▀")
    #expect(picture(7, 6) { BigText("10") } == "▀█  █▀█\n █  █ █\n▀▀▀ ▀▀▀")
    #expect(picture(6, 6) { BigText("10") } == "10")
    #expect(picture(20, 2) { BigText("10") } == "10")
    #expect(picture(1, 1) { BigText("10") } == "…")
  }

  @Test func bigTextIsPlainWhereNotAllCharactersAreLarge() {
    #expect(picture(40, 6) { BigText("10 km") } == "10 km")
    #expect(picture(40, 6) { BigText("") } == "")
  }

  @Test func bigTextIsWrittenInAsciiWhereNothingElseIsShown() {
    #expect(
      picture(20, 6, in: .ascii) { BigText("7") } == """
        ######
            ##
            ##
            ##
            ##
        """)
    #expect(picture(20, 4, in: .ascii) { BigText("7") } == "7")
  }

  @Test func bigTextGivesWayToWhatCannotBeSmaller() {
    func screen(_ rows: Int) -> String {
      picture(24, rows) {
        VStack(spacing: 1) {
          BigText("3")
          Text("value: 3 fixed")
        }
      }
    }
    #expect(screen(7).hasSuffix("██████\n\nvalue: 3 fixed"))
    #expect(screen(5) == "▀▀█\n▀▀█\n▀▀▀\n\nvalue: 3 fixed")
    #expect(screen(4) == "3\n\nvalue: 3 fixed")
    #expect(screen(2) == "3\nvalue: 3 fixed")
  }

  @Test func aSpinnerFollowsFromTheTime() {
    func spinner(_ time: Duration) -> String { picture(2, 1) { ActivityIndicator(at: time) } }
    #expect(spinner(.zero) == "⠋")
    #expect(spinner(.milliseconds(79)) == "⠋")
    #expect(spinner(.milliseconds(80)) == "⠙")
    #expect(spinner(.milliseconds(800)) == "⠋")
    #expect(spinner(.milliseconds(-80)) == "⠏")
    #expect(spinner(.seconds(Int64.max)) != "")
    #expect(spinner(.seconds(Int64.min)) != "")
    #expect(spinner(Duration(attoseconds: .max)) != "")
    #expect(spinner(Duration(attoseconds: .min)) != "")
    #expect(picture(2, 1, in: .ascii) { ActivityIndicator(at: .milliseconds(80)) } == "/")
  }

  @Test func horizontalBarsHaveLabelsAndValues() {
    let chart = BarChart(["left": 10, "right": 20], upTo: 20)
    #expect(
      picture(30, 3) { chart } == """
        left  ██████████▌ 10

        right █████████████████████ 20
        """)
    #expect(picture(12, 3) { chart } == "██████\n\n████████████")
    #expect(
      picture(30, 3, in: .ascii) { chart } == """
        left  ########## 10

        right ##################### 20
        """)
  }

  @Test func anInfiniteBarIsFullAndLeavesTheOthersTheirLengths() {
    let chart = BarChart(["a": .infinity, "b": 10, "c": 5, "d": .nan])
    #expect(
      picture(18, 4, in: .ascii) { chart } == """
        a ############ inf
        b ############ 10
        c ###### 5
        d nan
        """)
  }

  @Test(
    arguments: [
      (0, "0"), (-4, "-4"), (12.345, "12.35"), (0.1, "0.1"), (1_234_567, "1234567"),
      (0.00123456, "0.00123"), (1.23456e-9, "1.23e-09"), (-9.999e-7, "-1e-06"),
      (1.23456e20, "1.23e+20"), (1e300, "1e+300"), (1e307, "1e+307"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.infinity, "inf"), (.nan, "nan"),
    ] as [(Double, String)])
  func aNumberOfAnySizeIsSaidByItsFirstDigits(number: Double, caption: String) {
    #expect(number.caption == caption)
  }

  @Test func verticalBarsGrowFromTheirLabels() {
    let chart = BarChart(["a": 1, "b": 2, "c": 4.5], upTo: 5, axis: .vertical)
    #expect(
      picture(8, 6) { chart } == """
            ▄
            █
            █
          █ █
        █ █ █
        a b c
        """)
  }

  @Test func aLineIsDrawnInDotsWithItsScale() {
    #expect(
      picture(12, 4) { LineChart((0..<24).map(Double.init), showsScale: false) } == """
                 ⣀⠔⠊
              ⣀⠔⠊
           ⡠⠔⠉
        ⡠⠔⠉
        """)
    let drawn = picture(16, 2) { LineChart([0, 10, 0, 10], in: 0...10) }
    #expect(drawn.split(separator: "\n").first?.hasPrefix("10 ") == true)
    #expect(drawn.split(separator: "\n").last?.hasPrefix(" 0 ") == true)
  }

  @Test func withoutBrailleLinesAreDrawnInHalfBlocksOrAscii() {
    #expect(
      picture(4, 2) { LineChart([0, 1, 2, 3], marker: .halfBlock, showsScale: false) }
        == "  ▄▀\n▄▀")
    #expect(
      picture(4, 4, in: .ascii) { LineChart([0, 1, 2, 3], showsScale: false) }
        == "   *\n  *\n *\n*")
  }

  @Test func theNewestValuesStandAtTheRightFromTheStart() {
    #expect(
      picture(6, 2, in: .ascii) { LineChart([0, 0, 9], in: 0...9, showsScale: false) }
        == "     *\n   **")
    #expect(picture(3, 1) { LineChart([1], in: 0...1, showsScale: false) } == "  ⠈")
    #expect(
      picture(6, 2, in: .ascii) {
        LineChart([.init([9]), .init([0, 0, 0])], in: 0...9, showsScale: false)
      } == "     *\n   +++")
  }

  @Test func theAreaBelowALineIsFilled() {
    let both = [LineChart.Series([0, 4, .nan, 4, 2]), LineChart.Series([0, 2, 2, 2, 2])]
    #expect(
      picture(6, 3, in: .ascii) { LineChart(both, in: 0...4, showsScale: false).filled() }
        == "  * *\n  ++++\n +++++")
    #expect(picture(2, 1) { LineChart([0, 1, 3, 3], showsScale: false).filled() } == "▂█")
    // Two areas meet in a cell, and the thinner of two edges gives way.
    let areas = Picture(3, 1, in: ViewEnvironment()) {
      LineChart(
        [
          .init([8, 8, 8, 8, 1, 1], color: .red), .init([4, 2, 0, 0, 0, 0], color: .blue),
        ], in: 0...8, showsScale: false
      ).filled()
    }
    #expect(areas.text == "▄█▁")
    #expect(areas.marks(row: 0) { $0.foreground == .blue && $0.background == .red } == "^")
    #expect(areas.marks(row: 0) { $0.foreground == .red } == " ^^")
  }

  /// As a line does.
  @Test func anAreaOfOneValueEndsInTheMiddle() {
    #expect(
      picture(4, 2) { LineChart([5, 5, 5, 5, 5, 5, 5, 5], showsScale: false).filled() } == "\n████")
    #expect(picture(2, 1) { LineChart([.nan, 5, 5], showsScale: false).filled() } == " ▄")
  }

  @Test func theLatestValuesStayInSight() {
    #expect(
      picture(4, 2, in: .ascii) { LineChart([9, 9, 9, 0, 0, 9, 9], in: 0...9, showsScale: false) }
        == "  **\n**")
  }

  @Test func absurdValuesDoNotHarm() {
    let values = [Double.nan, .infinity, -.infinity, 0, .greatestFiniteMagnitude]
    let line = picture(10, 3) { LineChart(values, showsScale: false) }
    #expect(line.contains { $0 != "\n" && $0 != " " } && line.split(separator: "\n").count <= 3)
    #expect(picture(10, 3) { LineChart([Double]()) } == "")
    #expect(picture(10, 3) { LineChart([.nan]) } == "")
    _ = picture(10, 3) { BarChart(values.map { .init("x", $0) }) }
    _ = picture(10, 3) { BarChart(values.map { .init("x", $0) }, upTo: .nan, axis: .vertical) }
    _ = picture(10, 3) { BarChart([BarChart.Bar](), axis: .vertical) }
  }
}
