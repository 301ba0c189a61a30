/// How far a view is scrolled: a value in the state.
///
/// ```swift
/// Viewport(state.scroll) { Text(state.manual) }.id(Area.manual)  // the view
/// Control(Area.manual) { .scroll($0) }                           // its input
/// case .scroll(let action): scroll.reduce(action)                // the reducer
/// ```
public struct Scroll: Hashable, Sendable, Codable {
  /// The first row that is shown.
  public var row: Int
  /// The first column that is shown.
  public var column: Int

  /// Creates a place, the top left corner unless it says otherwise.
  public init(row: Int = 0, column: Int = 0) {
    self.row = row
    self.column = column
  }

  /// What the user does: some rows or columns on, within a limit that the frame knew.
  public enum Action: Hashable, Sendable, Codable {
    /// Some rows down, or up; the last place there is.
    case scroll(Int, limit: Int)
    /// Some columns to the right, or to the left; the last place there is.
    case scrollColumns(Int, limit: Int)
    /// To a row; the last place there is.
    case jump(to: Int, limit: Int)
  }

  /// Scrolls.
  ///
  /// - Returns: Whether that changed anything.
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

  /// The same within the content.
  func bounded(content: Size, page: Size) -> Scroll {
    Scroll(
      row: min(max(row, 0), max(0, content.rows - page.rows)),
      column: min(max(column, 0), max(0, content.columns - page.columns)))
  }
}

extension Scroll.Action: ControlAction {
  /// Arrows, page up and down, home and end, the wheel and the scrollbar, if there is more than the user saw.
  public init?(_ input: ControlInput) {
    guard let region = input.region else { return nil }
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
      let keys: [(KeyChord, Scroll.Action)] = [
        (.up, .scroll(-1, limit: rows)), (.down, .scroll(1, limit: rows)),
        (.pageUp, .scroll(-page, limit: rows)), (.pageDown, .scroll(page, limit: rows)),
        (.home, .scroll(-rows, limit: rows)), (.end, .scroll(rows, limit: rows)),
        (.left, .scrollColumns(-1, limit: columns)), (.right, .scrollColumns(1, limit: columns)),
      ]
      guard let action = keys.first(where: { input.isPress(of: $0.0) })?.1 else { return nil }
      self = action
    }
    switch self {
    case .scroll(_, let limit), .scrollColumns(_, let limit), .jump(_, let limit):
      if limit == 0 { return nil }
    }
  }
}
