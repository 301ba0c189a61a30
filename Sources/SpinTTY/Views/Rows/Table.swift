/// A table of rows and titled columns with a selected row, sorted by a click on a title.
///
/// ```swift
/// struct Top: Sendable {
///   static let columns: [Table<Process>.Column] = [
///     .init("PID", \.id, .fixed(7), .trailing),
///     .init("CPU%", \.cpu, .fixed(7), .trailing, descending: true) {
///       Text($0.percent).foreground($0.heat)
///     },
///     .init("COMMAND", \.command),
///   ]
///   var processes: [Process] = []
///   var table = Table<Process>.Model(sort: "CPU%", descending: true)
/// }
///
/// Table(top.processes, top.table, Top.columns).scrollbar().id(Area.table)  // the view
/// Control(Area.table) { .table($0) }                                       // its input
/// Key("c", help: "by CPU", .table(.sort("CPU%")))
/// ```
///
/// ``Table/Model`` shows the reducer. The table shows the rows in the order given; the mark beside
/// a title shows the column that the model sorts them by.
///
/// The table makes only the visible cells, so a million rows cost as much as those that fit on the
/// screen. It looks like a ``List`` below a row of titles, which is omitted if there is room for
/// only one row. The selected row is one bar, and in a region (see ``View/id(_:)``) a click selects
/// the row that the user saw. Columns wider than the room scroll sideways, those of the
/// lowest ``Column/priority(_:)`` come last, and a mark at the end of the titles says that more is to
/// the right. A cell is one line, cut
/// like ``Text``, with an ellipsis even where the edge of the table cuts it. Space marks a row; see
/// ``Selection/marked`` for programs without marks.
public struct Table<Row: Identifiable & SendableMetatype>: View where Row.ID: Sendable {
  private let rows: Rows<Row.ID>
  private let row: (Int) -> Row
  /// The cells of a row, by column.
  private let cells: (Int) -> (Int) -> Text
  private let model: Model
  private let columns: [Column]
  private var headerStyle: Style?
  private var markedStyle: Style?
  private var rowStyle: ((Row) -> Style)?
  private var styles = RowStyles()

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - rows: The rows, in the order shown.
  ///   - model: The selection, the sort mark and the scroll position.
  ///   - columns: The columns, from left to right.
  @inlinable
  public init<Data: RandomAccessCollection>(_ rows: Data, _ model: Model, _ columns: [Column])
  where Data.Element == Row {
    self.init(rows, model, columns) { number in
      let row = rows.element(number)
      return { columns[$0].cell(row) }
    }
  }

  /// NB: `cells` is made where the types are known.
  @usableFromInline
  init<Data: RandomAccessCollection>(
    _ rows: Data, _ model: Model, _ columns: [Column],
    makingCells cells: @escaping (Int) -> (Int) -> Text
  ) where Data.Element == Row {
    self.rows = Rows(rows) { $0.id }
    row = { rows.element($0) }
    self.cells = cells
    self.model = model
    self.columns = columns
  }

  /// Chooses the style of the selected row, like ``List/selectionStyle(_:unfocused:)``.
  ///
  /// - Parameters:
  ///   - focused: The style while the table has the focus, or no focus is set.
  ///   - unfocused: The style while another view has the focus; `nil` for a quieter bar.
  /// - Returns: The table with these styles.
  public func selectionStyle(
    _ focused: Style, unfocused: Style? = nil
  ) -> Table {
    var table = self
    table.styles = RowStyles(focused: focused, unfocused: unfocused)
    return table
  }

  /// Chooses the style of marked rows; the styles of their cells take precedence.
  ///
  /// By default, marked rows are underlined in the theme's style of warnings. In a padded border, a dot stands before
  /// them, as in a ``List`` and a ``Tree``.
  public func markedStyle(_ style: Style) -> Table {
    var table = self
    table.markedStyle = style
    return table
  }

  /// Chooses the style of each row; the styles of its cells take precedence.
  ///
  /// ```swift
  /// Table(state.processes, state.table, State.columns)
  ///   .rowStyle { Style(attributes: $0.cpu > 50 ? .bold : []) }
  /// ```
  ///
  /// - Parameter style: Called for each visible row.
  /// - Returns: The table with these styles.
  public func rowStyle(_ style: @escaping (Row) -> Style) -> Table {
    var table = self
    table.rowStyle = style
    return table
  }

  /// Chooses the style of the titles, by default the theme's accent on its track.
  public func headerStyle(_ style: Style) -> Table {
    var table = self
    table.headerStyle = style
    return table
  }

  /// The number of the column with the sort mark; `nil` for none.
  private var sorted: Int? {
    guard let title = model.sortColumn else { return nil }
    return columns.firstIndex { $0.title == title }.flatMap { columns[$0].order == nil ? nil : $0 }
  }

  private func layout(_ room: Int?, in environment: ViewEnvironment) -> TableLayout {
    let wishes = columns.map { column in
      // The title and its mark.
      let least = column.width.least ?? environment.widths.width(of: column.title) + 1
      return TableLayout.Wish(
        least: least, weight: column.width.weight, priority: column.priority)
    }
    return TableLayout(wishes, room: room, offset: model.columnOffset)
  }

  private func list(_ row: @escaping (Int) -> any View) -> List {
    var list = List(rows, model.selection) { ViewList([row($0)]) }
    list.styles = styles
    return list
  }

  /// Returns the width offered and the height that the titles and rows need, up to the height
  /// offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let columns = proposal.columns ?? layout(nil, in: environment).width
    let rows = min(rows.count, Rectangle.bound - 1) + 1
    return Size(columns: max(1, columns), rows: max(1, min(rows, proposal.rows ?? rows)))
  }

  /// Draws the titles and the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.visible.size.isEmpty else { return }
    let size = surface.size
    let layout = layout(size.columns, in: environment)
    let visible = surface.visible
    let shown = layout.visible(visible.column..<visible.endColumn)
    let titles = size.rows > 1 || rows.count == 0 ? 1 : 0
    if titles > 0 {
      let header = TableHeader(
        columns: columns, layout: layout, shown: shown, sorted: sorted,
        isDescending: model.isDescending)
      let style = headerStyle ?? environment.style(.accent).over(environment.trackStyle ?? .plain)
      let row = surface.region(Rectangle(columns: size.columns, rows: 1))
      if style.background != nil { row.bar.styled(style).fill() }
      Styled(content: header, style: style).draw(into: row, in: environment)
    }
    surface.declareFocusable()
    let body = surface.region(
      Rectangle(row: titles, columns: size.columns, rows: size.rows - titles))
    if rows.count == 0 {
      body.declareContent(
        Size(columns: layout.width, rows: 0), page: body.size, firstRow: 0)
    }
    let marked = model.selection.marked
    let markedStyle =
      markedStyle ?? Style(underline: .single).over(environment.style(.warning))
    // NB: no key path, which generic code would look up.
    let alignments = columns.map { $0.alignment }
    var list = list { [row, cells, rowStyle] number in
      let view = TableRow(
        cell: cells(number), alignments: alignments, layout: layout, shown: shown)
      let isMarked = !marked.isEmpty && marked.contains(row(number).id)
      guard isMarked || rowStyle != nil else { return view }
      let own = rowStyle?(row(number)) ?? .plain
      return Styled(content: view, style: isMarked ? markedStyle.over(own) : own)
    }
    list.contentColumns = layout.width
    list.draw(into: body, in: environment)
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the order, the titles and the rows around the selected one, in aligned columns.
  ///
  /// The selected row begins with `>`, and marked rows with `*`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let said = list { _ in EmptyView() }.saidRows(in: text)
    let lines = lines(said, text.unwrapped(), in: environment)
    if let sorted {
      let words = environment.words
      text.append(
        words.sorted.with("column", columns[sorted].title)
          .with("order", model.isDescending ? words.descending : words.ascending))
    }
    text.append("  " + lines[0])
    list { Text(lines[1 + $0 - said.lowerBound]) }.describe(into: &text, in: environment)
  }

  /// Returns the titles and some rows as lines with aligned columns.
  private func lines(
    _ numbers: Range<Int>, _ text: PlainText, in environment: ViewEnvironment
  ) -> [String] {
    func words(_ cell: Text) -> String {
      var (words, inner) = (text, environment)
      inner.isRow = true
      cell.describe(into: &words, in: inner)
      return words.lines.joined(separator: " ")
    }
    let marked = model.selection.marked
    let rows = numbers.map(row)
    let lines =
      [columns.map { words(Text($0.title)) }]
      + rows.map { row in columns.map { words($0.cell(row)) } }
    let widths = columns.indices.map { column in
      lines.reduce(0) { max($0, environment.widths.width(of: $1[column])) }
    }
    let layout = TableLayout(
      widths.map { TableLayout.Wish(least: $0, weight: nil) }, gap: 2, room: nil)
    let isMarked = [false] + rows.map { marked.contains($0.id) }
    return zip(lines, isMarked).map { cells, isMarked in
      var line = marked.isEmpty ? "" : isMarked ? "* " : "  "
      var end = 0
      for (column, cell) in cells.enumerated() {
        let width = environment.widths.width(of: cell)
        let start =
          layout.places[column].start
          + columns[column].alignment.offset(of: width, in: layout.places[column].length)
        line += String(repeating: " ", count: max(0, start - end)) + cell
        end = start + width
      }
      return line
    }
  }
}
