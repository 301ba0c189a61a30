/// An editor of text with several lines.
///
/// ```swift
/// TextArea(state.note, placeholder: "note").id(Area.note)  // the view
/// Control(Area.note) { .note($0) }                         // its input
/// case .note(let action): note.reduce(action)              // the reducer
/// ```
///
/// A line that is too long continues in the next row, after a blank or at an ideograph; the last
/// column of the text is reserved for the cursor after a full row. The area has the blank columns,
/// the background and the edge or the frame of a ``TextInput``. The text scrolls no further than necessary
/// to show the cursor, until the wheel scrolls it elsewhere. Tabs go to the next multiple of eight
/// columns in their row.
///
/// With the focus, the area shows the cursor where the next character goes, and selected text has
/// the style of the theme's selection. Without the focus, selected text has the accent, and in ASCII
/// and on terminals with few colours the last row is underlined. The area has the focus if it is inside the
/// focused region, or if its layer names no focus.
///
/// - Complexity: A frame takes O(*n*) in the visible rows, regardless of the number of lines. A
///   line of kilobytes is read once for each width, up to its visible part. After an edit, it is
///   read again from the edit on.
public struct TextArea: View, FramedControl {
  private let model: Model
  private let placeholder: String
  private let shape: Cursor.Shape

  /// Creates an area.
  ///
  /// - Parameters:
  ///   - model: The text and the cursor.
  ///   - placeholder: The text shown while the area is empty.
  ///   - shape: The look of the cursor.
  public init(_ model: Model, placeholder: String = "", shape: Cursor.Shape = .standard) {
    self.model = model
    self.placeholder = placeholder
    self.shape = shape
  }

  /// Returns the width offered, or the longest line's, and the height that the rows need.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let insets = environment.fieldInsets(in: proposal)
    let margins = insets.columns
    if model.isEmpty, !placeholder.isEmpty {
      let size = placeholderText(in: environment)
        .measure(proposal.less(columns: margins, rows: insets.rows), in: environment)
      let columns = proposal.columns ?? size.columns + 1 + margins
      return Size(columns: max(1, columns), rows: max(1, size.rows) + insets.rows)
    }
    let columns = proposal.columns ?? 1 + longestLine(in: environment) + margins
    let room = TextPage(
      columns: columns - margins, rows: proposal.rows.map { $0 - insets.rows } ?? .max,
      widths: environment.widths)
    var rows = 0
    for line in model.lines.all {
      if rows >= room.rows { break }
      rows += line.rowCount(in: room, upTo: room.rows - rows)
    }
    return Size(columns: max(1, columns), rows: max(1, rows) + insets.rows)
  }

  private func longestLine(in environment: ViewEnvironment) -> Int {
    model.lines.all.reduce(0) { longest, line in
      let row = line.row(0, in: TextPage(columns: .max, rows: 1, widths: environment.widths))
      return max(longest, row?.column(of: line.length) ?? 0)
    }
  }

  private func placeholderText(in environment: ViewEnvironment) -> Text {
    Text(placeholder, style: environment.style(.secondary))
  }

  /// Draws the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    guard !surface.size.isEmpty, !surface.visible.size.isEmpty else { return }
    let whole = surface
    let surface = surface.field(in: environment)
    let size = surface.size
    let room = TextPage(columns: size.columns, rows: size.rows, widths: surface.widths)
    if model.isEmpty { placeholderText(in: environment).draw(into: surface, in: environment) }
    let cursor = model.row(of: model.cursor, in: room)
    let visible = surface.visible
    let first = model.firstRow(in: room)
    var place = model.row(visible.row, from: first, in: room)
    // Beyond the last row, the place is that of the last row.
    let isThere = visible.row == 0 || model.row(visible.row - 1, from: first, in: room) != place
    let start = place
    var (grid, goesOn): ([TextGrid.Row], Bool) = ([], true)
    for number in visible.row..<visible.endRow where isThere {
      guard let row = model.lines[place.line].row(place.row, in: room) else { break }
      row.draw(into: surface, row: number)
      restyle(row, of: place.line, at: number, on: surface, in: environment)
      if surface.isInRegion {
        let stops = row.stops
        grid.append(
          TextGrid.Row(
            line: place.line,
            stops: TextStops(
              column: surface.corner.column, row: surface.corner.row + number,
              offsets: stops.offsets, end: stops.end)))
      }
      if place == cursor, environment.isFocused {
        let column = min(row.column(of: model.cursor.offset), size.columns - 1)
        surface.placeCursor(column: column, row: number, shape: shape)
      }
      let next = model.row(1, from: place, in: room)
      goesOn = next != place
      if !goesOn { break }
      place = next
    }
    if !environment.isFocused { whole.drawFieldLine(in: environment) }
    surface.declareFocusable()
    guard surface.isInRegion else { return }
    let last = model.row(size.rows - 1, from: first, in: room)
    surface.update {
      $0.grid = TextGrid(
        size: size, widths: room.widths,
        hasRowsAbove: model.row(-1, from: first, in: room) != first,
        hasRowsBelow: model.row(1, from: last, in: room) != last,
        goesOnAbove: model.row(-1, from: start, in: room) != start, goesOnBelow: goesOn, rows: grid,
        cursorLine: model.cursor.line, cursorOffset: model.cursor.offset)
    }
  }

  /// Marks the selected part of a row; a selected newline is marked as a blank.
  private func restyle(
    _ row: TextRow, of line: Int, at number: Int, on surface: Surface,
    in environment: ViewEnvironment
  ) {
    guard let selection = model.selection else { return }
    let start = max(selection.lowerBound, Position(line: line, offset: row.bytes.lowerBound))
    let end = min(selection.upperBound, Position(line: line, offset: row.bytes.upperBound))
    let isBreak = selection.upperBound.line > line && row.bytes.upperBound == end.offset
    let isEnd = isBreak && row.bytes.upperBound == model.lines[line].length
    guard start < end || isEnd && start <= end else { return }
    let columns = (row.column(of: start.offset), row.column(of: end.offset) + (isEnd ? 1 : 0))
    let width = min(columns.1, surface.size.columns) - columns.0
    surface.mark(
      Rectangle(column: columns.0, row: number, columns: width, rows: 1), in: environment)
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Adds the text or the placeholder.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    text.append(environment.described(model.isEmpty ? placeholder : model.text))
  }
}

extension Surface {
  /// Marks selected text: quieter without the focus.
  func mark(_ place: Rectangle, in environment: ViewEnvironment) {
    guard place.size.columns > 0 else { return }
    let style = environment.style(environment.isFocused ? .selection : .accent)
    restyle(in: place) { $0 = style.laid(over: $0, on: base) }
  }
}
