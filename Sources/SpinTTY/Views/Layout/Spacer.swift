/// A blank view that takes the room that the other views of a stack leave.
public struct Spacer: View {
  private let least: Int

  /// Creates a spacer.
  ///
  /// - Parameter minLength: The smallest number of cells along the stack's axis.
  public init(minLength: Int = 0) {
    least = minLength.inCells
  }

  /// Returns the minimum along the axis of the stack, and zero across it.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    environment.axis.size(main: least, cross: 0)
  }

  /// Draws nothing.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {}

  /// Fills along the axis of the stack only, so that a spacer does not make the stack thicker.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == environment.axis ? .fill : .content
  }

  /// Adds nothing: a spacer is blank.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}
