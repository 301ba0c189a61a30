/// A line across a stack, horizontal by default.
public struct Divider: View {
  private let axis: Axis
  private let lines: BorderStyle

  /// Creates a divider.
  ///
  /// - Parameters:
  ///   - axis: The direction of the line, `.vertical` between the views of an ``HStack``.
  ///   - lines: The style of the line.
  public init(_ axis: Axis = .horizontal, lines: BorderStyle = .light) {
    self.axis = axis
    self.lines = lines
  }

  /// Returns all the room along the line, and one cell across it.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    axis.size(main: axis.main(proposal) ?? 1, cross: 1)
  }

  /// Draws the line.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    let characters = lines.lines(in: environment)
    surface.fill(
      Character(axis == .horizontal ? characters.horizontal : characters.vertical),
      in: axis.rectangle(
        at: 0, cross: 0, size: axis.size(main: axis.main(surface.size), cross: 1)),
      style: surface.style(.border, in: environment))
  }

  /// Fills the room along the line.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    axis == self.axis ? .fill : .content
  }

  /// Adds nothing: a divider only decorates.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {}
}
