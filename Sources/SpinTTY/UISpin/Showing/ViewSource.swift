internal import SpinCore
internal import Synchronization

/// The view of a ``UISpin``, which an owner may set at any time.
final class ViewSource<State: Sendable>: Sendable {
  private let newest: Guarded<Renderer<State>>
  /// How often a view was set.
  private let version = Atomic(0)
  /// Whether the view belongs to an owner.
  private let hasOwner: Atomic<Bool>

  init(_ renderer: Renderer<State>) {
    newest = Guarded(renderer)
    hasOwner = Atomic(renderer.isOwnerGone != nil)
  }

  /// The newest renderer.
  private var renderer: Renderer<State> { newest.withLock { $0 } }

  func set(_ renderer: Renderer<State>) {
    newest.set(renderer)
    hasOwner.store(renderer.isOwnerGone != nil, ordering: .releasing)
    version.wrappingAdd(1, ordering: .releasing)
  }

  /// Whether the owner of the view is gone; `false` if the view has none.
  var isOwnerGone: Bool {
    hasOwner.load(ordering: .acquiring) && renderer.isOwnerGone?() == true
  }

  /// Returns the view of a state that no frame shows; `nil` if the owner of the view is gone.
  func unseen(_ state: State, on screen: Screen) -> ViewList? { renderer.unseen(state, screen) }

  /// Creates the renderer of one run, which shows the newest view.
  @Sendable func makeRunRenderer() -> RunRenderer<State> {
    var known = version.load(ordering: .acquiring)
    var current = renderer.makeRunRenderer()
    return RunRenderer(
      isNew: { [self] state in
        let newest = version.load(ordering: .acquiring)
        if newest == known { return current.isNew(state) }
        (known, current) = (newest, renderer.makeRunRenderer())
        _ = current.isNew(state)
        return true
      },
      view: { current.view($0, $1) })
  }
}
