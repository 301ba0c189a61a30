extension Encoder {
  /// Encodes a row if it looks different.
  mutating func encode(_ task: RowTask, _ pen: inout Pen, _ catalog: Catalog) {
    if task.old.isSame(as: task.new) || task.old.begins(like: task.new, count: task.width) {
      return
    }
    var first = 0
    while first < task.width, RowPlan.looksAlike(task.old[first], task.new[first], book) {
      first += 1
    }
    guard first < task.width else { return }
    var task = task
    if let contested = firstContested(task) {
      guard isPrefixEnough(task, before: contested) else {
        return rewrite(task, from: min(first, contested), &pen, catalog)
      }
      task.keepsEnd = true
    }
    plan.make(
      task, from: pen, first: first, book: &book, catalog: catalog, order: &order)
    sink.reserve(task.width * 4)
    for number in order.reversed() { put(plan.steps[Int(number)], task, &pen, catalog) }
  }

  private mutating func put(
    _ step: RowPlan.Step, _ task: RowTask, _ pen: inout Pen, _ catalog: Catalog
  ) {
    move(&pen, task, to: Int(step.start))
    for column in Int(step.start)..<Int(step.end) where !task.new[column].isContinuation {
      if pen.isAmbiguous { move(&pen, task, to: column) }
      put(task.new[column], &pen, catalog, width: task.width)
    }
    guard step.erasure != .none else { return }
    prepare(&pen, toErase: step.background)
    switch step.erasure {
    case .none: break
    case .toEnd: sink.put("\u{1B}[K")
    case .run(let count): sink.putControl(UInt8(ascii: "X"), count: count)
    }
  }

  /// Puts a glyph in its style or, if it is a blank, in any style in which it looks the same.
  @inline(__always)
  mutating func put(
    _ cell: Cell, _ pen: inout Pen, _ catalog: Catalog, width: Int, withJoiner: Bool = true
  ) {
    if pen.style != cell.style { change(&pen, for: cell) }
    sink.reserve(4)
    if cell.glyph.value < GlyphID.clusterBase {
      sink.put(reserved: cell.glyph.value)
    } else {
      putCluster(
        cell, catalog, isLast: pen.column + cell.width == width, withJoiner: withJoiner)
    }
    pen.column += cell.width
    if pen.column >= width {
      pen.column = width - 1
      pen.isAmbiguous = true
    } else if cell.isContested || cell.isOpen {
      pen.isAmbiguous = true
    }
  }

  private mutating func change(_ pen: inout Pen, for cell: Cell) {
    if cell.isBlank {
      let blank = book.blank(cell.style)
      if blank.isBare, blank == book.blank(pen.style) { return }
    }
    book.put(from: pen.style, to: cell.style, into: &sink)
    pen.style = cell.style
  }

  /// Puts a cluster of several scalars.
  ///
  /// NB: without autowrap, tmux leaves its cursor on the last column, and a mark joins the cell
  /// before; with autowrap, the cursor waits after the column. Autowrap is therefore on for a
  /// cluster in the last column, but not for a contested one, which would wrap on terminals that
  /// take it to be wider.
  private mutating func putCluster(
    _ cell: Cell, _ catalog: Catalog, isLast: Bool, withJoiner: Bool
  ) {
    guard let number = cell.glyph.cluster else { return }
    var range = catalog.range(ofCluster: number)
    if !withJoiner { range.removeLast(Encoder.joiner.count) }
    let wraps = isLast && !cell.isContested
    if wraps { sink.put("\u{1B}[?7h") }
    catalog.clusterBytes.withView { sink.put($0.part(range)) }
    if wraps { sink.put("\u{1B}[?7l") }
  }

  mutating func move(_ pen: inout Pen, _ task: RowTask, to column: Int) {
    if pen.row == task.row, pen.column == column, !pen.isAmbiguous { return }
    move(&pen, toRow: task.row, column: column, task.isAbsolute)
  }

  /// Changes the pen if necessary, so that erasing leaves the background of a style.
  mutating func prepare(_ pen: inout Pen, toErase background: StyleID) {
    guard book.blank(pen.style) != book.blank(background) else { return }
    book.put(from: pen.style, to: background, into: &sink)
    pen.style = background
  }

  // MARK: Contested widths

  private static let joiner: [UInt8] = [0xE2, 0x80, 0x8D]

  /// Writes a glyph of contested width, with those that complete its cluster, and says where they end.
  ///
  /// NB: in tmux a joiner at the end of a cell pulls the text that is written next into the cell,
  /// even after a move. So the pieces of a cluster follow each other without a
  /// move, and a joiner that joins nothing is not written:
  ///
  /// ```
  ///     wanted     👨 👩 👧 x, three pieces        wanted     👨 x, of a cluster that is cut
  ///     bytes      👨 ZWJ 👩 ZWJ 👧 CSI 7G x       bytes      👨 CSI 3G x
  /// ```
  mutating func putContested(
    _ task: RowTask, from start: Int, to end: Int, _ pen: inout Pen, _ catalog: Catalog
  ) -> Int {
    var column = start
    while true {
      let cell = task.new[column]
      column += cell.width
      let isOpen = endsInJoiner(cell, catalog)
      let goesOn = isOpen && column < end && isJoined(cell, task.new[column], catalog)
      put(cell, &pen, catalog, width: task.width, withJoiner: goesOn || !isOpen)
      if !goesOn { return column }
    }
  }

  private func endsInJoiner(_ cell: Cell, _ catalog: Catalog) -> Bool {
    guard let number = cell.glyph.cluster else { return false }
    return catalog.clusterBytes[catalog.range(ofCluster: number)].suffix(3)
      .elementsEqual(Encoder.joiner)
  }

  /// Whether two cells that stand beside each other are pieces of one cluster.
  private func isJoined(_ left: Cell, _ right: Cell, _ catalog: Catalog) -> Bool {
    hasPieces && right.isContested && left.style == right.style
      && (catalog.text(of: left.glyph) + catalog.text(of: right.glyph)).count == 1
  }

  /// Returns the first column with a contested width in the old or the new row.
  private func firstContested(_ task: RowTask) -> Int? {
    var bits: UInt64 = 0
    for column in 0..<task.width { bits |= task.old[column].bits | task.new[column].bits }
    // Mostly there is none.
    guard Cell.isContested(bits) else { return nil }
    return (0..<task.width).first { task.old[$0].isContested || task.new[$0].isContested }
  }

  /// Returns whether all cells from a column on stay unchanged.
  private func isPrefixEnough(_ task: RowTask, before column: Int) -> Bool {
    task.old.part(column..<task.width)
      .begins(like: task.new.part(column..<task.width), count: task.width - column)
  }

  /// Erases a row from a column that all terminals agree on, and rewrites it.
  ///
  /// After a contested glyph, only motions to an absolute column are used:
  ///
  /// ```
  ///     wanted     a ❤️ b c          ours: ❤️ takes two columns
  ///     bytes      a ❤️ CSI 4G b c   theirs, one: a gap, and b in its place all the same
  /// ```
  private mutating func rewrite(
    _ task: RowTask, from anchor: Int, _ pen: inout Pen, _ catalog: Catalog
  ) {
    hasErased = true
    move(&pen, task, to: anchor)
    prepare(&pen, toErase: .plain)
    sink.put("\u{1B}[K")
    paint(task, from: anchor, &pen, catalog, over: .plain)
  }
}
