/// Creates views of states.
struct Renderer<State: Sendable>: Sendable {
  /// Creates the renderer of one run.
  let makeRunRenderer: @Sendable () -> RunRenderer<State>

  /// Renders whole states.
  init(_ render: @escaping @Sendable (State, Screen) -> ViewList) {
    makeRunRenderer = {
      var newest: State?
      return RunRenderer(
        update: { state in
          newest = state
          return true
        },
        view: { screen in newest.map { render($0, screen) } ?? ViewList([]) })
    }
  }

  /// Renders a projection of the states; equal projections need no new frame.
  init<Projection: Equatable & SendableMetatype>(
    showing project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList
  ) {
    makeRunRenderer = {
      var newest: Projection?
      return RunRenderer(
        update: { state in
          let projection = project(state)
          defer { newest = projection }
          return projection != newest
        },
        view: { screen in newest.map { render($0, screen) } ?? ViewList([]) })
    }
  }
}

/// Creates views of the states of one run.
///
/// *Isolation*: the drawing thread.
final class RunRenderer<State> {
  /// Takes the newest state; returns whether it may look different.
  let update: (State) -> Bool
  /// Returns the view of the newest state.
  let view: (Screen) -> ViewList

  init(update: @escaping (State) -> Bool, view: @escaping (Screen) -> ViewList) {
    self.update = update
    self.view = view
  }
}
