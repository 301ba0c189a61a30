/// How states are shown.
struct Look<State: Sendable>: Sendable {
  /// Makes what shows the states of one run.
  let makePainter: @Sendable () -> Painter<State>

  /// Shows the states themselves.
  init(_ render: @escaping @Sendable (State, Screen) -> ViewList) {
    makePainter = {
      var newest: State?
      return Painter(
        update: { state in
          newest = state
          return true
        },
        view: { screen in newest.map { render($0, screen) } ?? ViewList([]) })
    }
  }

  /// Shows what is projected of the states; equal projections need no new frame.
  init<Projection: Equatable & SendableMetatype>(
    showing project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList
  ) {
    makePainter = {
      var newest: Projection?
      return Painter(
        update: { state in
          let projection = project(state)
          defer { newest = projection }
          return projection != newest
        },
        view: { screen in newest.map { render($0, screen) } ?? ViewList([]) })
    }
  }
}

/// Shows the states of one run.
///
/// *Isolation*: the thread that draws.
final class Painter<State> {
  /// Takes the newest state; says whether it may look different.
  let update: (State) -> Bool
  /// Makes the view of the newest state.
  let view: (Screen) -> ViewList

  init(update: @escaping (State) -> Bool, view: @escaping (Screen) -> ViewList) {
    self.update = update
    self.view = view
  }
}
