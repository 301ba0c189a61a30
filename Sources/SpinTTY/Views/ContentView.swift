/// A view around another one, which is measured, drawn and described like it unless it says
/// otherwise.
protocol ContentView: View {
  /// The view inside.
  var content: any View { get }

  /// Returns the environment of the content; by default, the same.
  func inner(_ environment: ViewEnvironment) -> ViewEnvironment
}

extension ContentView {
  func inner(_ environment: ViewEnvironment) -> ViewEnvironment { environment }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: inner(environment))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: surface, in: inner(environment))
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: inner(environment))
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: inner(environment))
  }
}
