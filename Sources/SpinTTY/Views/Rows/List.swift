/// A list of rows, scrolled so that the selected row is visible.
///
/// ```swift
/// List(state.files, state.selection) { file in
///   Text(file.name, wrapping: .none)
/// }
/// .id(Area.files)
/// ```
///
/// The list makes only the visible rows, so a million rows cost as much as those that fit on the
/// screen. All rows have the same height; in one of a single line, a ``Text`` shows its newlines, as
/// `a␊b`. While the list has the focus, or its layer names no
/// focus, the selected row has the style of the theme's selection, one bar under its cells, and is the
/// place of the focus for screen readers. Otherwise the bar is quieter, in the colour of the theme's
/// tracks, or the row has the theme's accent on terminals with few colours. Coloured text keeps its hue
/// on the bar, lighter or darker if it could not be read otherwise.
/// ``selectionStyle(_:unfocused:)`` chooses other styles.
///
/// Whatever its height, the list shows the selected row, and scrolls no further than necessary for
/// that. In a padded border, a dot stands before the marked rows. In a region (see ``View/id(_:)``), the
/// visible rows are regions of their own, so that a click selects the row that the user saw.
public struct List: View {
  private let count: Int
  private let selected: () -> Int?
  private let start: (_ selected: Int?, _ page: Int) -> Int
  private let declare: (Surface, Int) -> Surface
  private let noteDuplicate: (Surface, Range<Int>) -> Void
  private let rowHeight: Int
  private let row: (Int) -> ViewList
  /// Whether a row is marked; `nil` if none is.
  private let isMarked: ((Int) -> Bool)?
  /// The width in columns of content that scrolls sideways; `nil` for none.
  var contentColumns: Int?
  var styles = RowStyles()

  /// Creates a list of rows by number, from 0 up to but not including `count`.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - selection: The selected row and the scroll position.
  ///   - rowHeight: The height of each row in cells, at least 1.
  ///   - row: A closure that returns a row.
  public init(
    count: Int, _ selection: Selection<Int>, rowHeight: Int = 1,
    @ViewBuilder row: @escaping (Int) -> ViewList
  ) {
    self.init(Rows.numbers(count), selection, rowHeight, row)
  }

  /// Creates a list of elements that have ids.
  ///
  /// - Parameters:
  ///   - data: The elements, one for each row.
  ///   - selection: The selected row and the scroll position.
  ///   - rowHeight: The height of each row in cells, at least 1.
  ///   - row: A closure that returns the row of an element.
  public init<Data: RandomAccessCollection>(
    _ data: Data, _ selection: Selection<Data.Element.ID>, rowHeight: Int = 1,
    @ViewBuilder row: @escaping (Data.Element) -> ViewList
  ) where Data.Element: Identifiable, Data.Element.ID: Sendable {
    self.init(Rows(data) { $0.id }, selection, rowHeight) { row(data.element($0)) }
  }

  /// Creates a list of elements that are their own ids.
  ///
  /// - Parameters:
  ///   - data: The elements, one for each row.
  ///   - selection: The selected row and the scroll position.
  ///   - rowHeight: The height of each row in cells, at least 1.
  ///   - row: A closure that returns the row of an element.
  public init<Data: RandomAccessCollection>(
    _ data: Data, _ selection: Selection<Data.Element>, rowHeight: Int = 1,
    @ViewBuilder row: @escaping (Data.Element) -> ViewList
  ) where Data.Element: Hashable & Sendable {
    self.init(Rows(data) { $0 }, selection, rowHeight) { row(data.element($0)) }
  }

  /// Creates a list of rows that have ids.
  init<ID: Hashable & Sendable>(
    _ rows: Rows<ID>, _ selection: Selection<ID>, _ rowHeight: Int = 1,
    _ row: @escaping (Int) -> ViewList
  ) {
    count = rows.count
    selected = { selection.index(in: rows) }
    start = { selection.window($0, rows.count, $1) }
    declare = { surface, number in surface.declare(RowID(id: rows.id(number))) }
    noteDuplicate = { surface, shown in surface.noteDuplicate(in: shown.lazy.map(rows.id)) }
    self.rowHeight = max(1, rowHeight.inCells)
    self.row = row
    isMarked = selection.marked.isEmpty ? nil : { selection.marked.contains(rows.id($0)) }
  }

  /// Chooses the style of the selected row.
  ///
  /// The style is laid over the row. A style with a background, or in reverse, makes a bar of one
  /// background: the cells lose their own backgrounds, and in reverse their foregrounds too. On a
  /// background, coloured text keeps its hue, and other text has the style's foreground. Any other
  /// style changes only the properties that it sets.
  ///
  /// ```swift
  /// List(state.files, state.selection) { Text($0.name) }
  ///   .selectionStyle(Style(foreground: .black, background: .cyan))
  /// ```
  ///
  /// - Parameters:
  ///   - focused: The style while the list has the focus, or no focus is set.
  ///   - unfocused: The style while another view has the focus; `nil` for a quieter bar.
  /// - Returns: The list with these styles.
  public func selectionStyle(
    _ focused: Style, unfocused: Style? = nil
  ) -> List {
    var list = self
    list.styles = RowStyles(focused: focused, unfocused: unfocused)
    return list
  }

  /// Returns the width offered and the height that the rows need, up to the height offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let rows = min(count, Rectangle.bound) * rowHeight
    let needed = max(1, min(rows, proposal.rows ?? rows))
    return Size(columns: max(1, proposal.columns ?? 40), rows: needed)
  }

  /// Draws the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.visible.size.isEmpty else { return }
    let inner = inner(environment)
    let page = max(1, surface.size.rows / rowHeight)
    surface.declareFocusable()
    let selected = selected()
    let first = start(selected, page)
    surface.declareContent(
      Size(columns: contentColumns ?? surface.size.columns, rows: count),
      page: Size(columns: surface.size.columns, rows: page), firstRow: first)
    let visible = surface.visible
    // The last place on the screen may be one beyond the last row, whose number may be the largest.
    let shown = (visible.row / rowHeight..<(visible.endRow - 1) / rowHeight + 1)
      .clamped(to: 0..<max(0, count - first))
    noteDuplicate(surface, first + shown.lowerBound..<first + shown.upperBound)
    for place in shown {
      let number = first + place
      let isSelected = number == selected
      var region = surface.region(
        Rectangle(row: place * rowHeight, columns: surface.size.columns, rows: rowHeight))
      let bar = region.bar
      if surface.isInRegion { region = declare(region, number) }
      if isSelected {
        bar.fill()
        if environment.isFocused { region.anchorFocus() }
      }
      row(number).resolved.place(in: region, at: .topLeading, in: inner)
      if let isMarked, isMarked(number) { drawMark(on: bar, before: region, in: environment) }
      if isSelected {
        let style = styles.current(in: environment)
        bar.restyle { $0 = style.laid(over: $0, on: surface.base) }
      }
    }
  }

  /// Draws a mark in the blank column before a row, if there is one.
  private func drawMark(on bar: Surface, before row: Surface, in environment: ViewEnvironment) {
    let column = row.corner.column - bar.corner.column - 1
    guard column >= 0 else { return }
    bar.put(
      environment.drawsASCII ? "*" : "•", column: column, style: environment.style(.warning))
  }

  /// Returns the environment of the rows.
  private func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    inner.isRow = rowHeight == 1
    return inner
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Returns the rows in a description: those around the selected row.
  func saidRows(in text: PlainText) -> Range<Int> {
    let page = text.rows(of: count)
    let first = start(selected(), page)
    return first..<min(count, first + page)
  }

  /// Describes the rows around the selected one, marked with `>`, and their position in the list.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let selected = selected()
    let said = saidRows(in: text)
    let inner = inner(environment)
    for number in said {
      var part = text.unwrapped()
      row(number).describe(into: &part, in: inner)
      let mark = number == selected ? "> " : "  "
      for line in part.lines { text.append(mark + line) }
    }
    if count > said.count {
      text.append("rows \(said.lowerBound + 1) to \(said.upperBound) of \(count)")
    }
  }
}
