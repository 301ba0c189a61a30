/// A view that draws itself, of any kind.
///
/// NB: the library's functions with an opaque result return this type, and are inlinable. Otherwise
/// a program would look up, for each view, a type that it does not see.
@usableFromInline
struct ResolvedView: View {
  @usableFromInline let resolved: any View

  @usableFromInline
  init(_ view: any View) { resolved = view.resolved }

  @usableFromInline
  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    resolved.measure(proposal, in: environment)
  }

  @usableFromInline
  func draw(into surface: Surface, in environment: ViewEnvironment) {
    resolved.draw(into: surface, in: environment)
  }

  @usableFromInline
  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    resolved.constraint(along: axis, in: environment)
  }

  @usableFromInline
  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    resolved.describe(into: &text, in: environment)
  }
}
