extension View {
  /// Names the view, so that the mouse finds it and the focus can be in it.
  ///
  /// ```swift
  /// Text("save").padding(horizontal: 1).id(Button.save)
  /// ```
  ///
  /// Mouse events over the view have the id. While ``ViewEnvironment/focus`` is this id the
  /// view has the focus: a text input in it shows its cursor, and others do not.
  public func id(_ id: some Hashable & Sendable) -> some View {
    Identified(content: resolved, id: RegionID(id))
  }

  /// Lets the mouse through the view to what lies below it.
  ///
  /// Otherwise the backgrounds, lines and letters of a view on top of others catch the mouse: a
  /// click there is over the region in which the view lies, if there is one. Views inside with an
  /// ``id(_:)`` are still found.
  ///
  /// ```swift
  /// ZStack(alignment: .topTrailing) {
  ///   List(state.files, state.cursor) { Text($0) }.id("files")
  ///   Text("saved").background(.green).clickThrough()
  /// }
  /// ```
  public func clickThrough() -> some View {
    Wrapped(self, prepare: \.clickThrough)
  }

  /// Says which region has the focus, as ``Focus/current`` has it.
  public func focused(_ id: (some Hashable & Sendable)?) -> some View {
    Wrapped(self) { environment in
      environment.focus = id.map { RegionID($0) }
      environment.isFocused = environment.focus == nil
    }
  }
}

struct Identified: View {
  let content: any View
  let id: RegionID

  private func focused(_ environment: ViewEnvironment) -> ViewEnvironment {
    guard let focus = environment.focus else { return environment }
    var inner = environment
    inner.isFocused = focus == id
    return inner
  }

  func measure(_ proposal: Proposal, in environment: ViewEnvironment) -> Size {
    content.measure(proposal, in: focused(environment))
  }

  func draw(into surface: Surface, in environment: ViewEnvironment) {
    let surface = surface.declare(id)
    if environment.focus == id { surface.anchorFocus() }
    content.draw(into: surface, in: focused(environment))
  }

  func constraint(along axis: Axis, in environment: ViewEnvironment) -> Constraint {
    content.constraint(along: axis, in: focused(environment))
  }

  func describe(into text: inout PlainText, in environment: ViewEnvironment) {
    content.describe(into: &text, in: focused(environment))
  }
}
