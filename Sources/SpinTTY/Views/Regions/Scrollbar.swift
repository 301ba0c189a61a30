extension View {
  /// Adds a scrollbar on the right of the view.
  ///
  /// ```swift
  /// List(state.files, state.selection) { Text($0.name) }.scrollbar().id(Area.files)
  /// Viewport(state.scroll) { Text(state.manual) }.scrollbar().border().id(Area.manual)
  /// ```
  ///
  /// A ``List``, a ``Table``, a ``Viewport`` and every other view that declares content larger than its
  /// page (see ``Surface/declareContent(_:page:firstRow:)``) gets a bar of one column beside its rows, and
  /// a blank column before it if there is room. The columns are reserved even while all rows are visible,
  /// so that nothing moves when rows are added. The first and the last cell stand for the first and the
  /// last position. A view that is one column wide has no bar.
  ///
  /// In the region of such a view, the mouse scrolls with the bar: a press goes to that position,
  /// and the rows follow while the button is held. A bar outside the region, as in
  /// `.id(Area.files).border().scrollbar()`, only shows the position.
  public func scrollbar() -> some View {
    inRegion { Scrollbar(content: $0) }
  }
}

/// A view with a scrollbar on its right.
struct Scrollbar: ContentView {
  let content: any View

  /// The least width in columns of a view and its bar with a gap between them.
  private static let roomy = 10

  /// Returns the columns of the bar and the gap before it.
  private func extra(in columns: Int?) -> Int {
    columns.map { $0 < Scrollbar.roomy ? 1 : 2 } ?? 2
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let extra = extra(in: proposal.columns)
    let inner = content.measure(proposal.less(columns: extra, rows: 0), in: environment)
    // In its own width, the view must take the same width again.
    let isNarrow = inner.columns + extra < Scrollbar.roomy
    return Size(columns: inner.columns + (isNarrow ? 1 : extra), rows: inner.rows)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    guard size.columns > 1 else { return content.draw(into: surface, in: environment) }
    let extra = extra(in: size.columns)
    var inner = surface.region(Rectangle(columns: size.columns - extra, rows: size.rows))
    inner.gainMargins(in: surface)
    let area = surface.scrolledArea { content.draw(into: inner, in: environment) }
    guard let area else { return }
    // The bar of a selection ends before the scrollbar.
    surface.lastColumn.bar.fill()
    let column = Rectangle(column: size.columns - 1, columns: 1, rows: size.rows)
    let place = column.intersection(
      Rectangle(
        column: column.column, row: area.rectangle.row, columns: 1,
        rows: area.rectangle.size.rows))
    var bar = surface.region(place)
    if area.region != nil, let key = surface.regionKey {
      bar = bar.declare(ScrollbarID(region: key))
    }
    bar.drawBar(of: area, in: environment)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment).insetBy(axis == .horizontal ? 2 : 0)
  }
}

extension Surface {
  /// The last column of the surface, for a bar.
  var lastColumn: Surface {
    region(Rectangle(column: size.columns - 1, columns: 1, rows: size.rows))
  }

  /// Draws the bar of content of which as many rows are visible as the bar is high.
  func drawBar(rows: Int, firstRow: Int, in environment: ViewEnvironment) {
    let area = ScrolledArea(
      rectangle: Rectangle(columns: 1, rows: size.rows), rows: rows, page: size.rows,
      firstRow: firstRow)
    drawBar(of: area, in: environment)
  }

  /// Draws the bar of a scrolled area.
  func drawBar(of area: ScrolledArea, in environment: ViewEnvironment) {
    let isASCII = environment.drawsASCII
    let thumb = area.thumb(in: size.rows)
    fill(isASCII ? "|" : "│", style: environment.style(.track))
    fill(
      isASCII ? "#" : "┃", in: Rectangle(row: thumb.lowerBound, columns: 1, rows: thumb.count),
      style: environment.style(.border))
  }
}

extension ScrolledArea {
  /// Returns the cells of a bar that stand for the visible rows.
  ///
  /// If the bar is long enough, the first cell is among them only at the start of the content, and
  /// the last cell only at the end.
  func thumb(in cells: Int) -> Range<Int> {
    guard cells > 0, rows > page, page >= 0 else { return 0..<max(0, cells) }
    let part = Double(page) / Double(rows) * Double(cells)
    let length = max(1, min(Int(part.rounded()), cells - 1))
    let room = cells - length
    let limit = rows - page
    let place = min(max(firstRow, 0), limit)
    var start = Int((Double(place) / Double(limit) * Double(room)).rounded())
    if room > 1 {
      if place > 0 { start = max(start, 1) }
      if place < limit { start = min(start, room - 1) }
    }
    return start..<start + length
  }
}
