internal import SpinCore

extension VirtualTerminal {
  /// The effect of a new window width on the lines of the main screen.
  package enum LineHandling: Sendable {
    /// Lines are cut off or filled with blanks, as in xterm.
    case clip
    /// Lines are joined and wrapped to the new width, as in most other terminals.
    case reflow
  }

  /// Resizes the terminal, as a window does.
  ///
  /// Lines are cut off or filled with blanks, as in xterm. If rows are lost, blank rows below the
  /// cursor are removed first, and then rows scroll away at the top. New rows are added at the
  /// bottom. The scrolling region becomes the whole screen. With mode 2048, the terminal reports
  /// the new size.
  ///
  /// - Parameters:
  ///   - columns: The new width, at least 1.
  ///   - rows: The new height, at least 1.
  public mutating func resize(columns: Int, rows: Int) {
    resize(columns: columns, rows: rows, lines: .clip)
  }

  /// Resizes the terminal, with an option for the lines of the main screen; the alternate screen is
  /// always clipped.
  package mutating func resize(columns: Int, rows: Int, lines: LineHandling) {
    require(
      columns > 0 && rows > 0,
      "A terminal of \(columns) by \(rows) has no cell: give it at least one column and one row.")
    self.columns = columns
    self.rows = rows
    region = 0...(rows - 1)
    tabStops = Self.defaultTabStops(columns)
    fresh = nil
    let isReflowing = lines == .reflow
    let isMainShown = !modes.isAlternate
    let gone = screen.fit(columns, rows, at: &position, isReflowing: isReflowing && isMainShown)
    var saved = hidden.saved?.position ?? Position()
    let lost = hidden.fit(columns, rows, at: &saved, isReflowing: isReflowing && !isMainShown)
    hidden.saved?.position = saved
    remember(isMainShown ? gone : lost)
    if modes[2048] { reportSize() }
  }
}

extension VirtualTerminal.Screen {
  /// Resizes the screen, moves a position with the text, and returns the rows that left at the top.
  mutating func fit(
    _ columns: Int, _ rows: Int, at place: inout VirtualTerminal.Position, isReflowing: Bool
  ) -> [VirtualTerminal.Line] {
    if isReflowing { reflow(columns: columns, following: &place) }
    let gone = setRows(rows, keeping: place.row)
    setColumns(columns)
    place.row = min(max(0, place.row - gone.count), rows - 1)
    place.column = min(place.column, columns - 1)
    place.isPending = false
    return gone
  }

  /// Changes the number of rows, and returns those that left at the top.
  private mutating func setRows(_ rows: Int, keeping row: Int) -> [VirtualTerminal.Line] {
    while lines.count > rows, lines.count > row + 1, lines.last?.text.isEmpty == true {
      lines.removeLast()
    }
    let surplus = min(max(0, lines.count - rows), max(0, row + 1 - rows))
    let gone = Array(lines.prefix(surplus))
    lines.removeFirst(surplus)
    if lines.count > rows { lines.removeLast(lines.count - rows) }
    let columns = lines.first?.cells.count ?? 1
    while lines.count < rows { lines.append(VirtualTerminal.Line(columns: columns)) }
    return gone
  }

  private mutating func setColumns(_ columns: Int) {
    for row in lines.indices {
      let width = lines[row].cells.count
      guard width != columns else { continue }
      if width > columns {
        split(row, columns)
        lines[row].cells.removeLast(width - columns)
      } else {
        lines[row].cells += repeatElement(VirtualTerminal.Cell(), count: columns - width)
      }
      lines[row].wraps = false
    }
  }
}
