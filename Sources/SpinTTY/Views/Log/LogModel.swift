extension LogView {
  /// The position and the search of a log view: a value in the state.
  ///
  /// The view follows the end of the log until the user scrolls up or steps to a match, and again
  /// once the user has scrolled to the end. In between it keeps the line at the top, even if lines
  /// are appended or dropped and if the width changes.
  public struct Model: Hashable, Sendable, Codable {
    /// Whether the view stays at the end of the log as the log grows.
    public private(set) var follows = true
    /// The number of the line at the top, unless the view follows the log, and the columns scrolled
    /// out on the left, unless lines wrap.
    public private(set) var scroll = Scroll()
    /// The number of the top line's columns that lie above the page.
    private(set) var skipped = 0
    /// Whether long lines continue in the next row instead of scrolling sideways.
    public var wraps: Bool
    /// The text whose matches are marked; an empty text marks none.
    ///
    /// ASCII letters match in either case, unless the text contains a capital one.
    public var search: String {
      didSet { if search != oldValue { match = nil } }
    }
    /// The match last stepped to.
    private(set) var match: LogMatch?

    /// Creates a model that follows the log.
    ///
    /// - Parameters:
    ///   - wraps: Whether long lines continue in the next row.
    ///   - search: The text whose matches are marked.
    public init(wraps: Bool = false, search: String = "") {
      self.wraps = wraps
      self.search = search
    }

    /// The number of the line with the match last stepped to, or `nil` if there is none.
    public var matchedLine: Int? { match?.line }

    /// An action of the user on a log.
    public enum Action: Hashable, Sendable, Codable {
      /// Scrolls down, or up if negative; home and end scroll by `Int.min` and `Int.max`.
      case scroll(Int, of: TextPage)
      /// Jumps to a row, counted from the first row kept; a jump to the end follows the log.
      case jump(to: Int, of: TextPage)
      /// Scrolls right, or left if negative, up to the limit that the user saw.
      case scrollColumns(Int, limit: Int)
      /// Shows the next match; after the last one, the first.
      case nextMatch(of: TextPage)
      /// Shows the previous match; before the first one, the last.
      case previousMatch(of: TextPage)
    }

    /// Reduces an action of the user.
    ///
    /// - Returns: Whether the model changed.
    /// - Complexity: Scrolling takes O(*rows*) if lines wrap, otherwise O(1). A step to a match
    ///   reads the lines up to the match.
    @discardableResult
    public mutating func reduce(_ action: Action, in lines: Lines) -> Bool {
      let before = self
      switch action {
      case .scroll(let step, let page):
        if let layout = LogLayout(lines, in: page, wraps: wraps) { move(by: step, in: layout) }
      case .jump(let row, let page):
        if let layout = LogLayout(lines, in: page, wraps: wraps) { jump(to: row, in: layout) }
      case .scrollColumns(let step, let limit): scroll.reduce(.scrollColumns(step, limit: limit))
      case .nextMatch(let page):
        if let layout = LogLayout(lines, in: page, wraps: wraps) { stepToMatch(.next, in: layout) }
      case .previousMatch(let page):
        if let layout = LogLayout(lines, in: page, wraps: wraps) {
          stepToMatch(.previous, in: layout)
        }
      }
      return self != before
    }

    /// Shows a line at the top, if the log is long enough, and stops following.
    ///
    /// - Parameter line: The number of the line; if the log does not have it, the nearest line is
    ///   shown.
    public mutating func show(_ line: Int) {
      follows = false
      scroll.row = line
      skipped = 0
    }
  }
}

extension LogView.Model {
  private mutating func move(by step: Int, in layout: LogLayout) {
    let (top, limit) = (layout.top(of: self), layout.limit)
    let next = min(layout.moved(top, by: step), limit)
    if step > 0, next == limit {
      follows = true
    } else if next != top {
      stay(at: next, in: layout)
    }
  }

  private mutating func jump(to row: Int, in layout: LogLayout) {
    let next = layout.moved(RowPlace(line: layout.lines.startIndex), by: max(0, row))
    follows = next >= layout.limit
    if !follows { stay(at: next, in: layout) }
  }

  private mutating func stay(at top: RowPlace, in layout: LogLayout) {
    show(top.line)
    skipped = layout.columns(above: top)
  }

  /// Steps from the current match if it is on the page, otherwise from an edge of the page.
  private mutating func stepToMatch(_ direction: LogSearch.Direction, in layout: LogLayout) {
    guard let search = LogSearch(search) else { return }
    let top = layout.top(of: self)
    let end = layout.moved(top, by: layout.page.rows - 1)
    let seen = match.flatMap { match in
      layout.row(of: match).map { top <= $0 && $0 <= end } == true ? match : nil
    }
    let start: LogMatch
    switch direction {
    case .next:
      let first = layout.bytes(of: top).lowerBound
      start = seen ?? LogMatch(line: top.line, bytes: first..<first)
    case .previous:
      let last = layout.bytes(of: end).upperBound
      start = seen ?? LogMatch(line: end.line, bytes: last..<last)
    }
    guard let found = search.match(direction, of: start, in: layout.lines),
      let row = layout.row(of: found)
    else { return }
    match = found
    // A match outside the page is shown in the middle.
    let isSeen = top <= row && row <= end
    let middle = layout.moved(row, by: -(layout.page.rows / 2))
    stay(at: isSeen ? top : min(middle, layout.limit), in: layout)
    if !wraps { showColumns(of: found, in: layout) }
  }

  private mutating func showColumns(of match: LogMatch, in layout: LogLayout) {
    let (page, rules) = (layout.page.columns, layout.page.widths)
    let columns = layout.lines.line(match.line).columns(of: match.bytes, by: rules)
    let limit = max(0, layout.lines.width(by: rules) - page)
    scroll.column = min(max(scroll.column, 0), limit)
    if columns.lowerBound < scroll.column || columns.upperBound > scroll.column + page {
      scroll.column = min(max(0, columns.lowerBound - page / 2), limit)
    }
  }
}
