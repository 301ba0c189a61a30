extension LogView {
  /// What a log shows of its lines: a value in the state.
  ///
  /// It follows the end of the log until the user scrolls up or steps to a match, and again when the
  /// user has scrolled to the end. In between it stays with the line at the top, whatever is
  /// appended and falls out, and however wide the view is.
  public struct Model: Hashable, Sendable, Codable {
    /// Whether the end of the log is shown, and stays shown as it grows.
    public private(set) var follows = true
    /// The number of the line at the top, unless the log is followed, and the columns that are left
    /// out on the left, unless lines are wrapped.
    public private(set) var scroll = Scroll()
    /// The columns of the line at the top that lie in rows above.
    private(set) var skipped = 0
    /// Whether long lines go on in the next row, instead of being scrolled to.
    public var wraps: Bool
    /// The text whose places are marked; empty marks none.
    ///
    /// The letters of ASCII are found in either case, unless there is a capital among them.
    public var search: String {
      didSet { if search != oldValue { match = nil } }
    }
    /// The match that was stepped to last.
    private(set) var match: LogMatch?

    /// Creates a model that follows the log.
    ///
    /// - Parameters:
    ///   - wraps: Whether long lines go on in the next row.
    ///   - search: The text whose places are marked.
    public init(wraps: Bool = false, search: String = "") {
      self.wraps = wraps
      self.search = search
    }

    /// The number of the line of the match that was stepped to last; nil if there is none.
    public var matchedLine: Int? { match?.line }

    /// What the user does with a log.
    public enum Action: Hashable, Sendable, Codable {
      /// Some rows down, or up; home and end go very far.
      case scroll(Int, of: Page)
      /// To a row, counted from the first one that is there; the last place there is follows the end.
      case jump(to: Int, of: Page)
      /// Some columns to the right, or to the left, up to the limit that was seen.
      case scrollColumns(Int, limit: Int)
      /// The next match is shown, and after the last one the first.
      case nextMatch(of: Page)
      /// The match before is shown, and before the first one the last.
      case previousMatch(of: Page)
    }

    /// Reduces what the user did.
    ///
    /// - Returns: Whether that changed anything.
    /// - Complexity: O(*rows*) for scrolling if lines are wrapped, otherwise O(1). A step to a match
    ///   reads the lines up to there.
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

    /// Shows a line at the top, as far as the log is long enough, and does not follow any more.
    ///
    /// - Parameter line: The number of the line; the nearest one is shown if it is not there.
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
    let next = layout.moved(LogLayout.Row(line: layout.lines.startIndex), by: max(0, row))
    follows = next >= layout.limit
    if !follows { stay(at: next, in: layout) }
  }

  private mutating func stay(at top: LogLayout.Row, in layout: LogLayout) {
    show(top.line)
    skipped = layout.columns(above: top)
  }

  /// Steps from the match that is seen or, if none is, from an edge of the page.
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
    // One that is not seen comes to the middle.
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
