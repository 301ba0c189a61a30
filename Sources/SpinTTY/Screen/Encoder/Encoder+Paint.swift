extension Encoder {
  /// Clears the screen and paints the canvas.
  ///
  /// `isKnown` tells whether the pen's style and the scrolling region are known. Painting stops
  /// once the sink is longer than `end`.
  mutating func repaint(
    _ pen: inout Pen, _ canvas: Canvas, _ capabilities: Capabilities, isKnown: Bool,
    upTo end: Int = .max
  ) {
    hasErased = true
    if isKnown {
      prepare(&pen, toErase: .plain)
    } else {
      if capabilities.hyperlinks { sink.put("\u{1B}]8;;\u{1B}\\") }
      sink.put("\u{1B}[m")
      if capabilities.scrolling, capabilities.absoluteRows { sink.put("\u{1B}[r") }
      pen.style = .plain
    }
    if capabilities.absoluteRows {
      sink.put("\u{1B}[H\u{1B}[2J")
      pen = Pen(style: pen.style)
    } else {
      // An inline view finds its first row only by the encoder's own count of rows.
      pen.isAmbiguous = true
      move(&pen, toRow: 0, column: 0, false)
      if canvas.size.rows > 1 {
        // NB: tmux treats erasing from the top left corner as clearing the screen, and saves the
        // whole screen in its history, so the first row is erased separately.
        sink.put("\u{1B}[K\n")
        pen.row = 1
      }
      sink.put("\u{1B}[J")
    }
    let size = canvas.size
    canvas.grid.cells.withView { cells in
      for row in 0..<size.rows where sink.count <= end {
        let start = cells.part(row * size.columns..<(row + 1) * size.columns)
        let task = RowTask(
          row: row, old: start, new: start, width: size.columns, end: canvas.grid.ends[row],
          isAbsolute: capabilities.absoluteRows)
        paint(task, from: 0, &pen, canvas.catalog, over: .plain)
      }
    }
  }

  /// Returns whether a repaint could take fewer than `count` bytes; it erases the screen in four bytes at
  /// least, and each visible cell takes at least one.
  func mayRepaint(_ grid: CellGrid, inFewerThan count: Int) -> Bool {
    grid.cells.withView { cells in
      var needed = 4
      for row in 0..<grid.size.rows {
        let start = row * grid.size.columns
        for cell in cells[start..<start + grid.ends[row]]
        where !cell.isBlank && !cell.isContinuation {
          needed += 1
        }
        if needed >= count { return false }
      }
      return true
    }
  }

  /// Paints a row that was erased from `start` on, without comparing it with the cells shown
  /// before.
  mutating func paint(
    _ task: RowTask, from start: Int, _ pen: inout Pen, _ catalog: Catalog,
    over background: BlankClass
  ) {
    var end = background == .plain ? max(start, task.end) : task.width
    while end > start, isBlank(task.new[end - 1], background) { end -= 1 }
    sink.reserve(task.width * 4 + 64)
    var column = start
    while column < end {
      let cell = task.new[column]
      if cell.isBlank {
        column = paintBlanks(task, from: column, to: end, &pen, catalog, background)
      } else if cell.style == pen.style, pen.column == column, pen.row == task.row,
        case let count = putRun(task, from: column, to: end, &pen), count > 0
      {
        column += count
      } else if cell.isContested {
        // A motion, even to the same column, keeps it from joining what was written last.
        if cell.isJoining { pen.isAmbiguous = true }
        move(&pen, task, to: column)
        column = putContested(task, from: column, to: end, &pen, catalog)
      } else {
        move(&pen, task, to: column)
        put(cell, &pen, catalog, width: task.width)
        column += cell.width
      }
    }
  }

  /// Puts plain text in the pen's style, and returns the number of cells.
  @inline(__always)
  private mutating func putRun(
    _ task: RowTask, from column: Int, to end: Int, _ pen: inout Pen
  ) -> Int {
    if pen.isAmbiguous { return 0 }
    sink.reserve(end - column + 7)
    let count = sink.putRun(
      reserved: task.new.part(column..<end), style: pen.style)
    pen.column += count
    if pen.column >= task.width {
      pen.column = task.width - 1
      pen.isAmbiguous = true
    }
    return count
  }

  @inline(__always)
  private func isBlank(_ cell: Cell, _ blank: BlankClass) -> Bool {
    cell.isBlank && book.blank(cell.style) == blank
  }

  /// Paints a run of equal blanks in the cheapest of four ways, and returns its end.
  private mutating func paintBlanks(
    _ task: RowTask, from start: Int, to end: Int, _ pen: inout Pen, _ catalog: Catalog,
    _ background: BlankClass
  ) -> Int {
    let style = task.new[start].style
    let blank = book.blank(style)
    var stop = start + 1
    if blank.isBare {
      let bits = task.new[start].bits
      while stop < end {
        while stop < end, task.new[stop].bits == bits { stop += 1 }
        if stop == end || !isBlank(task.new[stop], blank) { break }
        stop += 1
      }
    } else {
      while stop < end, task.new[stop] == task.new[start] { stop += 1 }
    }
    let count = stop - start
    if blank == background {
      passOver(count, task, to: stop, &pen)
      return stop
    }
    move(&pen, task, to: start)
    let isTail = stop == task.width && count > 3
    if blank.isErasable, isTail || count > 8 {
      prepare(&pen, toErase: style)
      if isTail {
        sink.put("\u{1B}[K")
      } else {
        sink.putControl(UInt8(ascii: "X"), count: count)
      }
      return stop
    }
    for column in start..<stop { put(task.new[column], &pen, catalog, width: task.width) }
    return stop
  }

  /// Passes blanks that are already shown, by writing them again if that is cheaper than a motion.
  ///
  /// If a motion is cheaper, nothing is put, because the next glyph moves to its place.
  private mutating func passOver(
    _ count: Int, _ task: RowTask, to column: Int, _ pen: inout Pen
  ) {
    guard book.blank(pen.style) == .plain else { return }
    let isHere = pen.row == task.row && pen.column == column - count && !pen.isAmbiguous
    let motion = Motion(
      from: pen, toRow: task.row, column: column, isAbsolute: task.isAbsolute)
    if isHere {
      if count > motion.cost { return }
    } else {
      let toStart = Motion(
        from: pen, toRow: task.row, column: column - count, isAbsolute: task.isAbsolute)
      if toStart.cost + count >= motion.cost { return }
      move(&pen, task, to: column - count)
    }
    for _ in 0..<count { sink.put(0x20) }
    pen.column += count
  }
}
