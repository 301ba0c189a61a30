extension Surface {
  /// Draws something that may be higher than the surface, so that the part around the focus is seen.
  ///
  /// The row of the focus stands in the middle, unless that would leave rows empty. The frame also learns
  /// of the regions that are out of sight, so that the focus can go there.
  ///
  /// - Parameters:
  ///   - rows: The height of what is drawn.
  ///   - focus: The region that has the focus; nil shows the first rows.
  ///   - draw: Draws into a surface of that height.
  func drawAroundFocus(rows: Int, focus: RegionKey?, draw: (Surface) -> Void) {
    guard rows > size.rows else { return draw(self) }
    guard !visible.size.isEmpty else { return }
    let overview = overview(rows: rows, draw)
    let row = focus == nil ? nil : overview.cursor?.row ?? overview.frame.focus?.row
    let skipped = row.map { min(max(0, $0 - size.rows / 2), rows - size.rows) } ?? 0
    draw(region(Rectangle(row: -skipped, columns: size.columns, rows: rows)))
    canvas.frame.addHidden(
      from: overview.frame,
      movedTo: FrameMap.Place(column: corner.column, row: corner.row - skipped))
  }

  /// A canvas of its own with all of it, within bounds that no form exceeds.
  private func overview(rows: Int, _ draw: (Surface) -> Void) -> Canvas {
    let columns = min(max(0, visible.endColumn), 1_000)
    let overview = Canvas(size: Size(columns: columns, rows: min(rows, 1_000)), widths: widths)
    overview.frame.layer = canvas.frame.layer
    draw(overview.surface.region(Rectangle(columns: size.columns, rows: rows)))
    return overview
  }
}
