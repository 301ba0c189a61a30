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
      RunRenderer(isNew: { _ in true }, view: render)
    }
  }

  /// Renders a projection of the states; equal projections need no new frame.
  ///
  /// Only the newest projection is kept, to compare the next one with it.
  @inlinable
  init<Projection: Equatable & SendableMetatype>(
    showing project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList
  ) {
    unseen = { render(project($0), $1) }
    makeRunRenderer = {
      var newest: Projection?
      return RunRenderer(
        isNew: { state in
          let projection = project(state)
          defer { newest = projection }
          return projection != newest
        },
        view: { state, screen in render(newest ?? project(state), screen) })
    }
  }
}

/// Creates views of the states of one run, and keeps none of the states.
///
/// *Isolation*: the drawing thread.
@usableFromInline
final class RunRenderer<State> {
  /// Notes the newest state; returns whether it may look different from the one before.
  let isNew: (State) -> Bool
  /// Returns the view of the state that was noted last.
  let view: (State, Screen) -> ViewList

  @usableFromInline
  init(isNew: @escaping (State) -> Bool, view: @escaping (State, Screen) -> ViewList) {
    self.isNew = isNew
    self.view = view
  }
}
