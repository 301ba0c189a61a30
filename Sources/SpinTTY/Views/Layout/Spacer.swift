/// Takes the room that the other views of a stack leave.
public struct Spacer: View {
  private let least: Int

  /// Creates a spacer.
  ///
  /// - Parameter minLength: The least number of cells that it takes along the stack's axis.
  public init(minLength: Int = 0) {
    least = minLength.inCells
  }

  /// The minimum along the axis of the stack around it, and nothing across.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    environment.axis.size(main: least, cross: 0)
  }

  /// Draws nothing.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {}

  /// Fills along the axis of the stack around it: it does not make the stack itself thicker.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == environment.axis ? .fill : .content
  }

  /// Says nothing.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}
