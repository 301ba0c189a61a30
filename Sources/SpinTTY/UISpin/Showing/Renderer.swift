/// Creates views of states.
struct Renderer<State: Sendable>: Sendable {
  /// Creates the renderer of one run.
  let makeRunRenderer: @Sendable () -> RunRenderer<State>
  /// Returns the view of a state that no frame shows; `nil` if the owner of the view is gone.
  let unseen: @Sendable (State, Screen) -> ViewList?
  /// Whether the owner of the view is gone; `nil` if the view has none.
  let isOwnerGone: (@Sendable () -> Bool)?

  /// Renders whole states.
  ///
  /// - Parameters:
  ///   - isOwnerGone: Whether the owner of the view is gone; `nil` if the view has none.
  ///   - render: Returns the view of a state; `nil` if the owner is gone.
  init(
    isOwnerGone: (@Sendable () -> Bool)? = nil,
    _ render: @escaping @Sendable (State, Screen) -> ViewList?
  ) {
    unseen = render
    self.isOwnerGone = isOwnerGone
    makeRunRenderer = { RunRenderer(isNew: { _ in true }, view: render) }
  }

  /// Renders a projection of the states; equal projections need no new frame.
  ///
  /// Only the newest projection is kept, to compare the next one with it.
  init<Projection: Equatable & SendableMetatype>(
    showing project: @escaping @Sendable (State) -> Projection,
    _ render: @escaping @Sendable (Projection, Screen) -> ViewList
  ) {
    unseen = { render(project($0), $1) }
    isOwnerGone = nil
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
final class RunRenderer<State> {
  /// Notes the newest state; returns whether it may look different from the one before.
  let isNew: (State) -> Bool
  /// Returns the view of the state that was noted last; `nil` if the view has lost its owner.
  let view: (State, Screen) -> ViewList?

  init(isNew: @escaping (State) -> Bool, view: @escaping (State, Screen) -> ViewList?) {
    self.isNew = isNew
    self.view = view
  }
}
