/// Fields one below the other, with their labels in one column.
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
/// The form has no state of its own. The values are in the program's, and a ``Focus`` says which field
/// has the focus: ``Control/focus(when:_:)`` moves it from row to row. Enter clicks the default
/// ``Button`` if the field leaves it.
///
/// The label column is as wide as the longest label of the fields that stand directly in the form;
/// other views begin at the left edge. If a narrow form leaves less than eight columns
/// for the controls, labels are cut, to no less than half of the width.
///
/// If the rows do not fit, the form shows those around the row that has the focus, or the first ones
/// if the focus is elsewhere, and beside them a bar that says which part of the form they are. Tab
/// still reaches the fields that are out of sight, and enter the default button, in the first 1,000
/// rows. A form of eight columns or less has no bar.
///
/// - Complexity: A form that does not fit is drawn twice in each frame, once to find the focus.
public struct Form: View {
  private let labels: [Text]
  private let rows: VStack

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - spacing: The rows between two fields.
  ///   - content: The fields and other views, from top to bottom.
  public init(spacing: Int = 0, @ViewBuilder content: () -> ViewList) {
    let content = content()
    labels = content.views.compactMap { ($0 as? Field)?.labelText }
    rows = VStack(spacing: spacing) { content }
  }

  /// The environment of the fields in a form of some width.
  private func inner(_ columns: Int?, _ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    let widest = labels.reduce(0) { max($0, $1.measure(.unlimited, in: environment).columns) }
    inner.labelColumns = FieldColumns.labels(widest, in: columns)
    return inner
  }

  /// The width of the widest field, and the rows of all, or as many of them as are offered.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let size = rows.measure(proposal, in: inner(proposal.columns, environment))
    return Size(columns: size.columns, rows: min(size.rows, max(1, proposal.rows ?? .max)))
  }

  /// Draws the fields, or those around the focus and a bar if they do not fit.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    var room = surface
    var height = height(in: room, environment)
    if height > size.rows, size.columns > FieldColumns.leastControl {
      room = surface.region(Rectangle(columns: size.columns - 1, rows: size.rows))
      height = self.height(in: room, environment)
    }
    let inner = inner(room.size.columns, environment)
    let first = room.drawAroundFocus(rows: height, focus: environment.focus) {
      rows.draw(into: $0, in: inner)
    }
    guard room.size.columns < size.columns else { return }
    let bar = Rectangle(column: size.columns - 1, columns: 1, rows: size.rows)
    surface.region(bar).drawBar(
      of: ScrolledArea(rectangle: bar, rows: height, page: size.rows, firstRow: first),
      in: environment)
  }

  /// The rows of all views in the width of a surface.
  private func height(in surface: Surface, _ environment: ViewEnvironment) -> Int {
    rows.measure(Proposal(surface.size), in: inner(surface.size.columns, environment)).rows
  }

  /// Fills if one of its views does, or takes a ratio.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    rows.constraint(along: axis, in: environment)
  }

  /// Says the views from top to bottom, all of them.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    rows.describe(into: &text, in: environment)
  }
}
