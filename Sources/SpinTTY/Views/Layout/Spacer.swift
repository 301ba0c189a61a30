/// Takes what the other views of a stack leave.
public struct Spacer: View {
  private let least: Int

  /// Creates a spacer.
  ///
  /// - Parameter minLength: The cells it takes along the stack's axis in any case.
  public init(minLength: Int = 0) {
    least = minLength.inCells
  }

  /// What is offered, and no less than the minimum; nothing across the stack's axis.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    Size(columns: least, rows: least)
  }

  /// Draws nothing.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {}

  /// Fills.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint { .fill }

  /// Says nothing.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}
