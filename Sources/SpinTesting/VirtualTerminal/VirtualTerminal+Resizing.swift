extension VirtualTerminal {
  /// Changes the size as a window does.
  ///
  /// Rows above a cursor that would fall off the bottom scroll away; new rows are blank. Columns
  /// are cut or blank. The scroll region becomes the whole screen.
  public mutating func resize(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "A terminal has at least one column and one row.")
    let surplus = max(0, position.row + 1 - rows)
    if !modes.isAlternate { remember(Array(screen.lines.prefix(surplus))) }
    screen.lines.removeFirst(surplus)
    screen.resize(columns: columns, rows: rows)
    hidden.resize(columns: columns, rows: rows)
    self.columns = columns
    self.rows = rows
    region = 0...(rows - 1)
    tabStops = Self.defaultTabStops(columns)
    fresh = nil
    move(row: position.row - surplus)
    if modes[2048] { reportSize() }
  }
}

extension VirtualTerminal.Screen {
  mutating func resize(columns: Int, rows: Int) {
    for row in lines.indices { fit(row, columns) }
    if lines.count > rows { lines.removeLast(lines.count - rows) }
    while lines.count < rows { lines.append(VirtualTerminal.Line(columns: columns)) }
    guard var saved else { return }
    saved.position.row = min(saved.position.row, rows - 1)
    saved.position.column = min(saved.position.column, columns - 1)
    self.saved = saved
  }

  private mutating func fit(_ row: Int, _ columns: Int) {
    let width = lines[row].cells.count
    guard width != columns else { return }
    if width > columns {
      split(row, columns)
      lines[row].cells.removeLast(width - columns)
    } else {
      lines[row].cells += repeatElement(VirtualTerminal.Cell(), count: columns - width)
    }
    lines[row].wraps = false
  }
}
