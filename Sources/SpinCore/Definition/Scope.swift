/// A part of a spin that is a spin of its own.
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
/// A list may stand for the part's spin, because the state of the whole has the part, and the initial
/// state of the part's spin is not used:
///
/// ```swift
/// Scope(state: \.clock, event: Event.clock, from: \.clock) {
///   Feedback.source { .every(.seconds(1), .tick) }
///   Reducer { clock, _ in clock.seconds += 1 }
/// }
/// ```
///
/// An event that belongs to the part is reduced by the part's reducer. The reducers of the scopes run in
/// written order, and the spin's own reducer runs last, on every event. A spin of scopes alone needs
/// none. Scopes nest.
///
/// The feedbacks of the part hear of the part's own events. They also hear of each step in which the
/// whole has changed the part, which the loop finds by `==`. Other events of the whole neither cancel
/// nor start anything of it: the part behaves as it does when it runs alone.
///
/// A part that is `nil` has no feedbacks. When it appears, its feedbacks see it as a first state, even
/// if the event of that step was its own. When it goes, or another identity takes its place, its
/// effects are cancelled, and what they had delivered is stale. An identifiable part lives for as long
/// as its `id` stays the same.
///
/// An event for a part that is not there is still a transition of the whole.
///
/// In the origin of an event, the name of the scope precedes that of the feedback: `clock.tick`.
///
/// If several scopes claim an event, each of their reducers runs, in written order. The parts of such
/// scopes should not overlap: a part may not hear of what an earlier scope did to it in that step.
///
/// `from` must return the event that `event` was given. Debug builds check this whenever an effect of
/// the part delivers an event.
///
/// *Isolation*: The loop calls `from`, and compares the part, before and while it reduces. It calls
/// `event` for the events in the description of an effect. The thread that delivers another event calls
/// `event` for it. In debug builds `from` follows each call of `event`. The thread that starts the loop
/// looks for the part first.
///
/// - Complexity: In a step that is not its own, a scope copies its part and compares it, in the time that
///   the part's `==` takes. The only scope of a spin without a reducer costs a call of `from`. In a step
///   of its own the part changes in place.
public struct Scope<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let feedbacks: [Feedback<State, Event>]
  @usableFromInline let repeats: [DropRepeats<State, Event>]
  @usableFromInline let part: ScopePart<State, Event>

  /// Makes a scope of a part that is always there.
  ///
  /// - Parameters:
  ///   - state: Where the part is.
  ///   - event: Makes an event of the whole of one of the part's.
  ///   - from: The part's event in one of the whole, if it belongs to the part; the inverse of `event`.
  ///   - spin: The part's spin, or a list of its feedbacks, scopes and reducer.
  @inlinable
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(state: state, from: from)
    self.init(scopeName(state), event, from, spin, reducer) { .path(state) }
  }

  /// Makes a scope of a part that has an identity.
  @inlinable
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(state: state, from: from)
    self.init(scopeName(state), event, from, spin, reducer) { .path(state).living { $0.id } }
  }

  /// Makes a scope of a part that may be absent.
  @inlinable
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part?> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(state: state, from: from)
    self.init(scopeName(state), event, from, spin, reducer) { .path(state) }
  }

  /// Makes a scope of a part that may be absent, and that has an identity.
  @inlinable
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    state: any WritableKeyPath<State, Part?> & Sendable,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(state: state, from: from)
    self.init(scopeName(state), event, from, spin, reducer) { .path(state).living { $0.id } }
  }

  /// Makes a scope of a part that a closure finds, such as the payload of an enum.
  ///
  /// ```swift
  /// Scope(
  ///   modify: { (page: inout Page, change: (inout Form) -> Void) in
  ///     guard case .form(var form) = page else { return }
  ///     page = .empty
  ///     change(&form)
  ///     page = .form(form)
  ///   }, event: Event.form, from: \.form
  /// ) { Form.spin }
  /// ```
  ///
  /// - Parameters:
  ///   - modify: Calls the closure that it is given once with the part, or not at all if there is none,
  ///     and changes nothing else. The loop calls `modify` several times in a step, and also to look at
  ///     the part.
  ///   - event: Makes an event of the whole of one of the part's.
  ///   - from: The part's event in one of the whole, if it belongs to the part; the inverse of `event`.
  ///   - spin: The part's spin, or a list of its feedbacks, scopes and reducer.
  @inlinable
  public init<Part: Equatable & Sendable, PartEvent: Sendable>(
    modify: @escaping @Sendable (inout State, (inout Part) -> Void) -> Void,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(modify: modify, from: from)
    self.init(nil, event, from, spin, reducer) { .closure(modify) }
  }

  /// Makes a scope of a part that a closure finds, and that has an identity.
  @inlinable
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    modify: @escaping @Sendable (inout State, (inout Part) -> Void) -> Void,
    event: @escaping @Sendable (PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> PartEvent?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(modify: modify, from: from)
    self.init(nil, event, from, spin, reducer) { .closure(modify).living { $0.id } }
  }

  /// Makes a scope of each part in an array, by its id.
  ///
  /// A part that appears begins a life, one that leaves ends it, and moving parts changes nothing. Of
  /// several parts with one id the first counts. An effect of a part is named with its id, such as
  /// `counters[3].tick`.
  ///
  /// - Complexity: In a step that changes the array, O(n) comparisons.
  /// - Precondition: No feedback of the part is a stream of states or receives from a gear, and none
  ///   limits the effects of its elements.
  /// - Parameters:
  ///   - state: Where the parts are.
  ///   - event: Makes an event of the whole of an id and an event of the part with the id.
  ///   - from: The id and the part's event in one of the whole, if it belongs to a part; the inverse of
  ///     `event`.
  ///   - spin: The spin that each part is, or a list of its feedbacks, scopes and reducer.
  @inlinable
  public init<Part: Equatable & Identifiable & Sendable, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, [Part]> & Sendable,
    event: @escaping @Sendable (Part.ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (Part.ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) where Part.ID: Sendable {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.array(state) }
  }

  /// Makes a scope of each value in a dictionary, by its key.
  ///
  /// As for an array; the order is that of the keys.
  ///
  /// - Complexity: In a step of the whole, O(n) look-ups and comparisons.
  @inlinable
  public init<
    ID: Comparable & Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable
  >(
    forEach state: any WritableKeyPath<State, [ID: Part]> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.dictionary(state) }
  }

  /// Makes a scope of each part of ``Children``, by its id.
  ///
  /// As for an array, but a step costs by what it has changed.
  @inlinable
  public init<ID: Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable>(
    forEach state: any WritableKeyPath<State, Children<ID, Part>> & Sendable,
    event: @escaping @Sendable (ID, PartEvent) -> Event,
    from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    @SpinBuilder<Part, PartEvent> spin: () -> SpinContent<Part, PartEvent>
  ) {
    let spin = Blueprint(spin())
    let reducer = spin.composedReducer.scoped(forEach: state, from: from)
    self.init(state, event, from, spin, reducer) { PartsAccess.children(state) }
  }

  @inlinable
  init<Parts, ID: Hashable & Sendable, Part: Equatable & Sendable, PartEvent: Sendable>(
    _ path: AnyKeyPath, _ embed: @escaping @Sendable (ID, PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> (ID, PartEvent)?,
    _ blueprint: Blueprint<Part, PartEvent>,
    _ reducer: Reducer<State, Event>,
    _ access: @escaping @Sendable () -> PartsAccess<State, Parts, ID, Part>
  ) {
    let embed = Self.checking(embed, from)
    blueprint.requireFeedbacksForParts()
    self.init(
      (scopeName(path) ?? "parts") + "[]", blueprint,
      ScopePart(reducer: reducer) { onlyOwnReducerChangesThem in
        PartsNode(
          access(), event: from, embed: embed, blueprint,
          onlyOwnReducerChangesThem: onlyOwnReducerChangesThem
        ).erased
      })
  }

  @inlinable
  init<Part: Equatable & Sendable, PartEvent: Sendable>(
    _ name: String?, _ embed: @escaping @Sendable (PartEvent) -> Event,
    _ from: @escaping @Sendable (Event) -> PartEvent?, _ blueprint: Blueprint<Part, PartEvent>,
    _ reducer: Reducer<State, Event>,
    _ access: @escaping @Sendable () -> PartAccess<State, Part>
  ) {
    let embed = Self.checking(embed, from)
    self.init(
      name, blueprint,
      ScopePart(reducer: reducer) { onlyOwnReducerChangesIt in
        PartNode(
          access(), event: from, embed: embed, blueprint,
          onlyOwnReducerChangesIt: onlyOwnReducerChangesIt
        ).erased
      })
  }

  @usableFromInline
  init<Part, PartEvent>(
    _ name: String?, _ blueprint: Blueprint<Part, PartEvent>, _ part: ScopePart<State, Event>
  ) {
    self.part = part
    feedbacks = blueprint.feedbacks.enumerated().map { local, feedback in
      Feedback(of: part, ScopePlace(scope: 0, local: local), feedback.traits.nested(in: name))
    }
    repeats = blueprint.repeats.indices.map { local in
      DropRepeats(of: part, ScopePlace(scope: 0, local: local))
    }
  }

  private init(_ scope: Scope, _ change: (Feedback<State, Event>) -> Feedback<State, Event>) {
    part = scope.part
    repeats = scope.repeats
    feedbacks = scope.feedbacks.map(change)
  }

  /// Returns the scope with one strategy for all feedbacks of the part.
  public func strategy(_ strategy: ExecutionStrategy) -> Scope {
    Scope(self) { $0.strategy(strategy) }
  }

  /// Returns the scope with one executor for all feedbacks of the part.
  public func executor(_ executor: any TaskExecutor) -> Scope {
    Scope(self) { $0.executor(executor) }
  }

  /// Returns the scope with another name for the origins of its events.
  ///
  /// Without one, it has the name of its stored property. Otherwise it is called `part`, or `parts` if it
  /// has several.
  public func named(_ name: String) -> Scope {
    Scope(self) { feedback in feedback.with { $0.renameScope(name) } }
  }
}

extension Scope: SpinPart {
  /// The list with this scope only.
  public var content: ScopedContent<State, Event> {
    ScopedContent(feedbacks: Feedbacks(feedbacks, repeats: repeats, scopes: [part]))
  }
}

/// A list of scopes and feedbacks that has no reducer of its own.
public struct ScopedContent<State: Sendable, Event: Sendable>: Sendable {
  let feedbacks: Feedbacks<State, Event>
}

/// The name of a property, if the key path has one.
@usableFromInline
func scopeName(_ path: AnyKeyPath) -> String? {
  let text = "\(path)"
  var depth = 0
  // The type of the whole stands before the dot, and may be generic.
  let dot = text.firstIndex { character in
    if character == "<" { depth += 1 }
    if character == ">" { depth -= 1 }
    return character == "." && depth == 0
  }
  guard text.hasPrefix("\\"), let dot else { return nil }
  let name = text[text.index(after: dot)...]
  return name.isEmpty || name.contains("<") ? nil : String(name)
}
