import Testing

@testable import SpinTTY

/// A row of the tables of these tests.
struct Process: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var load: Double

  static let columns: [Table<Process>.Column] = [
    .init("PID", \.id, .fixed(4), .trailing),
    .init("CPU%", \.load, .fixed(6), .trailing, descending: true) {
      $0.load > 50 ? Text("\($0.load)").foreground(.red) : Text("\($0.load)")
    },
    .init("?", .fixed(1)) { _ in Text("x") },
    .init("NAME", \.name),
  ]

  static let some = [
    Process(id: 1, name: "init", load: 0.5), Process(id: 20, name: "漢字漢字漢字", load: 99.5),
    Process(id: 300, name: "bash", load: 0.5),
  ]
}

@Suite struct TableTests {
  private typealias Model = Table<Process>.Model

  private let all = Process.some

  @Test func cellsStandBelowTheirTitlesAndTheLastColumnHasWhatIsLeft() {
    let shown = Picture(22, 5) {
      Table(all, Model(sort: "CPU%", descending: true), Process.columns)
    }
    #expect(
      shown.text.split(separator: "\n") == [
        " PID CPU% ▼ ? NAME", "   1    0.5 x init", "  20   99.5 x 漢字漢…", " 300    0.5 x bash",
      ])
    #expect(shown.marks(row: 0) { $0.attributes == .bold } == " ^^^ ^^^^ ^ ^ ^^^^")
    #expect(shown.marks(row: 1) { $0 == Style(attributes: .reverse) } == "^^^^^^^^^^^^^^^^^^^^^^")
    #expect(shown.marks(row: 2) { $0.foreground == .red } == "       ^^^^")
  }

  @Test func marksStandBesideTheRowsAndRowsHaveTheirStyle() {
    var model = Model()
    model.selection.marked = [20, 300]
    let table = Table(all, model, Process.columns)
      .rowStyle { Style(attributes: $0.load > 50 ? .bold : .italic) }
    for (isASCII, mark) in [(false, "•"), (true, "*")] {
      let environment = ViewEnvironment(isASCII: isASCII)
      let shown = Picture(26, 6, in: environment) { table.border(.rounded, padding: 1) }
      let column = shown.text.split(separator: "\n").map { String($0.dropFirst().prefix(1)) }
      #expect(column[1...4] == [" ", " ", mark, mark][...])
      #expect(shown.marks(row: 3) { $0.attributes.contains(.bold) }.contains("^"))
      #expect(shown.marks(row: 4) { $0.attributes.contains(.italic) }.contains("^"))
      #expect(shown.marks(row: 4) { $0.underline == .single }.contains("^"))
    }
    let bare = Picture(22, 4) { table }
    #expect(!bare.text.contains("•"))
  }

  @Test func theMarkAtATitleIsNeverCut() {
    func header(_ width: Int, _ alignment: HorizontalAlignment, isASCII: Bool = false) -> String {
      let columns = [
        Table<Process>.Column("COMMAND", \.name, .fixed(width), alignment), .init("N", \.id),
      ]
      return picture(20, 2, in: ViewEnvironment(isASCII: isASCII)) {
        Table([Process](), Model(sort: "COMMAND"), columns)
      }
    }
    #expect(header(9, .leading) == "COMMAND ▲ N")
    #expect(header(9, .center) == "COMMAND ▲ N")
    #expect(header(9, .trailing) == "COMMAND ▲ N")
    #expect(header(8, .trailing) == "COMMAND▲ N", "Without a blank, if there is no room for it.")
    #expect(header(5, .trailing) == "COM…▲ N")
    #expect(header(1, .leading) == "▲ N")
    #expect(header(0, .leading) == " N")
    #expect(header(9, .leading, isASCII: true) == "COMMAND ^ N")
    #expect(header(9, .trailing, isASCII: true) == "COMMAND ^ N")
    #expect(header(8, .leading, isASCII: true) == "COMMAND^ N")
  }

  @Test func columnsThatFillShareTheRoomAndNoneIsNarrowerThanItsTitle() {
    func starts(_ room: Int, _ widths: [Table<Process>.Width]) -> [Int] {
      let columns = widths.map { Table<Process>.Column("abc", $0) { _ in Text("x") } }
      let lines = Picture(room, 2) { Table(all, Model(), columns) }.canvas.lines
      return lines[1].enumerated().filter { $0.element == "x" }.map(\.offset)
    }
    #expect(starts(21, [.fill, .fixed(3), .fill]) == [0, 9, 13])
    #expect(starts(32, [.fill(2), .fill(1), .fixed(1)]) == [0, 20, 31])
    #expect(starts(20, [.fill(1, atLeast: 12), .fill]) == [0, 13])
    #expect(starts(9, [.fill(1000), .fill]) == [0, 5])
    #expect(starts(5, [.fixed(-3), .fixed(.max)]) == [1])
  }

  @Test func onlyCellsThatCanBeSeenAreMadeOfAMillionRows() {
    struct Row: Identifiable { let id: Int }
    final class Asked: @unchecked Sendable { var cells: [String] = [] }
    let asked = Asked()
    let columns = (0..<100).map { column in
      Table<Row>.Column("c\(column)", .fixed(9)) { row in
        asked.cells.append("\(row.id)/\(column)")
        return Text("x")
      }
    }
    let rows = (0..<1_000_000).lazy.map { Row(id: $0) }
    let selection = Selection(700_001, index: 700_001, offset: 700_000)
    let model = Table<Row>.Model(selection, columnOffset: 500)
    let shown = Picture(15, 3) { Table(rows, model, columns) }
    #expect(shown.text == "c50       c51 ›\nx         x\nx         x")
    #expect(asked.cells == ["700000/50", "700000/51", "700001/50", "700001/51"])
  }

  @Test func aTableWiderThanItsRoomIsScrolledSidewaysAsFarAsItGoes() {
    let columns = (0..<4).map { number in
      Table<Process>.Column("c\(number)", .fixed(5)) { _ in Text("漢字\(number)") }
    }
    func row(_ offset: Int) -> String {
      Picture(12, 2) { Table(all, Model(columnOffset: offset), columns) }.canvas.lines[1]
    }
    #expect(row(0) == "漢字0 漢字1")
    #expect(row(1) == "…字0 漢字1 …")
    #expect(row(6) == "漢字1 漢字2")
    #expect(row(.max) == " 漢字2 漢字3")
    #expect(row(.min) == row(0))
    let frame = Picture(12, 3) { Table(all, Model(), columns).id("table") }.canvas.frame
    #expect(frame["table"]?.content == Size(columns: 23, rows: 3))
    #expect(frame["table"]?.page == Size(columns: 12, rows: 2))
  }

  @Test func noCellIsCutByAnEdgeOfTheTableWithoutAMark() {
    let columns: [Table<Process>.Column] = [
      .init("COUNT", .fixed(6)) { Text("\($0.id)").foreground(.red) },
      .init("PID", \.id, .fixed(6), .trailing),
    ]
    let rows = [Process(id: 1234, name: "", load: 0), Process(id: 7, name: "", load: 0)]
    func lines(_ width: Int, offset: Int = 0, isASCII: Bool = false) -> [String] {
      Picture(width, 3, in: ViewEnvironment(isASCII: isASCII)) {
        Table(rows, Model(columnOffset: offset), columns)
      }.canvas.lines
    }
    #expect(lines(13) == ["COUNT     PID", "1234     1234", "7           7"])
    #expect(lines(12) == ["COUNT     P›", "1234     12…", "7          …"])
    #expect(lines(9) == ["COUNT   ›", "1234    …", "7       …"])
    #expect(lines(4) == ["COU›", "1234", "7"])
    #expect(lines(2) == ["C›", "1…", "7"])
    #expect(lines(5, offset: 2) == ["…NT ›", "…4", "…"], "Scrolled: the ends are seen.")
    #expect(lines(12, isASCII: true) == ["COUNT    ..>", "1234     ...", "7        ..."])
    #expect(lines(2, isASCII: true) == [".>", "..", "7"])
    let shown = Picture(3, 3) { Table(rows, Model(Selection(7, index: 1)), columns) }
    #expect(shown.marks(row: 1) { $0.foreground == .red } == "^^^", "The mark looks as its text.")
    let theme = ViewEnvironment()
    let error = theme.style(.error).foreground
    let failed = Picture(3, 3, in: theme) {
      Table(
        rows, Model(Selection(7, index: 1)),
        [.init("COUNT", .fixed(6)) { Text("\($0.id)").look(.error) }])
    }
    #expect(failed.marks(row: 1) { $0.foreground == error } == "^^^")
  }

  @Test func ofOneRowTheSelectedOneIsShown() {
    let model = Model(Selection(300, index: 2))
    #expect(picture(22, 1) { Table(all, model, Process.columns) } == " 300    0.5 x bash")
    #expect(picture(22, 2) { Table(all, model, Process.columns) }.hasSuffix(" 300    0.5 x bash"))
  }

  @Test func rowsAndTitlesAreRegionsOfTheirOwn() {
    let frame = Picture(22, 5) { Table(all, Model(), Process.columns).id("table") }.canvas.frame
    #expect(frame["table"]?.isFocusable == true)
    func title(_ column: Int) -> String? {
      frame.id(as: HeaderID.self, column: column, row: 0)?.title
    }
    #expect([0, 4, 5, 10].map(title) == ["PID", "PID", "CPU%", "CPU%"])
    #expect(title(12) == nil, "It has no order.")
    #expect(title(21) == "NAME")
    let rows = (0..<5).map { frame.id(as: RowID<Int>.self, column: 21, row: $0)?.id }
    #expect(rows == [nil, 1, 20, 300, nil])
    let none = Picture(22, 5) { Table([Process](), Model(), Process.columns).id("table") }
    #expect(none.canvas.frame["table"]?.isFocusable == true)
  }

  @Test func theLooksOfTitlesAndRowsAreTheCallers() {
    var model = Model(Selection(index: 0))
    model.selection.marked = [20]
    let bar = Style(foreground: .black, background: .cyan)
    let shown = Picture(22, 4) {
      Table(all, model, Process.columns).selectionStyle(bar).headerStyle(Style(background: .blue))
        .markedStyle(Style(foreground: .magenta))
    }
    #expect(shown.marks(row: 0) { $0.background == .blue } == "^^^^^^^^^^^^^^^^^^^^^^")
    #expect(shown.marks(row: 1) { $0 == bar } == "^^^^^^^^^^^^^^^^^^^^^^")
    #expect(shown.marks(row: 2) { $0.foreground == .magenta } == "  ^^        ^ ^^^^^^^")
    #expect(shown.marks(row: 2) { $0.foreground == .red } == "       ^^^^")
  }

  @Test func aTableIsSaidInAlignedColumnsWithItsOrderInWords() {
    var model = Model(Selection(20, index: 1), sort: "CPU%", descending: true)
    func lines() -> [String] { Table(all, model, Process.columns).plainLines() }
    #expect(
      lines() == [
        "sorted by CPU%, descending", "  PID  CPU%  ?  NAME", "    1   0.5  x  init",
        ">  20  99.5  x  漢字漢字漢字", "  300   0.5  x  bash",
      ])
    model.selection.marked = [1]
    model.sortColumn = "?"
    #expect(lines().prefix(2) == ["    PID  CPU%  ?  NAME", "  *   1   0.5  x  init"])
    #expect(lines()[2] == ">    20  99.5  x  漢字漢字漢字")
    #expect(Table([Process](), Model(), Process.columns).plainLines() == ["  PID  CPU%  ?  NAME"])
  }
}
