/// Which row is selected, by its id, and how far the rows are scrolled: a value in the state.
///
/// ```swift
/// List(state.files, state.selection) { Text($0.name) }.id(Area.files)  // the view
/// Control(Area.files) { .files($0) }                                   // its input
/// case .files(let action): selection.reduce(action, in: files)         // the reducer
/// ```
///
/// Rows may come, go and change places at any time. The selection stays with its id, and if that is
/// gone it goes to the row in its place, or to the last one. While there are no rows none is selected,
/// and actions change nothing.
///
/// - Complexity: The row is looked for where it was seen last. All rows are searched only if another
///   one is there now.
public struct Selection<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The id of the row that was selected last; nil for the row at ``index``.
  public private(set) var id: ID?
  /// Where the selected row was seen last; nil selects none.
  public private(set) var index: Int?
  /// The row that the view begins with, unless the selected one would not be seen then.
  public private(set) var offset: Int
  /// The rows that are marked, as space does.
  public var marked: Set<ID> = []

  /// Selects a row by its id.
  ///
  /// - Parameters:
  ///   - id: The row; nil for the one at `index`.
  ///   - index: Where to look for it first, or the row to select; nil without an id selects none.
  ///   - offset: The row that the view begins with.
  public init(_ id: ID? = nil, index: Int? = 0, offset: Int = 0) {
    self.id = id
    self.index = id == nil ? index : index ?? 0
    self.offset = offset
  }

  /// No row.
  public static var none: Selection { Selection(index: nil) }

  /// What the user does with rows.
  ///
  /// The numbers of rows that are shown at once come from the frame; nil if there was none.
  public enum Action: Hashable, Sendable {
    /// The selection goes down some rows, or up; arrows, and home and end go very far.
    case move(Int, of: Int? = nil)
    /// The selection goes down some pages, or up; page up and page down.
    case page(Int, of: Int)
    /// A row is selected; a click.
    case select(ID, of: Int? = nil)
    /// The rows scroll down, or up, and the selection stays among those that are shown; the wheel.
    case scroll(Int, of: Int)
    /// The rows are shown from this one on, and the selection stays among those that are shown; the
    /// scrollbar.
    case jump(to: Int, of: Int)
    /// The selected row is wanted, or a certain one; enter, and a double click.
    case activate(ID? = nil)
    /// The selected row is marked, or not any more; space.
    case mark
  }

  /// What came of an action.
  public enum Outcome: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Another row is selected.
    case selected
    /// Other rows are shown.
    case scrolled
    /// A row was marked, or is not marked any more.
    case marked
    /// A row is wanted.
    case activated(ID)
  }

  // MARK: In rows

  /// The number of the selected row; nil if there is none.
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
      let step = pages.multipliedReportingOverflow(by: page).partialValue
      // The whole page moves, and the selected row keeps its place on it.
      offset = bounded(window(current, rows.count, page).advanced(within: step), rows.count, page)
      select(current.map { $0.advanced(within: step) } ?? (step < 0 ? .max : 0), in: rows, page)
    case .select(let id, let page):
      // A row that is gone is not replaced by a stranger.
      guard let row = place(of: id, in: rows) else { return .nothing }
      select(row, in: rows, page)
    case .scroll(let step, let page):
      scroll(to: window(current, rows.count, page).advanced(within: step), current, in: rows, page)
    case .jump(let row, let page): scroll(to: row, current, in: rows, page)
    case .activate(let wanted):
      guard let row = wanted.map({ place(of: $0, in: rows) }) ?? current else { return .nothing }
      keep(row, in: rows)
      return .activated(rows.id(row))
    case .mark:
      guard let current else { return .nothing }
      keep(current, in: rows)
      marked.formSymmetricDifference([rows.id(current)])
      return .marked
    }
    if id != before.id && index != current { return .selected }
    return offset != before.offset ? .scrolled : .nothing
  }

  /// Notes where the selected row is now; a row that is gone keeps its place.
  mutating func locate(in rows: Rows<ID>) {
    if let id, let row = place(of: id, in: rows) { index = row }
  }

  /// Holds the selected row by its id from now on.
  mutating func pin(in rows: Rows<ID>) {
    if let row = index(in: rows) { keep(row, in: rows) }
  }

  private func place(of id: ID, in rows: Rows<ID>) -> Int? {
    if let index, (0..<rows.count).contains(index), rows.id(index) == id { return index }
    return rows.find(id)
  }

  private mutating func select(_ row: Int, in rows: Rows<ID>, _ page: Int?) {
    keep(min(max(row, 0), rows.count - 1), in: rows)
    offset = window(index, rows.count, page)
  }

  /// Scrolls, and takes the selection along.
  private mutating func scroll(to row: Int, _ current: Int?, in rows: Rows<ID>, _ page: Int) {
    let page = max(1, page)
    offset = bounded(row, rows.count, page)
    guard let current else { return }
    keep(
      min(max(current, offset), offset.advanced(within: min(page, rows.count - offset) - 1)),
      in: rows)
  }

  private mutating func keep(_ row: Int, in rows: Rows<ID>) {
    index = row
    id = rows.id(row)
  }

  private func bounded(_ offset: Int, _ count: Int, _ page: Int) -> Int {
    min(max(offset, 0), max(0, count - page))
  }

  /// The first row to show so that the selected one is seen and no room is lost at the end; of a
  /// page that is not known the end is not known either.
  func window(_ selected: Int?, _ count: Int, _ page: Int?) -> Int {
    let page = page.map { max(1, $0) }
    let start = bounded(offset, count, page ?? 1)
    guard let selected else { return start }
    if selected < start { return selected }
    guard let page else { return start }
    return selected - start >= page ? selected - page + 1 : start
  }
}

/// Rows by number, and their ids.
struct Rows<ID> {
  let count: Int
  let id: (Int) -> ID
  /// Finds the row of an id among all of them.
  let find: (ID) -> Int?
}

extension Int {
  /// The sum, or the largest or smallest number if there is none.
  func advanced(within step: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(step)
    return overflows ? (step < 0 ? .min : .max) : sum
  }
}

extension Selection: Encodable where ID: Encodable {}
extension Selection: Decodable where ID: Decodable {}
extension Selection.Action: Encodable where ID: Encodable {}
extension Selection.Action: Decodable where ID: Decodable {}
