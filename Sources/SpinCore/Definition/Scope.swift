/// A part of a spin that is itself a spin.
///
/// ```swift
/// let board = Spin<Board, Event>(initialState: Board()) {
///   Scope(state: \.clock, event: Event.clock, from: \.clock) { Clock.spin }
///   Scope(state: \.editor, event: Event.editor, from: \.editor) { Editor.spin }
///   Feedback(on: \.clock.user) { user in … }
///   Reducer { board, event in board.reduce(event) }
/// }
/// ```
///
/// The part may also be a list instead of a spin. The list needs no initial state, because the part
/// is in the state of the whole. That of a part's spin is not used either:
///
/// ```swift
/// Scope(state: \.clock, event: Event.clock, from: \.clock) {
///   Feedback.source { .every(.seconds(1), .tick) }
///   Reducer { clock, _ in clock.seconds += 1 }
/// }
/// ```
///
/// Do not nest such lists deeply: if there is a mistake, the compiler needs a long time to find it.
/// Give each part a spin of its own instead.
///
/// The part's reducer reduces each event that belongs to the part. The reducers of the scopes run
/// in written order, and the spin's own reducer runs last, on every event. A spin that only has
/// scopes needs no reducer of its own. Scopes nest.
///
/// The feedbacks of the part see the part's own events. They also see each step in which the whole
/// has changed the part, which the loop detects by `==`. Other events of the whole neither cancel
/// nor start effects of the part: it behaves as if it ran alone.
///
/// A part that is `nil` has no feedbacks. When it appears, its feedbacks see it as a first state,
/// even if the event of that step was its own. When it disappears, or a part with another identity
/// replaces it, its effects are cancelled, and the events that they have delivered are stale. An
/// identifiable part lives as long as its `id` stays the same.
///
/// An event for an absent part is still a transition of the whole. An event that an effect of the
/// part yields, immediate or not, belongs to the life of the part: if that life has ended before
/// the event is reduced, the event is dropped as ``DropReason/stale``.
///
/// A part may contain parts of its own kind, such as a folder that contains folders:
///
/// ```swift
/// import SpinChildren
///
/// struct Folder: Equatable, Sendable {
///   var request: String?
///   var folders: Children<Int, Folder> = [:]
///
///   static let spin: Spin<Folder, Event> = Spin(initialState: Folder()) {
///     Feedback(on: \.request) { request in … }.named("load")
///     Scope(forEach: \.folders, event: Event.folder, from: \.folder) { Folder.spin }
///     Reducer { folder, event in … }
///   }
/// }
/// ```
///
/// The feedback `folders[].load` then serves the folders of all depths, and the origin of an event
/// lists the ids on the way to its folder: `folders[3/7].load`. The effects of a folder are described
/// before those of the folders inside it. The list in the closure is made when it is first needed, and
/// again for each depth that the state has. The lists of the outermost depths may differ, and then
/// have feedbacks of their own, such as `folders[].folders[].load`. From there on, each list must have
/// the same feedbacks: by their names, forms, strategies, executors, limits and throttles. If not, the
/// program traps with a message when the part with the other list appears. Each depth takes stack when
/// a part begins its life: about 6 kilobytes in debug builds, and 2 in release builds. If parts of one
/// kind are in several scopes, the ids also name each scope that is not the outermost one:
/// `left[2/right 5/6].load`.
///
/// In the origin of an event, the name of the scope precedes that of the feedback: `clock.tick`.
///
/// If several scopes claim an event, each of their reducers runs, in written order. The parts of such
/// scopes should not overlap: a part may miss a change that an earlier scope made to it in that step.
///
/// `from` must return the event that `event` was given. Debug builds check this whenever an effect of
/// the part delivers an event.
///
/// *Isolation*: The loop calls `from`, and compares the part, before and while it reduces. It calls
/// `event` for the events in the description of an effect. For other events, the thread that
/// delivers the event calls `event`. In debug builds, `from` is called after each call of `event`.
/// The thread that starts the loop is the first to access the part.
///
/// - Complexity: In a step that is not its own, a scope compares its part in place, with a copy
///   that it keeps until the part changes. For a small part, and for arrays and strings that were
///   not written, that takes about 30 nanoseconds; otherwise it takes the time of the part's `==`.
///   If a spin has one scope and no reducer of its own, the scope costs a call of `from` and no comparison.
///   In a step of its own, the part changes in place.
public struct Scope<State: Sendable, Event: Sendable>: Sendable {
  let definition: ScopeDefinition

  /// Returns the scope with one strategy for all feedbacks of the part.
  public func strategy(_ strategy: ExecutionStrategy) -> Scope {
    Scope(definition: definition.changing(FeedbackChanges(strategy: strategy)))
  }

  /// Returns the scope with one executor for all feedbacks of the part.
  public func executor(_ executor: any TaskExecutor) -> Scope {
    Scope(definition: definition.changing(FeedbackChanges(executor: executor)))
  }

  /// Returns the scope with another name for the origins of its events.
  ///
  /// By default, a scope has the name of the stored property of its part. If there is none, its
  /// name is `part`, or `parts` if it has several parts.
  public func named(_ name: String) -> Scope {
    Scope(definition: definition.renamed(name))
  }
}

extension Scope: SpinPart {
  /// A list that contains only this scope.
  public var content: ScopedContent<State, Event> {
    ScopedContent(feedbacks: Feedbacks(items: [.scope(definition)]))
  }
}

/// A list of scopes and feedbacks without a reducer of its own.
public struct ScopedContent<State: Sendable, Event: Sendable>: Sendable {
  let feedbacks: Feedbacks<State, Event>
}
