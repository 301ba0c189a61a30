/// A view that names the window of the terminal.
private struct Titled: View {
  let content: any View
  let title: Title

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: environment)
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    surface.canvas.declare(title)
    content.draw(into: surface, in: environment)
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: environment)
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: environment)
  }
}

extension View {
  /// Names the window of the terminal while the view is shown; of several titles in a frame the last
  /// one drawn counts.
  ///
  /// The window gets its own title back at the end. Control characters in it are made visible.
  public func title(_ title: String) -> some View {
    Titled(content: resolved, title: Title(title))
  }
}
