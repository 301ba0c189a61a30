extension RowPlan {
  /// Adds the states that can follow a state in which a column must change.
  mutating func extend(
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
      // However much is rewritten before a cell whose style is seen, it is in that style then.
      let most =
        blank.isBare
        ? .max : moveCost(state, to: column, task) + book.cost(from: state.pen, to: cell.style)
      for start in max(0, column - RowPlan.lookBack)..<column
      where !task.new[start].isContinuation {
        // No column takes less than a byte.
        if moveCost(state, to: start, task) + column - start >= most { continue }
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

  /// Adds the cost of writing a cell, and updates the style of the pen.
  @inline(__always)
  func addCell(
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

  // NB: not inlined. After a pause, the code itself comes from memory, and copies of it cost time.
  @inline(never)
  private mutating func write(
    _ state: State, from start: Int, through column: Int, _ task: RowTask,
    _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var result = state
    result.cost += moveCost(state, to: start, task)
    if result.cost > bound { return }
    for index in start...column {
      addCell(task.new[index], &result.cost, &result.pen, &book, catalog)
    }
    result.column = column + task.new[column].width
    result.done = result.column
    result.isEntry = false
    keep(
      result,
      Step(
        start: Int32(start), end: Int32(result.column), erasure: .none, background: .plain,
        previous: state.step))
  }

  /// Returns the run of blanks of one class around a column, from `limit` at the earliest.
  private func blankRun(
    around column: Int, from limit: Int, _ blank: BlankClass, _ task: RowTask, _ book: StyleBook
  ) -> Range<Int> {
    let bits = task.new[column].bits
    func isSame(_ index: Int) -> Bool {
      let cell = task.new[index]
      return cell.bits == bits || cell.isBlank && book.blank(cell.style) == blank
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
    let reach = Reach(
      background: task.new[column].style, blank: blank, last: last,
      isTail: run.upperBound == task.width)
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

  /// The blanks that an erasure leaves, and the last column of the run that must change.
  private struct Reach {
    let background: StyleID
    let blank: BlankClass
    let last: Int
    /// Whether the blanks reach to the end of the row.
    let isTail: Bool
  }

  private mutating func erase(
    _ state: State, _ reach: Reach, from start: Int, at column: Int, _ task: RowTask,
    _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var result = state
    result.cost += moveCost(state, to: start, task)
    if result.cost > bound { return }
    for index in start..<column {
      addCell(task.new[index], &result.cost, &result.pen, &book, catalog)
    }
    if book.blank(result.pen) != reach.blank {
      result.cost += book.cost(from: result.pen, to: reach.background)
      result.pen = reach.background
    }
    result.column = column
    result.isEntry = false
    result.isComplete = reach.isTail
    var step = Step(
      start: Int32(start), end: Int32(column), erasure: .toEnd, background: reach.background,
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
}
