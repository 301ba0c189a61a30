/// The scroll position of a view: a value in the state.
///
/// ```swift
/// Viewport(state.scroll) { Text(state.manual) }.id(Area.manual)  // the view
/// Control(Area.manual) { .scroll($0) }                           // its input
/// case .scroll(let action): scroll.reduce(action)                // the reducer
/// ```
public struct Scroll: Hashable, Sendable, Codable {
  /// The first row shown.
  public var row: Int
  /// The first column shown.
  public var column: Int

  /// Creates a scroll position, by default the top left corner.
  public init(row: Int = 0, column: Int = 0) {
    self.row = row
    self.column = column
  }

  /// An action of the user, with the limit that the frame had.
  public enum Action: Hashable, Sendable, Codable {
    /// Scrolls down by a number of rows, or up if negative; `limit` is the last position.
    case scroll(Int, limit: Int)
    /// Scrolls right by a number of columns, or left if negative; `limit` is the last position.
    case scrollColumns(Int, limit: Int)
    /// Scrolls to a row; `limit` is the last position.
    case jump(to: Int, limit: Int)
  }

  /// Reduces an action of the user.
  ///
  /// - Returns: Whether the position changed.
  @discardableResult
  public mutating func reduce(_ action: Action) -> Bool {
    func moved(_ place: Int, _ step: Int, _ limit: Int) -> Int {
      let limit = max(0, limit)
      return min(max(min(max(place, 0), limit).advanced(within: step), 0), limit)
    }
    let before = self
    switch action {
    case .scroll(let step, let limit): row = moved(row, step, limit)
    case .scrollColumns(let step, let limit): column = moved(column, step, limit)
    case .jump(let place, let limit): row = moved(place, 0, limit)
    }
    return self != before
  }

  /// Returns the position clamped to the content.
  func bounded(content: Size, page: Size) -> Scroll {
    Scroll(
      row: min(max(row, 0), max(0, content.rows - page.rows)),
      column: min(max(column, 0), max(0, content.columns - page.columns)))
  }
}

extension Scroll.Action: ControlAction {
  /// Creates an action from arrow keys, page up and down, home, end, the wheel or the scrollbar, if
  /// the content does not fit the page.
  ///
  /// At the first and the last row, the wheel is left to the
  /// views around the region.
  public init?(_ input: ControlInput) {
    guard let region = input.region, !input.isScrolledBeyondTheEnd else { return nil }
    let rows = max(0, region.content.rows - region.page.rows)
    let columns = max(0, region.content.columns - region.page.columns)
    let page = max(1, region.page.rows - 1)
    if let row = input.scrolledRow {
      self = .jump(to: row, limit: rows)
    } else if let mouse = input.mouse, case .scroll(let direction) = mouse.action {
      switch direction {
      case .up: self = .scroll(-3, limit: rows)
      case .down: self = .scroll(3, limit: rows)
      case .left: self = .scrollColumns(-3, limit: columns)
      case .right: self = .scrollColumns(3, limit: columns)
      }
    } else {
      let keys: [(chord: KeyChord, action: Scroll.Action)] = [
        (.up, .scroll(-1, limit: rows)), (.down, .scroll(1, limit: rows)),
        (.pageUp, .scroll(-page, limit: rows)), (.pageDown, .scroll(page, limit: rows)),
        (.home, .scroll(-rows, limit: rows)), (.end, .scroll(rows, limit: rows)),
        (.left, .scrollColumns(-1, limit: columns)), (.right, .scrollColumns(1, limit: columns)),
      ]
      guard let action = input.action(of: keys) else { return nil }
      self = action
    }
    // The rows that are seen are not those at the position that a step would be counted from.
    if case .scroll(let step, let limit) = self, region.isAtFocus, let row = region.firstRow {
      self = .jump(to: row.advanced(within: step), limit: limit)
    }
    switch self {
    case .scroll(_, let limit), .scrollColumns(_, let limit), .jump(_, let limit):
      if limit == 0 { return nil }
    }
  }
}
