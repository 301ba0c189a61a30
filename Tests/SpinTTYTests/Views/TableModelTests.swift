import Testing

@testable import SpinTTY

@Suite struct TableModelTests {
  private typealias Model = Table<Process>.Model

  private let columns = Process.columns

  private func ids(_ model: Model, _ rows: [Process]) -> [Int] {
    model.sorted(rows, by: columns).map(\.id)
  }

  @Test func theFirstSortGoesAsTheColumnSaysAndTheNextTheOtherWay() {
    var model = Model()
    let titles = ["CPU%", "CPU%", "PID", "PID", "CPU%"]
    let directions = titles.map { title in
      let outcome = model.reduce(.sort(title), in: Process.some, by: columns)
      #expect(outcome == .sorted && model.sortColumn == title)
      return model.isDescending
    }
    #expect(directions == [true, false, false, true, true])
  }

  @Test func aColumnThatIsNotThereOrHasNoOrderSortsNothing() {
    var model = Model(sort: "PID")
    for title in ["?", "nothing", ""] {
      let outcome = model.reduce(.sort(title), in: Process.some, by: columns)
      #expect(outcome == .nothing && model == Model(sort: "PID"))
      #expect(ids(Model(sort: title, descending: true), Process.some) == [1, 20, 300])
    }
    #expect(ids(Model(), Process.some.reversed()) == [300, 20, 1])
  }

  @Test func equalRowsKeepTheirOrderBothWays() {
    #expect(ids(Model(sort: "CPU%"), Process.some) == [1, 300, 20])
    #expect(ids(Model(sort: "CPU%", descending: true), Process.some) == [20, 1, 300])
    #expect(ids(Model(sort: "CPU%"), Process.some.reversed()) == [300, 1, 20])
  }

  @Test func valuesWithoutOrderComeLastBothWays() {
    let loads: [Double] = [.nan, 3, .infinity, .nan, -1]
    let rows = loads.enumerated().map { Process(id: $0, name: "", load: $1) }
    #expect(ids(Model(sort: "CPU%"), rows) == [4, 1, 2, 0, 3])
    #expect(ids(Model(sort: "CPU%", descending: true), rows) == [2, 1, 4, 0, 3])
  }

  @Test func rowsWithoutAValueComeLastBothWays() {
    struct Issue: Identifiable, Sendable {
      let id: Int
      var due: Int?
    }
    let issues = [nil, 3, nil, 1, 3].enumerated().map { Issue(id: $0, due: $1) }
    let columns: [Table<Issue>.Column] = [
      .init("ID", \.id, .fixed(3)), .init("DUE", \.due, .fixed(4)),
      .init("DAYS", { $0.due }) { Text($0.due.map { "in \($0)" } ?? "never") },
    ]
    for title in ["DUE", "DAYS"] {
      let (up, down) = (
        Table<Issue>.Model(sort: title), Table<Issue>.Model(sort: title, descending: true)
      )
      #expect(up.sorted(issues, by: columns).map(\.id) == [3, 1, 4, 0, 2])
      #expect(down.sorted(issues, by: columns).map(\.id) == [1, 4, 3, 0, 2])
    }
    let drawn = picture(20, 3) { Table(issues, Table<Issue>.Model(), columns) }
    #expect(drawn == "ID  DUE  DAYS\n0        never\n1   3    in 3")
  }

  @Test func theSelectedRowIsKeptAndFoundAtOnceAfterASort() {
    let rows = (0..<1000).map { Process(id: $0, name: "", load: Double($0 % 7)) }
    var model = Model()
    model.reduce(.rows(.select(500)), in: rows, by: columns)
    model.reduce(.sort("CPU%"), in: rows, by: columns)
    var sorted = rows
    model.sort(&sorted, by: columns)
    #expect(model.selected(in: sorted)?.id == 500)
    #expect(model.selection.index == sorted.firstIndex { $0.id == 500 })
    sorted.removeAll { $0.id == 500 }
    let place = model.selection.index
    model.sort(&sorted, by: columns)
    #expect(model.selection.index == place, "It is gone, and its place is not.")
  }

  @Test func aTableScrollsSidewaysWithinTheLimitThatTheFrameKnew() {
    var model = Model()
    func scroll(_ step: Int, _ limit: Int) -> Table<Process>.Outcome {
      model.reduce(.scrollColumns(step, limit: limit), in: Process.some, by: columns)
    }
    #expect(scroll(-8, 20) == .nothing)
    #expect(scroll(8, 20) == .scrolled && model.columnOffset == 8)
    #expect(scroll(.max, 20) == .scrolled && model.columnOffset == 20)
    #expect(scroll(-1, 5) == .scrolled && model.columnOffset == 4)
  }

  @Test func whatIsDoneWithRowsIsWhatTheSelectionSays() {
    var model = Model()
    func outcome(_ action: Selection<Int>.Action) -> Table<Process>.Outcome {
      model.reduce(.rows(action), in: Process.some, by: columns)
    }
    #expect(outcome(.move(1, of: 2)) == .selected)
    #expect(outcome(.mark) == .marked)
    #expect(outcome(.activate()) == .activated(20))
    #expect(outcome(.scroll(1, of: 2)) == .scrolled)
    #expect(outcome(.jump(to: 0, of: 2)) == .scrolled)
    #expect(outcome(.select(4)) == .nothing)
    #expect(model.selected(in: Process.some)?.id == 20)
    #expect(model.selected(in: [Process]()) == nil)
    // What is marked is chosen instead, in the order of the rows, as far as it is there.
    #expect(model.chosen(in: Process.some).map(\.id) == [20])
    model.selection.marked = [300, 1, 7]
    #expect(model.chosen(in: Process.some).map(\.id) == [1, 300])
    #expect(model.chosen(in: [Process]()).isEmpty)
  }

  @Test func keysAndTheWheelAreActionsOfATable() {
    typealias Action = Table<Process>.Action
    let page = Size(columns: 12, rows: 5)
    let content = Size(columns: 40, rows: 90)
    func key(_ chord: KeyChord, _ content: Size) -> Action? {
      .of(chord, content: content, page: page)
    }
    #expect(key(.down, content) == .rows(.move(1, of: 5)))
    #expect(key(.pageDown, content) == .rows(.page(1, of: 5)))
    #expect(key(.enter, content) == .rows(.activate()))
    #expect(key(.right, content) == .scrollColumns(8, limit: 28))
    #expect(key(.left, content) == .scrollColumns(-8, limit: 28))
    #expect(key(.right, page) == nil, "All columns are seen.")
    #expect(key("x", content) == nil)
    func wheel(_ direction: MouseEvent.Direction) -> Action? {
      let event = InputEvent.mouse(MouseEvent(.scroll(direction), column: 0, row: 0))
      return .of(event, content: content, page: page)
    }
    #expect(wheel(.down) == .rows(.scroll(3, of: 5)))
    #expect(wheel(.right) == .scrollColumns(3, limit: 28))
  }
}
