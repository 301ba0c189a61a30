/// The scopes of a spin during one run or, if the spin is a part, during one life of the part.
///
/// A step has two halves. In the first half, each scope looks at the event before any scope changes
/// the state: if the event does not belong to the part, the scope keeps a copy of the part. Then
/// the reducers of the parts reduce the event in written order, and the spin's own reducer follows.
/// In the second half, each scope settles: it compares the part with its copy, and finds out
/// whether the part has made a transition.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
package final class ScopeRun<State: Sendable, Event: Sendable> {
  @usableFromInline let table: LentObjects<ScopeNode<State, Event>>
  @usableFromInline let body: (inout State, Event) -> Void

  /// Creates the memory of a spin's scopes.
  ///
  /// - Parameters:
  ///   - blueprint: The spin.
  ///   - isRoot: Whether the spin is not a part of another one, which could change its parts.
  @usableFromInline
  init(_ blueprint: Blueprint<State, Event>, isRoot: Bool) {
    // A part that only its own reducer changes need not be compared.
    let onlyOwnReducers = isRoot && !blueprint.hasOwnReducer && blueprint.scopes.count == 1
    table = LentObjects(blueprint.scopes.map { $0.makeNode(onlyOwnReducers) })
    body = blueprint.reducer.body
  }

  @usableFromInline var nodes: [ScopeNode<State, Event>] { table.all }

  /// Lends each node to a closure, without counting it.
  @inlinable @inline(__always)
  func forEach(_ body: (ScopeNode<State, Event>) -> Void) {
    table.forEach(body)
  }

  /// Begins the lives of the parts in the first state.
  @inlinable
  func begin(_ state: inout State) {
    forEach { $0.begin(&state) }
  }

  /// Reduces an event of the whole.
  @inlinable
  func reduce(_ state: inout State, _ event: Event) {
    take(&state, event)
    settle(&state, before: nil)
  }

  /// The function that reduces an event of the whole.
  @inlinable var composedReducer: @Sendable (inout State, Event) -> Void {
    @safe nonisolated(unsafe) let scopes = self
    // Guard: the loop, which alone reduces.
    return { state, event in scopes.reduce(&state, event) }
  }

  /// The first half of a step: reduces the event, in the parts and in the spin.
  @inlinable
  func take(_ state: inout State, _ event: Event) {
    forEach { $0.look(&state, event) }
    forEach { $0.take(&state, event) }
    body(&state, event)
  }

  /// Notes the origin of the newest event, for effects of parts that a later step describes.
  @inlinable
  func note(_ origin: KeptOrigin) {
    forEach { $0.noteOrigin(origin) }
  }

  /// Forgets the newest events of the parts, which must not be kept.
  @inlinable
  func forgetEvents() {
    forEach { $0.forgetEvent() }
  }

  /// The second half of a step.
  ///
  /// - Parameters:
  ///   - state: The state after the step.
  ///   - before: The state before the step, if the step took no event of this spin.
  @inlinable
  func settle(_ state: inout State, before: Address<State>?) {
    forEach { $0.settle(&state, before) }
  }
}

/// One scope of a ``ScopeRun``.
///
/// NB: made of closures, as ``FeedbackInstance`` is, which are specialised for the part.
@usableFromInline
package final class ScopeNode<State: Sendable, Event: Sendable> {
  @usableFromInline let begin: (inout State) -> Void
  /// Finds the event of the part, or keeps a copy of the part.
  @usableFromInline let look: (inout State, Event) -> Void
  /// Reduces the event into the part that it belongs to, if any.
  @usableFromInline let take: (inout State, Event) -> Void
  @usableFromInline let settle: (inout State, _ before: Address<State>?) -> Void
  /// Notes the origin of the newest event for the parts that have made a transition.
  @usableFromInline let noteOrigin: (KeptOrigin) -> Void
  @usableFromInline let forgetEvent: () -> Void
  /// Makes a feedback of the whole from a feedback of the part, given its place in the part.
  @usableFromInline let makeInstance: (Int) -> FeedbackInstance<State, Event>
  /// Makes a repeat filter of the whole from a filter of the part, given its place in the part.
  @usableFromInline let makeFilter: (Int) -> RepeatFilter<State, Event>
  /// Makes a feedback of the whole from those of a recursion in the part; `nil` if there are none.
  @usableFromInline
  let makeInner: (RecursionKey, FeedbackKind) -> FeedbackInstance<State, Event>?
  /// Makes a repeat filter of the whole from those of a recursion in the part.
  @usableFromInline let makeInnerFilter: (RecursionKey) -> RepeatFilter<State, Event>?

  @inlinable
  init(
    begin: @escaping (inout State) -> Void,
    look: @escaping (inout State, Event) -> Void = { _, _ in },
    take: @escaping (inout State, Event) -> Void,
    settle: @escaping (inout State, Address<State>?) -> Void,
    noteOrigin: @escaping (KeptOrigin) -> Void, forgetEvent: @escaping () -> Void,
    makeInstance: @escaping (Int) -> FeedbackInstance<State, Event>,
    makeFilter: @escaping (Int) -> RepeatFilter<State, Event>,
    makeInner: @escaping (RecursionKey, FeedbackKind) -> FeedbackInstance<State, Event>? = {
      _, _ in nil
    },
    makeInnerFilter: @escaping (RecursionKey) -> RepeatFilter<State, Event>? = { _ in nil }
  ) {
    self.begin = begin
    self.look = look
    self.take = take
    self.settle = settle
    self.noteOrigin = noteOrigin
    self.forgetEvent = forgetEvent
    self.makeInstance = makeInstance
    self.makeFilter = makeFilter
    self.makeInner = makeInner
    self.makeInnerFilter = makeInnerFilter
  }
}
