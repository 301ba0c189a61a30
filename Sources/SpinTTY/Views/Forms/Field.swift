/// A control of a ``Form`` with a label and an error message.
///
/// ```swift
/// Field("name", error: state.name.text.isEmpty ? "a name is needed" : nil) {
///   TextInput(state.name).id(Area.name)
/// }
/// ```
///
/// The label is secondary, and has the theme's accent while the control has the focus. Outside a form, the
/// label column is as wide as the label.
public struct Field: View {
  private let label: String
  private let error: String?
  private let control: any View
  private let lines: StackNode

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - label: The label on the left of the control; empty for none.
  ///   - error: The message below the control, in the theme's style of errors; `nil` or empty for
  ///     none.
  ///   - control: The control of the value.
  public init(_ label: String, error: String? = nil, @ViewBuilder control: () -> ViewList) {
    self.label = label.onOneLine
    self.error = error.flatMap { $0.isEmpty ? nil : $0 }
    let control = control()
    self.control = control.resolved
    let error: [any View] = self.error.map { [Text($0).styled(.error)] } ?? []
    lines = StackNode(.vertical, views: control.views + error)
  }

  /// The label on one line.
  var labelText: Text { Text(label, wrapping: .none) }

  /// Returns the width in columns of the label, and the column of the control.
  private func columns(
    of width: Int?, in environment: ViewEnvironment
  ) -> (label: Int, control: Int) {
    let label =
      environment.labelColumns
      ?? FieldColumns.labels(
        labelText.measure(.unlimited, in: environment).columns, in: width)
    return (label, label == 0 ? 0 : label + FieldColumns.gap)
  }

  /// Returns the environment of the control, in which nested fields are outside the form.
  private func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    inner.labelColumns = nil
    return inner
  }

  /// Returns the columns of the label and the control, and the rows of the control and the error.
  ///
  /// The control has at least eight columns if there is room.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let start = columns(of: proposal.columns, in: environment).control
    let size = lines.measure(proposal.less(columns: start, rows: 0), in: inner(environment))
    // In a narrower field, the label would be cut further.
    let least = min(start + FieldColumns.leastControl, proposal.columns ?? .max)
    return Size(columns: max(start + size.columns, least), rows: max(1, size.rows))
  }

  /// Draws the label, the control and the error.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let (label, start) = columns(of: size.columns, in: environment)
    let rest = Rectangle(column: start, columns: max(0, size.columns - start), rows: size.rows)
    let isAwaited = surface.canvas.awaitsFocusBorder
    surface.canvas.awaitsFocusBorder = false
    lines.draw(into: surface.region(rest), in: inner(environment))
    let token = surface.canvas.awaitsFocusBorder ? Theme.Token.accent : .secondary
    if isAwaited { surface.canvas.awaitsFocusBorder = true }
    let row = labelRow(in: rest.size, inner(environment))
    labelText.draw(
      into: surface.region(Rectangle(row: row, columns: label, rows: 1))
        .styled(surface.style(token, in: environment)), in: environment)
  }

  /// Returns the row of the label: that of the first text in the frame of the control, if it has one.
  private func labelRow(in room: Size, _ environment: ViewEnvironment) -> Int {
    guard environment.density == .regular else { return 0 }
    var view = control
    while let content = view as? any ContentView { view = content.content }
    guard view is any FramedControl else { return 0 }
    let rows = control.measure(
      Proposal(columns: room.columns, rows: room.rows - (error == nil ? 0 : 1)), in: environment
    ).rows
    return rows > 2 ? 1 : 0
  }

  /// Returns the constraint of the control.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    lines.constraint(along: axis, in: inner(environment))
  }

  /// Describes the label and the value, on one line if the value is one line, and the error:
  /// `error: too short`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    if label.isEmpty {
      control.describe(into: &text, in: inner(environment))
    } else {
      describeLabelled(into: &text, in: inner(environment))
    }
    if let error { text.append("error: " + error) }
  }

  private func describeLabelled(into text: inout PlainText, in environment: ViewEnvironment) {
    var value = text.unwrapped()
    control.describe(into: &value, in: environment)
    if value.lines.count < 2 {
      return text.append(([label + ":"] + value.lines).joined(separator: " "))
    }
    text.append(label + ":")
    if text.width == nil { return text.append(value) }
    control.describe(into: &text, in: environment)
  }
}
