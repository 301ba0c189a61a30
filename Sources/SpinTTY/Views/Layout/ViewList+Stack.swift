extension ViewList {
  /// The only view, or a stack of all views.
  public var resolved: any View {
    views.count == 1 ? views[0] : VStack(views: views)
  }

  /// Measures the views as a stack.
  public func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    resolved.measure(proposal, in: environment)
  }

  /// Draws the views as a stack.
  public func draw(into surface: Surface, in environment: ViewEnvironment) {
    resolved.draw(into: surface, in: environment)
  }

  /// Returns the constraint of the stack.
  public func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    resolved.constraint(along: axis, in: environment)
  }

  /// Describes the views as a stack.
  public func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    resolved.describe(into: &text, in: environment)
  }
}
