/// The cheapest bytes for one row, found by dynamic programming over its columns.
///
/// From left to right, the plan keeps a few states: the column and the style of the pen, the cells
/// to its right (the shown ones, or those that an erasure left), and the fewest bytes so far. Each
/// column that must change extends every state by writing (after a motion, or after rewriting the
/// gap or a few cells before), by erasing to the end of the row, or by erasing a run of blanks.
struct RowPlan {
  /// A step of a plan: move to `start`, write up to `end`, then erase.
  struct Step {
    enum Erasure: Equatable { case none, toEnd, run(Int) }
    var start: Int32
    var end: Int32
    var erasure: Erasure
    /// The style whose background an erasure leaves.
    var background: StyleID
    var previous: Int32
  }

  struct State {
    var cost: Int
    /// The column of the pen; meaningless at the entry.
    var column: Int
    var pen: StyleID
    /// The column up to which the row is complete.
    var done: Int
    /// The blanks that an erasure to the end left to the right of `done`; `nil` without an erasure.
    var under: BlankClass?
    /// The column up to which runs of blanks were considered.
    var considered: Int
    var step: Int32
    var isEntry: Bool
    /// Whether the row is complete in this state.
    var isComplete = false
  }

  private(set) var steps: [Step] = []
  /// The cost of the cheapest complete state; no dearer state can be the best.
  private(set) var bound = Int.max
  private var states: [State] = []
  private var next: [State] = []
  var entry = Pen()

  /// The number of columns to look back for a cheaper place to begin writing.
  static let lookBack = 8
  private static let stateLimit = 8
  /// The largest gap, in columns, that may be cheaper to rewrite than to skip.
  static let gapLimit = 16

  init() {
    states.reserveCapacity(RowPlan.stateLimit)
    next.reserveCapacity(RowPlan.stateLimit)
  }

  /// Fills `order` with the numbers of the steps, the first step last.
  ///
  /// `first` is the first column that must change.
  mutating func make(
    _ task: RowTask, from pen: Pen, first: Int, book: inout StyleBook, catalog: Catalog,
    order: inout [Int32]
  ) {
    steps.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    bound = .max
    entry = pen
    states.append(
      State(
        cost: 0, column: 0, pen: pen.style, done: 0, under: nil, considered: 0, step: -1,
        isEntry: true))
    var last = task.width - 1
    while last > first, RowPlan.looksAlike(task.old[last], task.new[last], book) { last -= 1 }
    var column = first
    var isAsShown = true
    while column < task.width {
      if column > last {
        last = task.width
        completeStates()
        if areAllComplete { break }
      }
      let cell = task.new[column]
      if isAsShown, cell.bits == task.old[column].bits {
        column += 1
        continue
      }
      if goesOn(at: column, cell, task, book) {
        column = lengthen(from: column, task, &book, catalog)
        continue
      }
      if !cell.isContinuation, case let due = due(at: column, cell, task, book), due != 0 {
        let state = due.trailingZeroBitCount
        if due & (due - 1) == 0, writesOn(state, at: column, cell, book) {
          write(cell, in: state, &book, catalog)
          if bound != .max, areAllComplete { break }
          column += 1
          continue
        }
        next.removeAll(keepingCapacity: true)
        for index in states.indices {
          if due & 1 << index != 0 {
            extend(states[index], to: column, task, &book, catalog)
          } else {
            keep(states[index])
          }
        }
        swap(&states, &next)
        // The others cost more.
        if bound != .max, areAllComplete { break }
        isAsShown = areAllAsShown
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

  /// Whether no state has erased the cells to its right.
  @inline(__always)
  private var areAllAsShown: Bool {
    for state in states where state.under != nil { return false }
    return true
  }

  /// Marks the states that leave the rest of the row as it is shown, when nothing more must change
  /// there, and drops states that cannot be the best.
  private mutating func completeStates() {
    for index in states.indices where states[index].under == nil {
      states[index].isComplete = true
      bound = min(bound, states[index].cost)
    }
    states.removeAll { [bound] in $0.cost > bound }
  }

  @inline(__always)
  private var areAllComplete: Bool {
    for state in states where !state.isComplete { return false }
    return true
  }

  /// Returns whether there is no choice: the only state is at the column, whose glyph must change.
  @inline(__always)
  private func goesOn(at column: Int, _ cell: Cell, _ task: RowTask, _ book: StyleBook) -> Bool {
    guard states.count == 1, states[0].column == column, states[0].step >= 0,
      isSeen(cell, book)
    else { return false }
    return steps[Int(states[0].step)].erasure == .none && isDue(column, states[0], task, book)
  }

  /// Whether a cell shows more than a background, so that only writing it shows it.
  @inline(__always)
  private func isSeen(_ cell: Cell, _ book: StyleBook) -> Bool {
    !cell.isContinuation && (!cell.isBlank || book.blank(cell.style) == .dressed)
  }

  /// Adds cells to the newest step of the only state as long as there is no choice, and returns the
  /// column after them.
  private mutating func lengthen(
    from column: Int, _ task: RowTask, _ book: inout StyleBook, _ catalog: Catalog
  ) -> Int {
    var state = states[0]
    repeat {
      let cell = task.new[state.column]
      addCell(cell, &state.cost, &state.pen, &book, catalog)
      state.column += cell.width
      state.done = state.column
    } while state.column < task.width && isSeen(task.new[state.column], book)
      && isDue(state.column, state, task, book)
    steps[Int(state.step)].end = Int32(state.column)
    states[0] = state
    return state.column
  }

  /// Returns whether two cells look the same, as different blanks may.
  @inline(__always)
  static func looksAlike(_ left: Cell, _ right: Cell, _ book: StyleBook) -> Bool {
    if left == right { return true }
    guard left.isBlank, right.isBlank else { return false }
    let blank = book.blank(left.style)
    return blank.isBare && blank == book.blank(right.style)
  }

  /// Returns a bit for each state in which a column must change.
  @inline(__always)
  private func due(at column: Int, _ cell: Cell, _ task: RowTask, _ book: StyleBook) -> UInt {
    let isChanged = !RowPlan.looksAlike(task.old[column], cell, book)
    var due: UInt = 0
    for index in 0..<states.count where column >= states[index].done {
      let isDue =
        if let under = states[index].under {
          !(cell.isBlank && book.blank(cell.style) == under)
        } else {
          isChanged
        }
      if isDue { due |= 1 << index }
    }
    return due
  }

  /// Returns whether a state in which a column must change can only write its cell after the last one.
  @inline(__always)
  private func writesOn(_ index: Int, at column: Int, _ cell: Cell, _ book: StyleBook) -> Bool {
    guard states[index].column == column, states[index].step >= 0 else { return false }
    return steps[Int(states[index].step)].erasure == .none
      && (states[index].considered > column || isSeen(cell, book)
        || !book.blank(cell.style).isErasable)
  }

  /// Adds a cell to the newest step of a state, and drops the state if it cannot be the best.
  ///
  /// No other state refers to that step.
  @inline(__always)
  private mutating func write(
    _ cell: Cell, in index: Int, _ book: inout StyleBook, _ catalog: Catalog
  ) {
    var state = states[index]
    addCell(cell, &state.cost, &state.pen, &book, catalog)
    if state.cost > bound {
      states.remove(at: index)
      return
    }
    state.column += cell.width
    state.done = state.column
    steps[Int(state.step)].end = Int32(state.column)
    states[index] = state
  }

  @inline(__always)
  func isDue(_ column: Int, _ state: State, _ task: RowTask, _ book: StyleBook) -> Bool {
    if column < state.done { return false }
    let cell = task.new[column]
    if let under = state.under { return !(cell.isBlank && book.blank(cell.style) == under) }
    return !RowPlan.looksAlike(task.old[column], cell, book)
  }

  /// Keeps a state, and its new step if it has one, unless an equal state is at most as expensive or the
  /// state is not worth keeping.
  ///
  /// A complete state stays, because others are measured by it.
  mutating func keep(_ state: State, _ step: Step? = nil) {
    if state.cost > bound { return }
    var (slot, dearest, highest) = (0, -1, state.cost)
    var isComplete = state.isComplete
    while slot < next.count {
      let other = next[slot]
      if other.column == state.column, other.pen == state.pen, other.done == state.done,
        other.under == state.under, other.isEntry == state.isEntry
      {
        if state.cost >= other.cost { return }
        // An equal state that replaces a complete one is complete.
        isComplete = isComplete || other.isComplete
        break
      }
      if !other.isComplete, other.cost > highest { (dearest, highest) = (slot, other.cost) }
      slot += 1
    }
    if slot == RowPlan.stateLimit {
      if dearest < 0 { return }
      slot = dearest
      isComplete = state.isComplete
    }
    if slot == next.count { next.append(state) } else { next[slot] = state }
    next[slot].isComplete = isComplete
    if let step {
      next[slot].step = Int32(steps.count)
      steps.append(step)
    }
    if state.isComplete, state.cost < bound { bound = state.cost }
  }
}
