extension Surface {
  /// Draws content that may be higher than the surface, scrolled to the focus.
  ///
  /// The content scrolls by half of the surface, so that most steps of the focus move no rows. It
  /// leaves no rows empty, and a row visible below that of the focus. If the focus can be seen at a
  /// position of the program, that is taken. After a click, the rows stay where they were. The frame
  /// map records all regions that keys reach, so that the focus can move to those out of sight.
  ///
  /// - Parameters:
  ///   - rows: The height of the content, in rows.
  ///   - base: The position of the program, in rows above the visible ones.
  ///   - follows: Whether the content scrolls to the focus if `base` does not show it.
  ///   - environment: The environment of the content. If a modal layer has taken the focus, the rows
  ///     stay where they are.
  ///   - draw: A closure that draws the content into a surface of that height.
  /// - Returns: The number of rows above the visible ones.
  @discardableResult
  func drawAroundFocus(
    rows: Int, from base: Int = 0, follows: Bool = true, in environment: ViewEnvironment,
    draw: (Surface, ViewEnvironment) -> Void
  ) -> Int {
    guard rows > size.rows else {
      draw(self, environment)
      return 0
    }
    guard !visible.size.isEmpty else { return base }
    var focused = environment
    focused.suspendsFocus = false
    let overview = overview(rows: rows) { draw($0, focused) }
    let row = focused.focus == nil || !follows ? nil : overview.focusedRow
    var skipped = row.map { rowsSkipped(toShow: $0, of: rows, from: base) } ?? base
    if let row, focused.focusOrigin != nil {
      var before = focused
      before.focus = focused.focusOrigin
      let rowBefore = self.overview(rows: rows) { draw($0, before) }.focusedRow
      let kept = rowBefore.map { rowsSkipped(toShow: $0, of: rows, from: base) } ?? base
      if (kept..<kept + size.rows).contains(row) { skipped = kept }
    }
    draw(region(Rectangle(row: -skipped, columns: size.columns, rows: rows)), environment)
    canvas.frame.addScrolledForm(overview.frame, at: corner)
    return skipped
  }

  /// Returns how many rows of the content are above the surface if it shows a row.
  private func rowsSkipped(toShow row: Int, of rows: Int, from base: Int) -> Int {
    if base > 0, (base..<base + size.rows).contains(row) { return base }
    let half = max(1, size.rows / 2)
    let margin = size.rows > 2 ? 1 : 0
    let hidden = max(0, row + margin + 1 - size.rows)
    return min((hidden + half - 1) / half * half, rows - size.rows)
  }

  /// Returns a separate canvas with the content, up to 1,000 rows and columns.
  private func overview(rows: Int, _ draw: (Surface) -> Void) -> Canvas {
    let columns = min(max(0, visible.endColumn), 1_000)
    let overview = Canvas(size: Size(columns: columns, rows: min(rows, 1_000)), widths: widths)
    overview.frame.layer = canvas.frame.layer
    let whole = overview.surface.region(Rectangle(columns: size.columns, rows: rows))
    draw(whole.enabled(like: self))
    return overview
  }
}

extension Canvas {
  /// The row of the cursor, or else of the focus.
  fileprivate var focusedRow: Int? { cursor?.row ?? frame.focus?.row }
}
