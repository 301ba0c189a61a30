extension Surface {
  /// Fills the surface, or a rectangle of it, with a character.
  public func fill(
    _ character: Character = " ", in rectangle: Rectangle? = nil, style: Style = .plain
  ) {
    let rectangle = rectangle ?? Rectangle(columns: size.columns, rows: size.rows)
    let id = number(of: style)
    fill(Cell(character, id, by: canvas.widths), or: String(character), id, in: rectangle)
  }

  /// Draws lines along the edges, with corners.
  ///
  /// The surface must have at least two columns and two rows.
  func outline(_ lines: BoxLines, style: Style = .plain) {
    let id = number(of: style)
    let (right, bottom) = (size.columns - 1, size.rows - 1)
    let widths = canvas.widths
    if !isOnTop, clip == frame, let cells = lines.cells(in: id, by: widths) {
      return canvas.grid.put(cells, around: frame)
    }
    func draw(
      _ scalar: Unicode.Scalar, _ column: Int, _ row: Int, columns: Int = 1, rows: Int = 1
    ) {
      fill(
        Cell(scalar, id, by: widths), or: String(scalar), id,
        in: Rectangle(column: column, row: row, columns: columns, rows: rows))
    }
    draw(lines.horizontal, 1, 0, columns: right - 1)
    draw(lines.horizontal, 1, bottom, columns: right - 1)
    draw(lines.vertical, 0, 1, rows: bottom - 1)
    draw(lines.vertical, right, 1, rows: bottom - 1)
    draw(lines.topLeading, 0, 0)
    draw(lines.topTrailing, right, 0)
    draw(lines.bottomLeading, 0, bottom)
    draw(lines.bottomTrailing, right, bottom)
  }

  /// Fills a rectangle with a cell, or with a text that is not one narrow cell.
  private func fill(
    _ cell: Cell?, or text: @autoclosure () -> String, _ id: StyleID, in rectangle: Rectangle
  ) {
    let area = clip.intersection(rectangle.moved(columns: frame.column, rows: frame.row))
    guard !area.size.isEmpty else { return }
    if isOnTop { catchClicks(in: area) }
    if let cell { return canvas.grid.put(cell, in: area) }
    let text = text()
    let line = ScannedLine(text)
    for row in area.row..<area.endRow {
      var writer = RowWriter(
        canvas: canvas, row: row, clip: area.column..<area.endColumn, column: area.column,
        style: id)
      while writer.column < area.endColumn {
        let before = writer.column
        if let line { writer.write(line) } else { writer.write(text) }
        if writer.column == before { writer.write(" ") }
      }
    }
  }
}
