import SpinTesting
import Testing

@testable import SpinTTY

/// What holds for a table whatever is done with it, against an array that is sorted and searched.
///
/// A failure prints its seed; `SPIN_SEED` repeats it, `SPIN_ROUNDS` tries more.
@Suite struct TableLawTests {
  /// A table and its rows, and what the plainest code makes of them.
  private struct Machine {
    var random: SeededGenerator
    var rows: [Process] = []
    var model = Table<Process>.Model()
    var nextID = 0
    /// The id and the place of the row that is to be selected.
    var wanted: (id: Int?, index: Int) = (nil, 0)

    static let columns = Process.columns

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for _ in 0..<random.number(0..<30) { rows.append(newRow()) }
    }

    mutating func newRow() -> Process {
      nextID += 1
      return Process(
        id: nextID, name: random.pick(["", "a", "b", "漢", "longer name"]), load: load())
    }

    mutating func load() -> Double { random.pick([0, 0, 1, 2.5, 99, -1, .nan, .infinity]) }

    var marked: Set<Int> = []
    /// Whether the user has scrolled, perhaps away from the selected row.
    var isScrolled = false

    /// The number of the row that is to be selected.
    var wantedIndex: Int? {
      if rows.isEmpty { return nil }
      return rows.firstIndex { $0.id == wanted.id } ?? min(wanted.index, rows.count - 1)
    }

    /// One random thing that a user or the world does.
    mutating func step() {
      switch random.number(0..<12) {
      case 0, 1: sort(by: random.pick(["PID", "CPU%", "NAME", "?", "none"]))
      case 2: remove()
      case 3: sample()
      default: act()
      }
    }

    private mutating func sort(by title: String) {
      let before = model
      let outcome = model.reduce(.sort(title), in: rows, by: Machine.columns)
      if title == "?" || title == "none" {
        #expect(outcome == .nothing && model == before)
        return
      }
      #expect(outcome == .sorted && model.sortColumn == title)
      #expect(
        model.isDescending == (before.sortColumn == title ? !before.isDescending : title == "CPU%"))
      arrange()
    }

    /// Sorts the rows and compares them with rows that were put in one by one.
    private mutating func arrange() {
      var plain: [Process] = []
      for row in rows {
        plain.insert(row, at: plain.firstIndex { comes(row, before: $0) } ?? plain.count)
      }
      let isPlaceKept = random.once(in: 2)
      if isPlaceKept {
        model.sort(&rows, by: Machine.columns)
      } else {
        rows = model.sorted(rows, by: Machine.columns)
      }
      #expect(rows.map(\.id) == plain.map(\.id))
      if isPlaceKept, let place = rows.firstIndex(where: { $0.id == wanted.id }) {
        wanted.index = place
      }
    }

    private func comes(_ row: Process, before other: Process) -> Bool {
      func less<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        model.isDescending ? left > right : left < right
      }
      switch model.sortColumn {
      case "PID": return less(row.id, other.id)
      case "NAME": return less(row.name, other.name)
      case "CPU%":
        if other.load.isNaN { return !row.load.isNaN }
        return less(row.load, other.load)
      default: return false
      }
    }

    private mutating func remove() {
      guard !rows.isEmpty else { return }
      let start = random.number(0..<rows.count)
      rows.removeSubrange(start..<min(rows.count, start + random.number(1..<6)))
    }

    private mutating func sample() {
      for index in rows.indices { rows[index].load = load() }
      for _ in 0..<random.number(0..<4) { rows.append(newRow()) }
      rows.shuffle(using: &random)
      arrange()
    }

    private mutating func act() {
      let page = random.number(1..<9)
      let current = wantedIndex
      func select(_ index: Int) {
        wanted = (rows[index].id, index)
        isScrolled = false
      }
      func bounded(_ index: Int) -> Int { max(0, min(index, rows.count - 1)) }
      switch random.number(0..<7) {
      case 5:
        let step = random.pick([-1, 1, 3, .min, .max])
        let outcome = reduce(.extend(step, of: page))
        guard let current else { return #expect(outcome == .nothing) }
        let end = step == .min ? 0 : step == .max ? rows.count - 1 : bounded(current + step)
        marked.formUnion(rows[min(current, end)...max(current, end)].map(\.id))
        #expect(outcome == .marked && model.selection.marked == marked)
        select(end)
      case 6:
        let id = random.number(0..<nextID + 2)
        let outcome = reduce(.markRow(id, of: page))
        guard let index = rows.firstIndex(where: { $0.id == id }) else {
          return #expect(outcome == .nothing)
        }
        marked.formSymmetricDifference([id])
        #expect(outcome == .marked && model.selection.marked == marked)
        select(index)
      case 0:
        let step = random.pick([-1, 1, 3, .min, .max])
        reduce(.move(step, of: page))
        if let current {
          select(step == .min ? 0 : step == .max ? rows.count - 1 : bounded(current + step))
        }
      case 1:
        let pages = random.pick([-1, 1])
        reduce(.page(pages, of: page))
        if let current { select(bounded(current + pages * page)) }
      case 2:
        let id = random.number(0..<nextID + 2)
        let outcome = reduce(.select(id, of: page))
        let index = rows.firstIndex { $0.id == id }
        if let index { select(index) } else { #expect(outcome == .nothing) }
      case 3:
        let outcome = reduce(.activate())
        #expect(outcome == current.map { .activated(rows[$0].id) } ?? .nothing)
        if let current { select(current) }
      default:
        reduce(
          random.once(in: 2)
            ? .scroll(random.pick([-3, 3, .min, .max]), of: page)
            : .jump(to: random.pick([0, 2, 9, .max, .min]), of: page))
        if !rows.isEmpty { isScrolled = true }
      }
    }

    @discardableResult
    private mutating func reduce(_ action: Selection<Int>.Action) -> Table<Process>.Outcome {
      model.reduce(.rows(action), in: rows, by: Machine.columns)
    }
  }

  @Test(arguments: Seeds.series(40))
  func theRowsAreThoseOfASortedArrayAndTheSelectionIsWhereTheUserLeftIt(seed: UInt64) throws {
    var machine = Machine(seed: seed)
    for step in 0..<40 {
      machine.step()
      let selected = machine.model.selected(in: machine.rows)
      let wanted = machine.wantedIndex.map { machine.rows[$0].id }
      #expect(selected?.id == wanted, "seed \(seed), step \(step)")
      if selected?.id != wanted { return }
      try check(&machine, "seed \(seed), step \(step)")
    }
  }

  /// Draws the table and compares the screen with the array.
  private func check(_ machine: inout Machine, _ seed: String) throws {
    let height = machine.random.number(0..<12)
    let rows = machine.rows
    let shown = Picture(40, height) { Table(rows, machine.model, Machine.columns).id("table") }
    let titles = height > 1 ? 1 : 0
    let frame = shown.canvas.frame
    let ids = (titles..<max(titles, height)).map { row in
      frame.id(as: RowID<Int>.self, column: 39, row: row)?.id
    }
    // A part of the rows, with no room lost.
    let seen = ids.compactMap { $0 }
    #expect(seen.count == min(rows.count, height - titles), "\(seed)")
    guard !seen.isEmpty else { return }
    let first = try #require(rows.firstIndex { $0.id == seen[0] }, "\(seed)")
    #expect(rows[first..<first + seen.count].map(\.id) == seen, "\(seed)")
    for (place, id) in seen.enumerated() {
      // What can be clicked is what is written there.
      let written = shown.canvas.lines[titles + place].prefix(4).drop { $0 == " " }
      #expect(written == "\(id)", "\(seed)")
      let isBar = shown.marks(row: titles + place) { $0.attributes.contains(.reverse) }.count == 40
      #expect(isBar == (id == machine.wantedIndex.map { rows[$0].id }), "\(seed)")
    }
    if machine.isScrolled {
      let last = max(0, rows.count - seen.count)
      #expect(first == min(machine.model.selection.offset, last), "\(seed)")
    } else {
      #expect(seen.contains(machine.wantedIndex.map { rows[$0].id } ?? -1), "\(seed)")
    }
  }
}
