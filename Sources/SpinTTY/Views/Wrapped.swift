/// A view in a changed environment, or on a surface prepared for it.
struct Wrapped: View {
  private let content: any View
  private let change: (inout ViewEnvironment) -> Void
  private let prepare: (Surface) -> Surface

  init(
    _ content: some View, change: @escaping (inout ViewEnvironment) -> Void = { _ in },
    prepare: @escaping (Surface) -> Surface = { $0 }
  ) {
    self.content = content.resolved
    self.change = change
    self.prepare = prepare
  }

  private func changed(_ environment: ViewEnvironment) -> ViewEnvironment {
    var changed = environment
    change(&changed)
    return changed
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: changed(environment))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: prepare(surface), in: changed(environment))
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: changed(environment))
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: changed(environment))
  }
}
