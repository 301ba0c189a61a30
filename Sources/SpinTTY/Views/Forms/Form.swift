/// Stacked fields with their labels in one column.
///
/// ```swift
/// Form {
///   Field("name", error: state.nameError) { TextInput(state.name).id(Area.name) }
///   Field("size") { Select(state.size) { $0.name }.id(Area.size) }
///   Checkbox("I agree", state.agrees, id: Area.agree)
///   Button("Save", id: Area.save, isDefault: true)
/// }
/// ```
///
/// The form has no state of its own. The program's state contains the values and a ``Focus``, which
/// ``Control/focus(when:_:)`` moves from row to row. Enter clicks the default ``Button`` if the
/// field does not handle enter.
///
/// The label column is as wide as the longest label of the fields directly in the form; other views
/// begin at the left edge. If a narrow form leaves fewer than eight columns for the controls,
/// labels are cut, but to no less than half of the width.
///
/// If the rows do not fit, the form scrolls by half of its height to show the focused row, or shows
/// the first rows if the focus is elsewhere, with a scrollbar that only shows the position. After a
/// click, and under a dialog or a menu, the rows stay where they are. Within the first 1,000 rows, tab
/// still reaches the fields out of sight, and enter the default button. A form of eight columns or
/// fewer has no scrollbar.
///
/// - Complexity: A form that does not fit is drawn twice in each frame, or three times after a click,
///   to find the focus.
public struct Form: View {
  private let labels: [Text]
  private let rows: StackNode

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - spacing: The number of blank rows between two views.
  ///   - content: The fields and other views, from top to bottom.
  public init(spacing: Int = 0, @ViewBuilder content: () -> ViewList) {
    let content = content()
    labels = content.views.compactMap { ($0 as? Field)?.labelText }
    rows = StackNode(.vertical, spacing: spacing, views: content.views)
  }

  /// Returns the environment of the fields in a form of a width.
  private func inner(_ columns: Int?, _ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    let widest = labels.reduce(0) { max($0, $1.measure(.unlimited, in: environment).columns) }
    inner.labelColumns = FieldColumns.labels(widest, in: columns)
    return inner
  }

  /// Returns the width of the widest view, and the rows of all views up to the rows offered.
  ///
  /// If the rows do not fit, the width includes the scrollbar.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let inner = inner(proposal.columns, environment)
    let size = rows.measure(proposal, in: inner)
    guard let room = proposal.rows, size.rows > room else { return size }
    // NB: in too little room, a stack omits views, and their widths.
    let whole = rows.measure(Proposal(columns: proposal.columns, rows: nil), in: inner)
    return Size(
      columns: min(whole.columns + 1, proposal.columns ?? .max), rows: max(1, room))
  }

  /// Draws the fields, or those around the focus and a scrollbar if they do not fit.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    var room = surface
    var height = height(in: room, environment)
    if height > size.rows, size.columns > FieldColumns.leastControl {
      room = surface.region(Rectangle(columns: size.columns - 1, rows: size.rows))
      height = self.height(in: room, environment)
    }
    let inner = inner(room.size.columns, environment)
    let first = room.drawAroundFocus(rows: height, in: inner) { rows.draw(into: $0, in: $1) }
    guard room.size.columns < size.columns else { return }
    surface.lastColumn.drawBar(rows: height, firstRow: first, in: environment)
  }

  /// Returns the number of rows of all views in the width of a surface.
  private func height(in surface: Surface, _ environment: ViewEnvironment) -> Int {
    rows.measure(Proposal(surface.size), in: inner(surface.size.columns, environment)).rows
  }

  /// Fills if a view fills or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    rows.constraint(along: axis, in: environment)
  }

  /// Describes all views from top to bottom.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    rows.describe(into: &text, in: environment)
  }
}
