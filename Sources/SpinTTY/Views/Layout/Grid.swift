/// Rows of views whose columns line up.
///
/// ```swift
/// Grid(spacing: 2, columns: [.leading, .trailing]) {
///   GridRow {
///     Text("latency")
///     Text("12 ms")
///   }
///   GridRow {
///     Text("throughput")
///     Text("1,204 a second")
///   }
///   Divider()
///   Text("measured over the last minute").dim()
/// }
/// ```
///
/// A column is as wide as its widest cell. If cells have a ``Constraint`` for their width, for
/// example from ``View/frame(width:height:alignment:)``, the first one applies to the column. If
/// there is little room, columns give way like the views of an ``HStack``: the spacing goes first,
/// and the last columns are omitted in all rows.
///
/// A row is as high as its highest cell. A view that is not a ``GridRow`` takes the whole width,
/// and rows are stacked like the views of a ``VStack``. Only rows directly in the grid share its
/// columns. A row with a modifier is no longer such a row, so apply modifiers to cells.
///
/// For rows of data with a selection, see ``Table``.
///
/// - Complexity: Every cell is measured, even in rows without room.
public struct Grid: View {
  private let rows: StackNode

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - alignment: The position of cells lower than their row.
  ///   - spacing: The blank columns of cells between two columns of the grid.
  ///   - rowSpacing: The blank rows of cells between two rows of the grid.
  ///   - columns: The positions of cells narrower than their column, from the first column on;
  ///     further columns align at the left edge.
  ///   - content: The rows and other views, from top to bottom.
  public init(
    alignment: VerticalAlignment = .top, spacing: Int = 1, rowSpacing: Int = 0,
    columns: [HorizontalAlignment] = [], @ViewBuilder content: () -> ViewList
  ) {
    let views = content().views
    let grid = GridColumns(
      views.compactMap { Grid.row($0)?.views }, spacing: spacing, alignments: columns)
    rows = StackNode(
      .vertical, spacing: rowSpacing,
      views: views.map { view in
        Grid.row(view).map { GridLine($0, in: grid, at: alignment) } ?? view
      })
  }

  /// Returns the row that a view is, if it is one.
  private static func row(_ view: any View) -> StackNode? {
    (view as? StackNode).flatMap { $0.isGridRow ? $0 : nil }
  }

  /// The rows, from top to bottom.
  public var body: some View { return ResolvedView(rows) }
}

/// A row of a ``Grid``, whose views are its cells; elsewhere it acts like an ``HStack``.
public struct GridRow: View {
  private let row: StackNode

  /// Creates a row.
  ///
  /// - Parameter content: The cells, from left to right. An ``EmptyView`` leaves a cell empty, and
  ///   ``View/gridColumns(_:)`` makes a cell span several columns.
  public init(@ViewBuilder content: () -> ViewList) {
    row = StackNode(.horizontal, spacing: 1, views: content().views, isGridRow: true)
  }

  /// The cells, from left to right.
  public var body: some View { return ResolvedView(row) }
}

extension View {
  /// Makes the view a cell that spans several columns of a ``Grid`` and the spacing between them.
  ///
  /// If the view is wider than its columns, all of them are widened by the same amount, as far as
  /// there is room. If the view or one of these columns fills or takes a ratio, the widths stay
  /// unchanged. At the end of a row, the cell spans no further than the last column of the other
  /// rows.
  ///
  /// - Parameter count: The number of columns, 1 or more.
  /// - Returns: The cell; outside a ``GridRow``, the view itself.
  public func gridColumns(_ count: Int) -> some View {
    WideCell(content: resolved, count: max(1, count))
  }
}

/// A cell that spans several columns; outside a grid, its content.
struct WideCell: ContentView {
  let content: any View
  let count: Int
}
