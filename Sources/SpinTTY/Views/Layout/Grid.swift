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
/// A column is as wide as its widest cell. If cells have a ``Constraint`` for their width, as by
/// ``View/frame(width:height:alignment:)``, the first of them is that of the column. When it is tight,
/// columns give way like the views of an ``HStack``: the spacing goes first, and the last columns are
/// left out in all rows.
///
/// A row is as high as its highest cell. A view that is no ``GridRow`` has the whole width, and rows
/// follow each other like the views of a ``VStack``. Only rows that stand directly in the grid share
/// columns, and a modifier makes another view of a row: give it to the cells.
///
/// For rows of data with a selection, see ``Table``.
///
/// - Complexity: every cell is measured, also of rows for which there is no room.
public struct Grid: View {
  private let rows: StackNode

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - alignment: Where cells stand that are lower than their row.
  ///   - spacing: The columns of the screen between two columns of the grid.
  ///   - rowSpacing: The rows of the screen between two rows.
  ///   - columns: Where cells stand that are narrower than their column, from the first column on; the
  ///     others stand at the left edge.
  ///   - content: The rows and other views, from top to bottom.
  public init(
    alignment: VerticalAlignment = .top, spacing: Int = 1, rowSpacing: Int = 0,
    columns: [HorizontalAlignment] = [], @ViewBuilder content: () -> ViewList
  ) {
    let views = content().views
    let grid = GridColumns(
      views.compactMap { ($0 as? GridRow)?.cells }, spacing: spacing, alignments: columns)
    rows = StackNode(
      .vertical, spacing: rowSpacing, distribution: .start,
      views: views.map { view in
        (view as? GridRow).map { GridLine($0, in: grid, at: alignment) } ?? view
      })
  }

  /// The widths of the columns together, and the heights of the rows.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    rows.plan(proposal, in: environment).size
  }

  /// Draws the rows from top to bottom.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    rows.draw(into: surface, in: environment, offset: HorizontalAlignment.leading.offset)
  }

  /// Fills if one of its cells or views does, or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    rows.constraint(along: axis, in: environment)
  }

  /// Says the rows from top to bottom, each in one line if its cells are.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    rows.describe(into: &text, in: environment)
  }
}

/// A row of a ``Grid``, whose views are its cells; elsewhere an ``HStack``.
public struct GridRow: View {
  let cells: [any View]
  private let row: StackNode

  /// Creates a row.
  ///
  /// - Parameter content: The cells, from left to right. An ``EmptyView`` leaves a cell empty, and
  ///   ``View/gridColumns(_:)`` makes one of several.
  public init(@ViewBuilder content: () -> ViewList) {
    cells = content().views
    row = StackNode(.horizontal, spacing: 1, distribution: .start, views: cells)
  }

  /// The widths together, and the largest height.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    row.plan(proposal, in: environment).size
  }

  /// Draws the cells from left to right.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    row.draw(into: surface, in: environment, offset: VerticalAlignment.top.offset)
  }

  /// Fills if one of its cells does, or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    row.constraint(along: axis, in: environment)
  }

  /// Says the cells in one line, if each is one; else one after the other.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    row.describe(into: &text, in: environment)
  }
}

extension View {
  /// Makes the view a cell of several columns of a ``Grid``, and of the spacing between them.
  ///
  /// If it is wider than its columns, all of them are widened by the same amount, as far as other cells
  /// leave room. If the view or one of these columns fills or takes a ratio, they stay as they are. If a
  /// row ends with it, it reaches no further than the last column of the other rows.
  ///
  /// - Parameter count: The number of columns, 1 or more.
  /// - Returns: The cell; outside of a ``GridRow`` the same view.
  public func gridColumns(_ count: Int) -> some View {
    WideCell(content: resolved, count: max(1, count))
  }
}

/// A cell of several columns; elsewhere the view that it is.
struct WideCell: View {
  let content: any View
  let count: Int

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: surface, in: environment)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}
