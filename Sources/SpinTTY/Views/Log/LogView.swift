/// The lines of a log, which follows its end until the user scrolls up.
///
/// ```swift
/// LogView(state.lines, state.log).id(Area.log)                   // the view
/// Control(Area.log) { .log($0) }                                 // its input
/// case .log(let action): log.reduce(action, in: lines)           // the reducer
/// case .line(let text): lines.append(text)
/// ```
///
/// A line takes one row, and long ones are scrolled to the right. If ``Model/wraps`` is set they go
/// on in the next row, from any character, as they do in a terminal. The places of a text that is
/// searched for, see ``Model/search``, are underlined in the theme's accent, and the one that was stepped
/// to has the theme's selection; ``matchStyle(_:current:)`` chooses other looks.
///
/// - Complexity: Only lines that are seen are read, so a log of 100,000 lines costs as much as one of
///   a page. The first frame in which lines are wrapped to another width counts the rows of all.
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
  ///   - model: What is shown of them.
  public init(_ lines: Lines, _ model: Model) {
    self.lines = lines
    self.model = model
  }

  /// Chooses how lines look.
  ///
  /// ```swift
  /// LogView(state.lines, state.log)
  ///   .lineStyle { $0.hasPrefix("error") ? Style(foreground: .red) : .plain }
  /// ```
  ///
  /// - Parameter style: The style of a line; asked of those that are seen.
  /// - Returns: The log with this style.
  public func lineStyle(_ style: @escaping (_ line: String) -> Style) -> LogView {
    var log = self
    log.lineStyle = style
    return log
  }

  /// Chooses how the places of the text look that is searched for.
  ///
  /// - Parameters:
  ///   - style: The style of all of them, laid over that of the line.
  ///   - current: The style of the one that was stepped to; nil for the theme's selection.
  /// - Returns: The log with these styles.
  public func matchStyle(
    _ style: Style, current: Style? = nil
  ) -> LogView {
    var log = self
    log.matchStyle = style
    log.currentStyle = current
    return log
  }

  /// The width offered, and as much of the height as the rows need; at least one row.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let columns = max(1, proposal.columns ?? lines.width(by: environment.widths))
    let rows = rows(in: columns, by: environment.widths)
    return Size(columns: columns, rows: max(1, min(rows, proposal.rows ?? rows)))
  }

  /// Draws the rows that can be seen.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let (size, rules) = (surface.size, surface.widths)
    guard !size.isEmpty else { return }
    let page = Page(columns: size.columns, rows: size.rows, widths: rules)
    let width = model.wraps ? size.columns : lines.width(by: rules)
    surface.declareFocusable()
    let layout = LogLayout(lines, in: page, wraps: model.wraps)
    let top = layout?.top(of: model) ?? LogLayout.Row(line: lines.startIndex)
    surface.declareContent(
      Size(columns: width, rows: rows(in: size.columns, by: rules)), page: size,
      firstRow: rows(above: top, in: size.columns, by: rules))
    let search = LogSearch(model.search)
    let log = themed(in: environment)
    if surface.isInRegion { surface.declare(Seen(page: page, isSearched: search != nil)) }
    let first = min(max(model.scroll.column, 0), max(0, width - size.columns))
    var (number, row) = (top.line, -top.above)
    while number < lines.endIndex, row < surface.visible.endRow {
      row += log.draw(number, at: row, from: first, search, into: surface)
      number += 1
    }
  }

  /// The same log with no style left to the theme.
  private func themed(in environment: ViewEnvironment) -> LogView {
    var log = self
    log.matchStyle = matchStyle ?? Style(underline: .single).over(environment.style(.accent))
    log.currentStyle = currentStyle ?? environment.style(.selection)
    return log
  }

  /// Fills both ways.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Says the last lines, and how many there were.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    let last = lines.suffix(20)
    for line in last { text.append(line) }
    if last.startIndex > 0, let end = last.indices.last {
      text.append("lines \(last.startIndex + 1) to \(end + 1) of \(lines.endIndex)")
    }
  }

  private func rows(in columns: Int, by rules: WidthRules) -> Int {
    model.wraps ? lines.rows(in: columns, by: rules) : lines.count
  }

  private func rows(above top: LogLayout.Row, in columns: Int, by rules: WidthRules) -> Int {
    model.wraps
      ? lines.rows(before: top.line, in: columns, by: rules) + top.above
      : top.line - lines.startIndex
  }

  /// Draws a line, from a column if it is not wrapped.
  ///
  /// - Returns: The rows it takes, as far as they can be seen.
  private func draw(
    _ number: Int, at row: Int, from column: Int, _ search: LogSearch?, into surface: Surface
  ) -> Int {
    let (size, rules, visible) = (surface.size, surface.widths, surface.visible)
    let line = lines.line(number)
    // A line that is not seen needs only its height.
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
      draw(part, column: origin, row: row, style, matches, into: surface)
      return height
    }
    var start = line.start(ofRow: skipped, in: size.columns, by: rules)
    for place in row + skipped..<min(row + height, visible.endRow) {
      let end = line.rowEnd(from: start, in: size.columns, by: rules)
      let part = Part(number: number, line: line, start: start, end: end)
      draw(part, column: 0, row: place, style, matches, into: surface)
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
    into surface: Surface
  ) {
    let line = part.line
    surface.put(line.text(from: part.start, to: part.end), column: column, row: row, style: style)
    for match in matches {
      let bytes = match.clamped(to: part.start.byte..<part.end.byte)
      if bytes.isEmpty { continue }
      let columns = line.columns(of: bytes, from: part.start, by: surface.widths)
      let isCurrent = model.match == LogMatch(line: part.number, bytes: match)
      let style = (isCurrent ? currentStyle : matchStyle) ?? .plain
      let place = Rectangle(
        column: column + columns.lowerBound - part.start.column, row: row, columns: columns.count,
        rows: 1)
      surface.restyle(in: place) { $0 = style.laid(over: $0, on: surface.base) }
    }
  }
}
