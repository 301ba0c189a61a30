/// Creates views of states.
///
/// NB: its initialisers are inlinable, so that its closures are specialised for the states.
@usableFromInline
struct Renderer<State: Sendable>: Sendable {
  /// Creates the renderer of one run.
  @usableFromInline let makeRunRenderer: @Sendable () -> RunRenderer<State>
  /// Returns the view of a state that no frame shows; `nil` if only the drawing thread may ask.
  @usableFromInline let unseen: (@Sendable (State, Screen) -> ViewList)?

  /// Renders whole states.
  ///
  /// - Parameters:
  ///   - mayRunInLoop: Whether the loop may call the closure, under the lock of the state.
  ///   - render: Returns the view of a state.
  @inlinable
  init(mayRunInLoop: Bool = true, _ render: @escaping @Sendable (State, Screen) -> ViewList) {
    unseen = mayRunInLoop ? render : nil
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
  @inlinable
  init<Projection: Equatable & SendableMetatype>(
    showing project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList
  ) {
    unseen = { render(project($0), $1) }
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
@usableFromInline
final class RunRenderer<State> {
  /// Takes the newest state; returns whether it may look different.
  let update: (State) -> Bool
  /// Returns the view of the newest state.
  let view: (Screen) -> ViewList

  @usableFromInline
  init(update: @escaping (State) -> Bool, view: @escaping (Screen) -> ViewList) {
    self.update = update
    self.view = view
  }
}
