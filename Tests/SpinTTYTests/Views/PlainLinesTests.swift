import Testing

@testable import SpinTTY

@Suite struct PlainLinesTests {
  private func lines(
    _ width: Int? = nil, help: [HelpItem] = [], @ViewBuilder _ content: () -> ViewList
  ) -> [String] {
    content().plainLines(width: width, in: ViewEnvironment(help: help))
  }

  @Test func theCounterIsSaidInLines() {
    let lines = lines(
      help: [
        HelpItem([.space], "start or pause"), HelpItem(["-", .down], "less", isLive: false),
        HelpItem(["q", .ctrl("c")], "quit"),
      ]
    ) {
      VStack(spacing: 1) {
        BigText("5")
        Text("value: 5 fixed").foreground(.green)
        ProgressBar(5, of: 10)
        Help()
      }
    }
    #expect(
      lines == ["5", "value: 5 fixed", "[#####-----] 5/10", "space start or pause, q/ctrl+c quit"])
  }

  @Test func whatOnlyDecoratesIsNotSaid() {
    let lines = lines {
      Spacer()
      Text("inside").padding(3).border(.double, title: "Title", padding: 0)
      Divider()
      ActivityIndicator(at: .zero)
      Text("")
    }
    #expect(lines == ["Title", "inside"])
  }

  @Test func aRowOfShortViewsIsOneLineAndLongOnesFollowEachOther() {
    let row = lines {
      HStack {
        Text("left")
        Spacer()
        Text("right")
      }
      HStack {
        Text("a\nb")
        Text("c")
      }
    }
    #expect(row == ["left right", "a", "b", "c"])
  }

  /// Each row around a view used to double the number of times.
  @Test(arguments: [nil, 20]) func aViewInManyRowsIsDescribedForEachAtMostOnce(_ width: Int?) {
    final class Asked { var count = 0 }
    struct Leaf: View {
      let asked: Asked

      func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size { .zero }
      func draw(into surface: Surface, in environment: ViewEnvironment) {}
      func describe(into text: inout PlainText, in environment: ViewEnvironment) {
        asked.count += 1
        text.append("one\ntwo words of a long line")
      }
    }
    let asked = Asked()
    var view: any View = Leaf(asked: asked)
    for _ in 0..<10 {
      let inside = view
      view = HStack { Field("") { Field("label") { ViewList([inside]) } } }
    }
    let lines = lines(width) { ViewList([view]) }
    #expect(lines.prefix(10) == Array(repeating: "label:", count: 10)[...])
    #expect(
      lines.dropFirst(10)
        == (width == nil
          ? ["one", "two words of a long line"] : ["one", "two words of a long", "line"]))
    #expect(asked.count <= 21)
  }

  @Test func linesAreWrappedAtWords() {
    #expect(lines(10) { Text("the quick brown fox") } == ["the quick", "brown fox"])
    #expect(lines { Text("the quick brown fox", wrapping: .none) } == ["the quick brown fox"])
  }

  @Test func chartsAreSaidInNumbers() {
    #expect(lines { BarChart(["left": 10, "right": 12.5]) } == ["left: 10", "right: 12.5"])
    let series = LineChart.Series([3, 1, .nan, 7, 5], label: "load")
    #expect(lines { LineChart([series]) } == ["load: from 3 to 5, between 1 and 7"])
    let empty = [LineChart.Series([.nan, .infinity], label: "load"), .init([])]
    #expect(lines { LineChart(empty) } == ["load: no values", "no values"])
    #expect(lines { ProgressBar(0.5) } == ["[#####-----] 50 %"])
  }

  @Test func aListIsSaidAroundItsSelection() {
    #expect(
      lines { List(["a", "b", "c"], Selection(index: 1)) { Text($0) } } == [
        "  a", "> b", "  c",
      ]
    )
    let long = lines { List(count: 1_000_000, Selection(index: 500)) { Text("\($0)") } }
    #expect(long.count == 21)
    #expect(long.contains("> 500"))
    #expect(long.last == "rows 482 to 501 of 1000000")
  }

  @Test func inAPipeAllRowsAreSaid() {
    struct Row: Identifiable { let id: Int }
    let rows = (0..<300).map(Row.init)
    var log = LogView.Lines()
    for row in rows { log.append("\(row.id)") }
    let views: [any View] = [
      List(count: 300, Selection(index: 250)) { Text("\($0)") },
      Table(rows, Table<Row>.Model(Selection(index: 250)), [.init("ROW") { Text("\($0.id)") }]),
      LogView(log, LogView.Model()),
    ]
    for view in views {
      let said = view.wholeLines(in: ViewEnvironment())
      let numbers = said.compactMap { Int($0.drop { $0 == ">" || $0 == " " }) }
      #expect(numbers == Array(0..<300), "\(type(of: view))")
      #expect(!said.contains { $0.contains(" of 300") })
    }
    var blank = LogView.Lines()
    for line in ["a", "", "  ", "b"] { blank.append(line) }
    #expect(
      LogView(blank, LogView.Model()).wholeLines(in: ViewEnvironment()) == ["a", "", "", "b"])
    let all = List(count: .max, Selection(index: 250_000)) { Text("\($0)") }
      .wholeLines(in: ViewEnvironment())
    #expect(all.count == 100_001 && all.contains("> 250000"))
    #expect(all.last == "rows 150002 to 250001 of \(Int.max)")
  }

  @Test func inputsAndViewportsAreSaidWhole() {
    #expect(lines { TextInput(TextInput.Model("abc")) } == ["abc"])
    #expect(lines { TextInput(TextInput.Model(), placeholder: "name") } == ["name"])
    #expect(lines { Viewport(Scroll(row: 5)) { Text("a\nb") } } == ["a", "b"])
  }

  @Test func aTextKeepsTheBlankLinesInside() {
    let note = "\n \nDear Ann,\n\nnone.\n\n"
    let said = lines {
      Text(note)
      TextArea(TextArea.Model("a\n\n\nb"))
    }
    #expect(said == ["Dear Ann,", "", "none.", "a", "", "", "b"])
    #expect(lines { Text("\n \n") } == [])
  }

  @Test func escapeSequencesAreSeenNotSent() {
    #expect(lines { Text("a\u{1B}[2J") } == ["a␛[2J"])
  }

  @Test func aViewThatOnlyDrawsIsSaidAsItsPicture() {
    #expect(lines(3) { Letters("x").frame(height: .fixed(2)) } == ["xxx"])
  }
}
