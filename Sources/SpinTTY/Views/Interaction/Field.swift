/// A control of a ``Form`` with a label, and an error message below it.
///
/// ```swift
/// Field("name", error: state.name.text.isEmpty ? "a name is needed" : nil) {
///   TextInput(state.name).id(Area.name)
/// }
/// ```
///
/// Outside a form, the label column is as wide as the label. A ``Select`` and the options of a
/// ``Choice`` leave out the blank at their left, so that all controls begin in one column.
public struct Field: View {
  private let label: String
  private let error: String?
  private let control: any View
  private let lines: VStack

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - label: What stands on the left of the control; empty for none.
  ///   - error: The message that stands below the control in the theme's style of errors; nil or
  ///     empty shows none.
  ///   - control: What shows the value.
  public init(_ label: String, error: String? = nil, @ViewBuilder control: () -> ViewList) {
    self.label = label
    self.error = error.flatMap { $0.isEmpty ? nil : $0 }
    let control = control()
    self.control = control.resolved
    let error: [any View] = self.error.map { [Text($0).styled(.error)] } ?? []
    lines = VStack(views: control.views + error)
  }

  /// The label in one line.
  var labelText: Text { Text(label, wrapping: .none) }

  /// The columns of the label, and those up to the control.
  private func columns(
    of width: Int?, in environment: ViewEnvironment
  ) -> (label: Int, control: Int) {
    let label =
      environment.labelColumns
      ?? FieldColumns.labels(
        labelText.measure(.unlimited, in: environment).columns, in: width)
    return (label, label == 0 ? 0 : label + FieldColumns.gap)
  }

  /// The environment of the control, in which other fields are outside the form.
  private func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var inner = environment
    inner.labelColumns = nil
    inner.isInField = true
    return inner
  }

  /// The columns of the label and of the control, eight at least if there is room, and the rows of
  /// the control and of the error.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    let start = columns(of: proposal.columns, in: environment).control
    let size = lines.measure(proposal.less(columns: start, rows: 0), in: inner(environment))
    // A narrower field would cut its label further.
    let least = min(start + FieldColumns.leastControl, proposal.columns ?? .max)
    return Size(columns: max(start + size.columns, least), rows: max(1, size.rows))
  }

  /// Draws the label, the control and the error.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let size = surface.size
    let (label, start) = columns(of: size.columns, in: environment)
    labelText.draw(into: surface.region(Rectangle(columns: label, rows: 1)), in: environment)
    let rest = Rectangle(column: start, columns: max(0, size.columns - start), rows: size.rows)
    lines.draw(into: surface.region(rest), in: inner(environment))
  }

  /// As the control.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    lines.constraint(along: axis, in: inner(environment))
  }

  /// Says the label and the value in one line, if that is one, and the error: `error: too short`.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    var value = text.unwrapped()
    control.describe(into: &value, in: inner(environment))
    if label.isEmpty {
      control.describe(into: &text, in: inner(environment))
    } else if value.lines.count < 2 {
      text.append(([label + ":"] + value.lines).joined(separator: " "))
    } else {
      text.append(label + ":")
      control.describe(into: &text, in: inner(environment))
    }
    if let error { text.append("error: " + error) }
  }
}

extension Surface {
  /// Underlines the last row: the look of a field to write or choose in that has not the focus.
  func drawFieldLine() {
    let line = Rectangle(row: size.rows - 1, columns: size.columns, rows: 1)
    restyle(in: line) { $0.underline = $0.underline ?? .single }
  }
}
