/// A view in a changed environment, or on a surface prepared for it.
struct Wrapped: ContentView {
  let content: any View
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

  func inner(_ environment: ViewEnvironment) -> ViewEnvironment {
    var changed = environment
    change(&changed)
    return changed
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    content.draw(into: prepare(surface), in: inner(environment))
  }
}
