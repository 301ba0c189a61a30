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
/// ``Control/focus(help:when:_:)`` moves from row to row. Enter clicks the default ``Button`` if the
/// field does not handle enter.
///
/// The label column is as wide as the longest label of the fields directly in the form. Buttons, boxes,
/// other regions and rows of them stand in the column of the controls, and texts at the left edge. There is
/// a blank row between two views if all of them fit with it. In the regular ``Density``, fields and buttons have
/// their frames if all views fit with them. If a narrow form leaves fewer than eight
/// columns for the controls, labels are cut, but to no less than half of the width.
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
  /// The views with the blank rows between them, and without.
  private let roomy: StackNode
  private let tight: StackNode
  private let width: Int

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - spacing: The number of blank rows between two views, if all views fit with them.
  ///   - width: The largest width of the form in columns.
  ///   - content: The fields and other views, from top to bottom.
  public init(spacing: Int = 1, width: Int = 72, @ViewBuilder content: () -> ViewList) {
    let content = content()
    labels = content.views.compactMap { (Disabled.content(of: $0) as? Field)?.labelText }
    let hasLabels = labels.contains { !$0.isEmpty }
    let views = content.views.map { view -> any View in
      hasLabels && Form.isControl(view) ? Field("") { ViewList([view]) } : view
    }
    roomy = StackNode(.vertical, spacing: spacing, views: views)
    tight = spacing == 0 ? roomy : StackNode(.vertical, views: views)
    self.width = max(1, width.inCells)
  }

  /// Whether a view stands in the column of the controls.
  private static func isControl(_ view: any View) -> Bool {
    let own = Disabled.content(of: view.resolved)
    return own is Identified || (own as? StackNode)?.axis == .horizontal
  }

  /// Returns the views for the room offered, with the blank rows between them if they fit.
  private func rows(_ room: Proposal, _ environment: ViewEnvironment) -> StackNode {
    guard let rows = room.rows, roomy !== tight else { return roomy }
    return height(of: roomy, in: room.columns, environment) > rows ? tight : roomy
  }

  /// Returns the environment for the room offered, which is compact if the views do not fit otherwise.
  private func fitted(_ environment: ViewEnvironment, in room: Proposal) -> ViewEnvironment {
    environment.fitted(to: room) { height(of: tight, in: room.columns, $0) }
  }

  /// Returns the number of rows of all views in a width.
  private func height(
    of rows: StackNode, in columns: Int?, _ environment: ViewEnvironment
  ) -> Int {
    rows.measure(Proposal(columns: columns, rows: nil), in: inner(columns, environment)).rows
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
    let proposal = Proposal(
      columns: proposal.columns.map { min($0, width) }, rows: proposal.rows)
    let environment = fitted(environment, in: proposal)
    let inner = inner(proposal.columns, environment)
    let rows = rows(proposal, environment)
    let size = rows.measure(proposal, in: inner)
    guard let room = proposal.rows, size.rows > room else { return size }
    // NB: in too little room, a stack omits views, and their widths.
    let whole = rows.measure(Proposal(columns: proposal.columns, rows: nil), in: inner)
    return Size(
      columns: min(whole.columns + 2, proposal.columns ?? .max), rows: max(1, room))
  }

  /// Draws the fields, or those around the focus and a scrollbar if they do not fit.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.region(
      Rectangle(columns: min(width, surface.size.columns), rows: surface.size.rows))
    let size = surface.size
    let environment = fitted(environment, in: Proposal(size))
    var room = surface
    let rows = rows(Proposal(size), environment)
    var height = rows.measure(Proposal(size), in: inner(size.columns, environment)).rows
    if height > size.rows, size.columns > FieldColumns.leastControl {
      room = surface.region(Rectangle(columns: size.columns - 2, rows: size.rows))
      height =
        rows.measure(Proposal(room.size), in: inner(room.size.columns, environment)).rows
    }
    let inner = inner(room.size.columns, environment)
    let first = room.drawAroundFocus(rows: height, in: inner) { rows.draw(into: $0, in: $1) }
    guard room.size.columns < size.columns else { return }
    surface.lastColumn.drawBar(rows: height, firstRow: first, in: environment)
  }

  /// Fills if a view fills or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    roomy.constraint(along: axis, in: environment)
  }

  /// Describes all views from top to bottom.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    roomy.describe(into: &text, in: environment)
  }
}
