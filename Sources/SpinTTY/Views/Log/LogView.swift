/// A view of a log, which follows the end of the log until the user scrolls up.
///
/// ```swift
/// LogView(state.lines, state.log).id(Area.log)                   // the view
/// Control(Area.log) { .log($0) }                                 // its input
/// case .log(let action): log.reduce(action, in: lines)           // the reducer
/// case .line(let text): lines.append(text)
/// ```
///
/// A line takes one row, and the user scrolls to the rest of a long line. If ``Model/wraps`` is
/// set, a long line continues in the next row, at any character, as in a terminal. A line appended as
/// runs has their styles, over the one of ``lineStyle(_:)``. The matches of
/// ``Model/search`` are underlined in the theme's accent, and the one last stepped to has the style
/// of the theme's selection; ``matchStyle(_:current:)`` chooses other styles.
///
/// - Complexity: A frame reads only the lines that it shows, and sums up chunks of 256 lines. The
///   first frame that wraps lines to another width counts the rows of all lines.
public struct LogView: View {
  private let lines: Lines
  private let model: Model
  private var lineStyle: ((String) -> Style)?
  private var matchStyle: Style?
  private var currentStyle: Style?

  /// Creates a view of a log.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - model: The position and the search.
  public init(_ lines: Lines, _ model: Model) {
    self.lines = lines
    self.model = model
  }

  /// Chooses the style of each line.
  ///
  /// ```swift
  /// LogView(state.lines, state.log)
  ///   .lineStyle { $0.hasPrefix("error") ? Style(foreground: .red) : .plain }
  /// ```
  ///
  /// - Parameter style: A closure that returns the style of a line; it is called for the lines that
  ///   are shown.
  /// - Returns: The log with this style.
  public func lineStyle(_ style: @escaping (_ line: String) -> Style) -> LogView {
    var log = self
    log.lineStyle = style
    return log
  }

  /// Chooses the styles of matches.
  ///
  /// - Parameters:
  ///   - style: The style of a match, over the style of its line.
  ///   - current: The style of the match last stepped to; `nil` for the theme's selection.
  /// - Returns: The log with these styles.
  public func matchStyle(
    _ style: Style, current: Style? = nil
  ) -> LogView {
    var log = self
    log.matchStyle = style
    log.currentStyle = current
    return log
  }

  /// Returns the width offered and the height that the rows need, up to the height offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let columns = max(1, proposal.columns ?? lines.width(by: environment.widths))
    let rows = rows(in: columns, by: environment.widths)
    return Size(columns: columns, rows: max(1, min(rows, proposal.rows ?? rows)))
  }

  /// Draws the visible rows.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let (size, rules) = (surface.size, surface.widths)
    guard !size.isEmpty else { return }
    let page = TextPage(columns: size.columns, rows: size.rows, widths: rules)
    let width = model.wraps ? size.columns : lines.width(by: rules)
    surface.declareFocusable()
    let layout = LogLayout(lines, in: page, wraps: model.wraps)
    let top = layout?.top(of: model) ?? RowPlace(line: lines.startIndex)
    surface.declareContent(
      Size(columns: width, rows: rows(in: size.columns, by: rules)), page: size,
      firstRow: rows(above: top, in: size.columns, by: rules))
    let search = LogSearch(model.search)
    let log = themed(in: environment)
    if surface.isInRegion { surface.declare(Seen(page: page, isSearched: search != nil)) }
    let first = min(max(model.scroll.column, 0), max(0, width - size.columns))
    var (number, row) = (top.line, -top.row)
    while number < lines.endIndex, row < surface.visible.endRow {
      row += log.draw(number, at: row, from: first, search, into: surface, in: environment)
      number += 1
    }
  }

  /// Returns the log with the theme's styles filled in.
  private func themed(in environment: ViewEnvironment) -> LogView {
    var log = self
    log.matchStyle = matchStyle ?? Style(underline: .single).over(environment.style(.accent))
    log.currentStyle = currentStyle ?? environment.style(.selection)
    return log
  }

  /// Fills the room in both directions.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Describes the last lines and their position in the log.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let last = lines.suffix(text.rows(of: lines.count))
    for line in last { text.append(row: line) }
    if last.startIndex > 0, let end = last.indices.last {
      text.append("lines \(last.startIndex + 1) to \(end + 1) of \(lines.endIndex)")
    }
  }

  private func rows(in columns: Int, by rules: WidthRules) -> Int {
    model.wraps ? lines.rows(in: columns, by: rules) : lines.count
  }

  private func rows(above top: RowPlace, in columns: Int, by rules: WidthRules) -> Int {
    model.wraps
      ? lines.rows(before: top.line, in: columns, by: rules) + top.row
      : top.line - lines.startIndex
  }

  /// Draws a line, from a column if lines do not wrap.
  ///
  /// - Returns: The number of rows that the line takes.
  private func draw(
    _ number: Int, at row: Int, from column: Int, _ search: LogSearch?, into surface: Surface,
    in environment: ViewEnvironment
  ) -> Int {
    let (size, rules, visible) = (surface.size, surface.widths, surface.visible)
    let line = lines.line(number)
    // Of a line above the visible rows, only the height is needed.
    let height = model.wraps ? line.rows(in: size.columns, by: rules) : 1
    guard row + height > visible.row else { return height }
    let style = lineStyle?(line.text) ?? .plain
    let matches = search?.places(in: line.text) ?? []
    let skipped = max(0, visible.row - row)
    guard model.wraps else {
      let start = line.place(at: column, by: rules)
      let last = line.place(at: column + size.columns, from: start, by: rules)
      // A part of the next character may be seen.
      let end = line.rowEnd(from: last, in: 0, by: rules)
      let origin = start.column - column
      let part = Part(number: number, line: line, start: start, end: end)
      draw(part, column: origin, row: row, style, matches, into: surface, in: environment)
      return height
    }
    var start = line.start(ofRow: skipped, in: size.columns, by: rules)
    for place in row + skipped..<min(row + height, visible.endRow) {
      let end = line.rowEnd(from: start, in: size.columns, by: rules)
      let part = Part(number: number, line: line, start: start, end: end)
      draw(part, column: 0, row: place, style, matches, into: surface, in: environment)
      start = end
    }
    return height
  }

  /// A part of a line that is drawn in one row.
  private struct Part {
    let number: Int
    let line: Line
    let start: Line.Place
    let end: Line.Place
  }

  private func draw(
    _ part: Part, column: Int, row: Int, _ style: Style, _ matches: [Range<Int>],
    into surface: Surface, in environment: ViewEnvironment
  ) {
    let line = part.line
    let shown = part.start.byte..<part.end.byte
    surface.put(line.text.part(shown), column: column, row: row, style: style)
    var start = part.start
    for (bytes, run) in line.styled.parts(in: shown) {
      let columns = line.columns(of: bytes, from: start, by: surface.widths)
      lay(
        run.style(in: environment), over: columns, from: column - part.start.column, row: row,
        on: surface)
      start = line.place(before: bytes.upperBound, from: start, by: surface.widths)
    }
    for match in matches {
      let bytes = match.clamped(to: shown)
      if bytes.isEmpty { continue }
      let columns = line.columns(of: bytes, from: part.start, by: surface.widths)
      let isCurrent = model.match == LogMatch(line: part.number, bytes: match)
      let style = (isCurrent ? currentStyle : matchStyle) ?? .plain
      lay(style, over: columns, from: column - part.start.column, row: row, on: surface)
    }
  }

  /// Lays a style over columns of a line whose first column is at `origin`.
  private func lay(
    _ style: Style, over columns: Range<Int>, from origin: Int, row: Int, on surface: Surface
  ) {
    if style == .plain { return }
    let place = Rectangle(
      column: origin + columns.lowerBound, row: row, columns: columns.count, rows: 1)
    surface.restyle(in: place) { $0 = style.laid(over: $0, on: surface.base) }
  }
}
