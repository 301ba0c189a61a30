/// One row to be brought from what is shown to what is wanted.
struct RowTask {
  /// The row's place.
  let row: Int
  /// The cells as they are shown.
  let old: UnsafePointer<Cell>
  /// The cells as they are wanted.
  let new: UnsafePointer<Cell>
  /// The number of cells.
  let width: Int
  /// Whether rows may be addressed.
  let isAbsolute: Bool
  /// Whether what is at the end of the row has to stay untouched.
  var keepsEnd = false
}

/// The cheapest bytes for one row, found by dynamic programming over its columns.
///
/// From left to right a few states are kept: where the pen stands, with which style, what lies to
/// its right (what is shown, or what an erasure left), and the fewest bytes to get there. Each
/// column that has to change extends every state by writing (after a move, or after rewriting the
/// gap or a few cells before), by erasing to the end of the row, or by erasing a run of blanks.
struct RowPlan {
  /// A step: go to `start`, write up to `end`, then erase.
  struct Step {
    enum Erasure: Equatable { case none, toEnd, run(Int) }
    var start: Int32
    var end: Int32
    var erasure: Erasure
    /// The style whose ground an erasure leaves.
    var ground: StyleID
    var previous: Int32
  }

  private struct State {
    var cost: Int
    /// Where the pen stands; meaningless at the entry.
    var column: Int
    var pen: StyleID
    /// Everything before this is as wanted.
    var done: Int
    /// What an erasure to the end left to the right of `done`; nil where it is as shown.
    var under: BlankClass?
    /// Runs of blanks that begin before this were thought of.
    var considered: Int
    var step: Int32
    var isEntry: Bool
  }

  private(set) var steps: [Step] = []
  private var states: [State] = []
  private var next: [State] = []
  private var entry = Pen()

  /// How far to look back for a cheaper place to begin writing.
  private static let lookBack = 8
  private static let stateLimit = 8
  /// A gap beyond this is never cheaper to rewrite than to pass over.
  private static let gapLimit = 16

  init() {
    states.reserveCapacity(RowPlan.stateLimit)
    next.reserveCapacity(RowPlan.stateLimit)
  }

  /// Fills `order` with the numbers of the steps to take, the first one last.
  ///
  /// - Parameter first: The first column that has to change.
  mutating func make(
    _ task: RowTask, from pen: Pen, first: Int, book: inout StyleBook, catalog: Catalog,
    order: inout [Int32]
  ) {
    steps.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    entry = pen
    states.append(
      State(
        cost: 0, column: 0, pen: pen.style, done: 0, under: nil, considered: 0, step: -1,
        isEntry: true))
    var column = first
    while column < task.width {
      let cell = task.new[column]
      if !cell.isContinuation, isAnyDue(column, task, book) {
        next.removeAll(keepingCapacity: true)
        for index in states.indices {
          let state = states[index]
          if isDue(column, state, task, book) {
            extend(state, to: column, task, &book, catalog)
          } else {
            keep(state)
          }
        }
        swap(&states, &next)
      }
      column += 1
    }
    guard var best = states.first else { return }
    for state in states where state.cost < best.cost { best = state }
    var step = best.step
    while step >= 0 {
      order.append(step)
      step = steps[Int(step)].previous
    }
  }

  /// Whether two cells cannot be told apart, which different blanks may not.
  @inline(__always)
  static func looksAlike(_ left: Cell, _ right: Cell, _ book: StyleBook) -> Bool {
    if left == right { return true }
    guard left.isBlank, right.isBlank else { return false }
    let blank = book.blank(left.style)
    return blank.isBare && blank == book.blank(right.style)
  }

  private func isAnyDue(_ column: Int, _ task: RowTask, _ book: StyleBook) -> Bool {
    for state in states where isDue(column, state, task, book) { return true }
    return false
  }

  @inline(__always)
  private func isDue(_ column: Int, _ state: State, _ task: RowTask, _ book: StyleBook) -> Bool {
    if column < state.done { return false }
    let cell = task.new[column]
    if let under = state.under { return !(cell.isBlank && book.blank(cell.style) == under) }
    return !RowPlan.looksAlike(task.old[column], cell, book)
  }

  // MARK: Extending

  private mutating func extend(
    _ state: State, to column: Int, _ task: RowTask, _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var state = state
    let cell = task.new[column]
    let blank = cell.isBlank ? book.blank(cell.style) : .dressed
    if blank.isErasable, state.considered <= column {
      let run = blankRun(around: column, from: state.done, blank, task, book)
      state.considered = run.upperBound
      erase(state, at: column, run, blank, task, &book, catalog)
    }
    write(state, from: column, through: column, task, &book, catalog)
    if state.isEntry {
      for start in max(0, column - RowPlan.lookBack)..<column
      where !task.new[start].isContinuation {
        write(state, from: start, through: column, task, &book, catalog)
      }
    } else if state.column < column, state.done <= state.column,
      column - state.column <= RowPlan.gapLimit
    {
      write(state, from: state.column, through: column, task, &book, catalog)
    }
  }

  private func moveCost(_ state: State, to column: Int, _ task: RowTask) -> Int {
    if !state.isEntry, state.column == column { return 0 }
    let pen =
      state.isEntry ? entry : Pen(row: task.row, column: state.column, style: state.pen)
    return Motion(from: pen, toRow: task.row, column: column, isAbsolute: task.isAbsolute).cost
  }

  /// Adds the cost of writing one cell, and says which style the pen has then.
  private func addCell(
    _ cell: Cell, _ cost: inout Int, _ pen: inout StyleID, _ book: inout StyleBook,
    _ catalog: Catalog
  ) {
    if cell.isContinuation { return }
    cost += catalog.byteCount(of: cell.glyph)
    if pen == cell.style { return }
    if cell.isBlank {
      let blank = book.blank(cell.style)
      if blank.isBare, blank == book.blank(pen) { return }
    }
    cost += book.cost(from: pen, to: cell.style)
    pen = cell.style
  }

  private mutating func write(
    _ state: State, from start: Int, through column: Int, _ task: RowTask,
    _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var result = state
    result.cost += moveCost(state, to: start, task)
    for index in start...column {
      addCell(task.new[index], &result.cost, &result.pen, &book, catalog)
    }
    result.column = column + task.new[column].width
    result.done = result.column
    result.isEntry = false
    keep(
      result,
      Step(
        start: Int32(start), end: Int32(result.column), erasure: .none, ground: .plain,
        previous: state.step))
  }

  /// The blanks of one class around a column, not further left than `limit`.
  private func blankRun(
    around column: Int, from limit: Int, _ blank: BlankClass, _ task: RowTask, _ book: StyleBook
  ) -> Range<Int> {
    func isSame(_ index: Int) -> Bool {
      task.new[index].isBlank && book.blank(task.new[index].style) == blank
    }
    var start = column
    while start > limit, isSame(start - 1) { start -= 1 }
    var end = column + 1
    while end < task.width, isSame(end) { end += 1 }
    return start..<end
  }

  private mutating func erase(
    _ state: State, at column: Int, _ run: Range<Int>, _ blank: BlankClass, _ task: RowTask,
    _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var last = run.upperBound - 1
    while last > column, !isDue(last, state, task, book) { last -= 1 }
    let reach = Reach(ground: task.new[column].style, blank: blank, last: last)
    if state.isEntry {
      for start in max(0, column - RowPlan.lookBack)...column
      where !task.new[start].isContinuation {
        erase(state, reach, from: start, at: max(start, run.lowerBound), task, &book, catalog)
      }
      return
    }
    erase(state, reach, from: column, at: column, task, &book, catalog)
    guard state.done <= state.column, state.column < column else { return }
    if state.column >= run.lowerBound {
      erase(state, reach, from: state.column, at: state.column, task, &book, catalog)
    } else {
      erase(state, reach, from: run.lowerBound, at: run.lowerBound, task, &book, catalog)
      if run.lowerBound - state.column <= RowPlan.gapLimit {
        erase(state, reach, from: state.column, at: run.lowerBound, task, &book, catalog)
      }
    }
  }

  /// What an erasure leaves, and the last column of the run that has to change.
  private struct Reach {
    let ground: StyleID
    let blank: BlankClass
    let last: Int
  }

  private mutating func erase(
    _ state: State, _ reach: Reach, from start: Int, at column: Int, _ task: RowTask,
    _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var result = state
    result.cost += moveCost(state, to: start, task)
    for index in start..<column {
      addCell(task.new[index], &result.cost, &result.pen, &book, catalog)
    }
    if book.blank(result.pen) != reach.blank {
      result.cost += book.cost(from: result.pen, to: reach.ground)
      result.pen = reach.ground
    }
    result.column = column
    result.isEntry = false
    var step = Step(
      start: Int32(start), end: Int32(column), erasure: .toEnd, ground: reach.ground,
      previous: state.step)
    if !task.keepsEnd {
      var toEnd = result
      toEnd.cost += 3
      toEnd.under = reach.blank
      toEnd.done = column
      keep(toEnd, step)
    }
    let count = reach.last + 1 - column
    guard count > 4 else { return }
    result.cost += Motion.counted(count)
    result.done = reach.last + 1
    step.erasure = .run(count)
    keep(result, step)
  }

  // MARK: Keeping

  /// Keeps a state and its new step, unless one that is as far, and alike, was as cheap.
  private mutating func keep(_ state: State, _ step: Step) {
    guard let slot = slot(for: state) else { return }
    var state = state
    state.step = Int32(steps.count)
    steps.append(step)
    place(state, at: slot)
  }

  private mutating func keep(_ state: State) {
    guard let slot = slot(for: state) else { return }
    place(state, at: slot)
  }

  private mutating func place(_ state: State, at slot: Int) {
    if slot == next.count { next.append(state) } else { next[slot] = state }
  }

  /// Where to keep a state; nil if it is not worth it.
  private func slot(for state: State) -> Int? {
    var dearest = 0
    for (index, other) in next.enumerated() {
      if other.column == state.column, other.pen == state.pen, other.done == state.done,
        other.under == state.under, other.isEntry == state.isEntry
      {
        return state.cost < other.cost ? index : nil
      }
      if other.cost > next[dearest].cost { dearest = index }
    }
    if next.count < RowPlan.stateLimit { return next.count }
    return state.cost < next[dearest].cost ? dearest : nil
  }
}
