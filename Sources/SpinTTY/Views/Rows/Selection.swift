/// The id of the selected row and the scroll position of the rows: a value in the state.
///
/// ```swift
/// List(state.files, state.selection) { Text($0.name) }.id(Area.files)  // the view
/// Control(Area.files) { .files($0) }                                   // its input
/// Key("d", help: "remove", event: { state in                           // acts on the selected row
///   state.selection.selected(in: state.files).map { .remove($0.id) }
/// })
/// case .files(let action): selection.reduce(action, in: files)         // the reducer
/// ```
///
/// Rows may be added, removed and moved at any time. The selection stays with its id; if that row
/// is gone, the row in its place or the last row is selected. Without rows, none is selected, and
/// actions change nothing.
///
/// The wheel and the scrollbar move only the rows shown. The next other action shows the selected
/// row again.
///
/// - Complexity: O(1) if the selected row is where it was last seen, O(*v*) in the visible rows for a click on
///   another one of them, otherwise O(*n*) in the number of rows.
public struct Selection<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The id of the row last selected; `nil` for the row at ``index``.
  public private(set) var id: ID?
  /// The number of the selected row when it was last seen; `nil` selects none.
  public private(set) var index: Int?
  /// The first row shown.
  ///
  /// Only if the selected row would be out of sight there, and the user has not scrolled away from
  /// it, other rows are shown.
  public private(set) var offset: Int
  /// Whether the user has scrolled since the last other action.
  private var isScrolled = false
  /// The marked rows; space (but in a tree), shift with an arrow key, and a click with ctrl mark rows.
  ///
  /// Rows that are gone stay marked until the program removes them here.
  ///
  /// If a program has no use for marks, its control leaves these inputs to others:
  /// `Control(Area.files) { $0.isMark ? nil : .files($0) }`.
  public var marked: Set<ID> = []

  /// Creates a selection of a row by its id.
  ///
  /// To jump to a row whose number is known, pass the number too: `Selection(file.id, index: 4_000)` needs no
  /// search among the rows.
  ///
  /// - Parameters:
  ///   - id: The id of the row; `nil` for the row at `index`.
  ///   - index: The number of the row to look at first, or to select; `nil` without an id selects
  ///     none.
  ///   - offset: The first row shown.
  public init(_ id: ID? = nil, index: Int? = 0, offset: Int = 0) {
    self.id = id
    self.index = id == nil ? index : index ?? 0
    self.offset = offset
  }

  /// A selection of no row.
  public static var none: Selection { Selection(index: nil) }

  /// An action of the user on rows.
  ///
  /// The argument `of` is the number of rows on the page that the user saw; `nil` if there was no
  /// frame.
  public enum Action: Hashable, Sendable {
    /// Moves the selection down, or up if negative; for arrow keys, home and end.
    case move(Int, of: Int? = nil)
    /// Moves the selection down by pages, or up if negative; for page up and page down.
    case page(Int, of: Int)
    /// Selects a row; for a click.
    case select(ID, of: Int? = nil)
    /// Scrolls down, or up if negative; for the wheel.
    case scroll(Int, of: Int)
    /// Shows the rows from this one on; for the scrollbar.
    case jump(to: Int, of: Int)
    /// Activates a row, or the selected one; for enter and a double click.
    case activate(ID? = nil)
    /// Marks or unmarks the selected row; for space.
    case mark
    /// Marks the selected row and those to which the selection moves; for shift with an arrow key.
    case extend(Int, of: Int? = nil)
    /// Selects a row, and marks or unmarks it; for a click with ctrl.
    case markRow(ID, of: Int? = nil)

    /// Selects the first row.
    public static var first: Action { .move(.min) }
    /// Selects the last row.
    public static var last: Action { .move(.max) }

    /// Whether the action marks or unmarks rows.
    public var isMark: Bool {
      switch self {
      case .mark, .extend, .markRow: true
      case .move, .page, .select, .scroll, .jump, .activate: false
      }
    }
  }

  /// The result of an action.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Outcome: Hashable, Sendable {
    /// Nothing changed.
    case nothing
    /// Another row was selected.
    case selected
    /// The rows were scrolled.
    case scrolled
    /// Rows were marked or unmarked.
    case marked
    /// A row was activated.
    case activated(ID)
  }

  // MARK: In rows

  /// Returns the number of the selected row, or `nil` if there is none.
  func index(in rows: Rows<ID>) -> Int? {
    guard rows.count > 0, let index else { return nil }
    let hint = min(max(index, 0), rows.count - 1)
    guard let id, rows.id(hint) != id else { return hint }
    return rows.find(id) ?? hint
  }

  mutating func reduce(_ action: Action, in rows: Rows<ID>) -> Outcome {
    guard rows.count > 0 else { return .nothing }
    let before = (id: id, index: index, offset: offset)
    let current = index(in: rows)
    switch action {
    case .move(let step, let page):
      select(current.map { $0.advanced(within: step) } ?? (step < 0 ? .max : 0), in: rows, page)
    case .page(let pages, let page):
      let page = max(1, page)
      let (product, overflows) = pages.multipliedReportingOverflow(by: page)
      let step = overflows ? (pages < 0 ? .min : .max) : product
      isScrolled = false
      // The whole page moves, and the selected row keeps its position on it.
      offset = bounded(window(current, rows.count, page).advanced(within: step), rows.count, page)
      select(current.map { $0.advanced(within: step) } ?? (step < 0 ? .max : 0), in: rows, page)
    case .select(let id, let page):
      // If the row is gone, no other row is selected in its place.
      guard let row = place(of: id, in: rows, shown: page) else { return .nothing }
      select(row, in: rows, page)
    case .scroll(let step, let page):
      scroll(to: window(current, rows.count, page).advanced(within: step), in: rows, page)
    case .jump(let row, let page): scroll(to: row, in: rows, page)
    case .activate(let wanted):
      guard let row = wanted.map({ place(of: $0, in: rows) }) ?? current else { return .nothing }
      keep(row, in: rows)
      isScrolled = false
      return .activated(rows.id(row))
    case .mark:
      guard let current else { return .nothing }
      keep(current, in: rows)
      isScrolled = false
      marked.formSymmetricDifference([rows.id(current)])
      return .marked
    case .extend(let step, let page):
      guard let current else { return .nothing }
      let end = min(max(current.advanced(within: step), 0), rows.count - 1)
      for row in min(current, end)...max(current, end) { marked.insert(rows.id(row)) }
      select(end, in: rows, page)
      return .marked
    case .markRow(let id, let page):
      guard let row = place(of: id, in: rows, shown: page) else { return .nothing }
      marked.formSymmetricDifference([id])
      select(row, in: rows, page)
      return .marked
    }
    if id != before.id && index != current { return .selected }
    return offset != before.offset ? .scrolled : .nothing
  }

  /// Updates the number of the selected row; for a row that is gone, the number stays.
  mutating func locate(in rows: Rows<ID>) {
    if let id, let row = place(of: id, in: rows) { index = row }
  }

  /// Stores the id and the number of the selected row.
  mutating func pin(in rows: Rows<ID>) {
    if let row = index(in: rows) { keep(row, in: rows) }
  }

  /// Returns the row of an id, which is looked for in its last place and among the rows shown, and then everywhere.
  private func place(of id: ID, in rows: Rows<ID>, shown page: Int? = nil) -> Int? {
    if let index, (0..<rows.count).contains(index), rows.id(index) == id { return index }
    let page = max(0, page ?? 0)
    let start = bounded(offset, rows.count, page)
    let shown = start..<min(rows.count, start.advanced(within: page))
    return shown.first { rows.id($0) == id } ?? rows.find(id)
  }

  private mutating func select(_ row: Int, in rows: Rows<ID>, _ page: Int?) {
    keep(min(max(row, 0), rows.count - 1), in: rows)
    isScrolled = false
    offset = window(index, rows.count, page)
  }

  private mutating func scroll(to row: Int, in rows: Rows<ID>, _ page: Int) {
    offset = bounded(row, rows.count, max(1, page))
    isScrolled = true
  }

  private mutating func keep(_ row: Int, in rows: Rows<ID>) {
    index = row
    id = rows.id(row)
  }

  private func bounded(_ offset: Int, _ count: Int, _ page: Int) -> Int {
    min(max(offset, 0), max(0, count - page))
  }

  /// Returns the first row to show, so that the selected row is visible, unless the user has
  /// scrolled, and no room is empty at the end.
  ///
  /// Without a page, the end of the page is unknown, so only a row above the first one moves it.
  func window(_ selected: Int?, _ count: Int, _ page: Int?) -> Int {
    let page = page.map { max(1, $0) }
    let start = bounded(offset, count, page ?? 1)
    guard let selected, !isScrolled else { return start }
    if selected < start { return selected }
    guard let page else { return start }
    return selected - start >= page ? selected - page + 1 : start
  }
}

/// Rows by number, with their ids.
struct Rows<ID> {
  let count: Int
  let id: (Int) -> ID
  /// Finds the row of an id among all rows.
  let find: (ID) -> Int?
}

extension Selection {
  private enum CodingKeys: CodingKey {
    case id, index, offset, isScrolled, marked
  }
}

extension Selection: Encodable where ID: Encodable {}
extension Selection: Decodable where ID: Decodable {
  /// Decodes a selection; one with an id selects a row, as after ``init(_:index:offset:)``.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decodeIfPresent(ID.self, forKey: .id),
      index: try values.decodeIfPresent(Int.self, forKey: .index),
      offset: try values.decode(Int.self, forKey: .offset))
    isScrolled = try values.decodeIfPresent(Bool.self, forKey: .isScrolled) ?? false
    marked = try values.decode(Set<ID>.self, forKey: .marked)
  }
}
extension Selection.Action: Encodable where ID: Encodable {}
extension Selection.Action: Decodable where ID: Decodable {}
