/// Builds the contents of a spin: feedbacks, scopes, and one reducer.
@resultBuilder
public enum SpinBuilder<State: Sendable, Event: Sendable> {
  /// A list that has its reducer.
  public typealias Complete = SpinContent<State, Event>

  /// A list that has no reducer yet.
  public typealias Partial = Feedbacks<State, Event>

  /// A list with scopes, whose own reducer may follow.
  public typealias Scoped = ScopedContent<State, Event>

  // NB: one function takes all parts. If each kind had a function, or one were preferred, the compiler
  // would report a mistake in the list of a scope as an error of the scope, after a long search. The
  // part is an existential, because a fully generic function would infer the types of a feedback last:
  // a filter with two comparisons would then take seconds.
  /// Takes a part: a feedback, a group or an array of them, a scope, a reducer, or a whole spin.
  public static func buildExpression<Content>(
    _ part: any SpinPart<State, Event, Content>
  ) -> Content {
    part.content
  }

  /// Makes the empty list.
  public static func buildBlock() -> Partial { Partial([]) }

  /// Begins a list with feedbacks.
  public static func buildPartialBlock(first: Partial) -> Partial { first }

  /// Begins a list with the reducer.
  public static func buildPartialBlock(first: Complete) -> Complete { first }

  /// Begins a list with a scope.
  public static func buildPartialBlock(first: Scoped) -> Scoped { first }

  /// Adds feedbacks to a list.
  public static func buildPartialBlock(accumulated: Partial, next: Partial) -> Partial {
    accumulated + next
  }

  /// Adds the reducer to a list.
  public static func buildPartialBlock(accumulated: Partial, next: Complete) -> Complete {
    Complete(feedbacks: accumulated + next.feedbacks, reducer: next.reducer)
  }

  /// Adds feedbacks to a list that has its reducer.
  public static func buildPartialBlock(accumulated: Complete, next: Partial) -> Complete {
    Complete(feedbacks: accumulated.feedbacks + next, reducer: accumulated.reducer)
  }

  /// Adds a scope to a list of feedbacks.
  public static func buildPartialBlock(accumulated: Partial, next: Scoped) -> Scoped {
    Scoped(feedbacks: accumulated + next.feedbacks)
  }

  /// Adds feedbacks to a list with scopes.
  public static func buildPartialBlock(accumulated: Scoped, next: Partial) -> Scoped {
    Scoped(feedbacks: accumulated.feedbacks + next)
  }

  /// Adds a scope to a list with scopes.
  public static func buildPartialBlock(accumulated: Scoped, next: Scoped) -> Scoped {
    Scoped(feedbacks: accumulated.feedbacks + next.feedbacks)
  }

  /// Adds the reducer to a list with scopes.
  public static func buildPartialBlock(accumulated: Scoped, next: Complete) -> Complete {
    Complete(feedbacks: accumulated.feedbacks + next.feedbacks, reducer: next.reducer)
  }

  /// Adds a scope to a list that has its reducer.
  public static func buildPartialBlock(accumulated: Complete, next: Scoped) -> Complete {
    Complete(feedbacks: accumulated.feedbacks + next.feedbacks, reducer: accumulated.reducer)
  }

  /// Refuses a second reducer.
  @available(*, unavailable, message: "A spin has one reducer: combine two with then(_:).")
  public static func buildPartialBlock(accumulated: Complete, next: Complete) -> Complete {
    accumulated
  }

  /// Takes the feedbacks of a condition that holds.
  public static func buildOptional(_ content: Partial?) -> Partial { content ?? Partial([]) }

  /// Takes the scopes of a condition that holds.
  public static func buildOptional(_ content: Scoped?) -> Scoped {
    content ?? Scoped(feedbacks: Partial([]))
  }

  /// Refuses a reducer that depends on a condition.
  @available(*, unavailable, message: "A spin always needs its reducer: give this if an else.")
  public static func buildOptional(_ content: Complete?) -> Complete {
    unreachable("a spin is built without a reducer")
  }

  /// Takes the feedbacks of the first branch.
  public static func buildEither(first: Partial) -> Partial { first }

  /// Takes the feedbacks of the second branch.
  public static func buildEither(second: Partial) -> Partial { second }

  /// Takes the reducer of the first branch.
  public static func buildEither(first: Complete) -> Complete { first }

  /// Takes the reducer of the second branch.
  public static func buildEither(second: Complete) -> Complete { second }

  /// Takes the scopes of the first branch.
  public static func buildEither(first: Scoped) -> Scoped { first }

  /// Takes the scopes of the second branch.
  public static func buildEither(second: Scoped) -> Scoped { second }

  /// Joins the scopes that a `for` statement makes.
  public static func buildArray(_ contents: [Scoped]) -> Scoped {
    Scoped(feedbacks: Partial(joining: contents.map { $0.feedbacks }))
  }

  /// Joins the feedbacks that a `for` statement makes.
  public static func buildArray(_ contents: [Partial]) -> Partial {
    Partial(joining: contents)
  }

  /// Refuses the reducers that a `for` statement makes.
  @available(*, unavailable, message: "A spin has one reducer: combine several with then(_:).")
  public static func buildArray(_ contents: [Complete]) -> Complete { contents[0] }

  /// Takes feedbacks that depend on the version of the operating system.
  public static func buildLimitedAvailability(_ content: Partial) -> Partial { content }

  /// Takes scopes that depend on the version of the operating system.
  public static func buildLimitedAvailability(_ content: Scoped) -> Scoped { content }

  /// Takes a list of scopes, which need no other reducer.
  public static func buildFinalResult(_ content: Scoped) -> Complete {
    Complete(scopes: content.feedbacks)
  }

  /// Takes a list that has its reducer.
  public static func buildFinalResult(_ content: Complete) -> Complete { content }

  /// Refuses a list without a reducer.
  @available(*, unavailable, message: "A spin needs a reducer: add Reducer { state, event in … }.")
  public static func buildFinalResult(_ content: Partial) -> Complete {
    unreachable("a spin is built without a reducer")
  }
}

/// The complete list that a ``SpinBuilder`` makes.
public struct SpinContent<State: Sendable, Event: Sendable>: Sendable {
  let feedbacks: Feedbacks<State, Event>
  let reducer: Reducer<State, Event>

  var list: SpinList { SpinList(items: feedbacks.items.all, reducer: reducer.ops) }
}

extension SpinContent {
  /// Creates the list of a spin that has only scopes.
  init(scopes: Feedbacks<State, Event>) {
    self.init(
      feedbacks: scopes,
      reducer: Reducer(
        ReducerOps(
          types: LoopTypes(State.self, Event.self), body: { _, _ in }, changesNothing: true)))
  }
}

/// A group of feedbacks, in order of declaration, to share between spins or to modify together.
///
/// A group may contain ``DropRepeats``, which sees all events of the spin that the group becomes
/// part of.
public struct Feedbacks<State: Sendable, Event: Sendable>: Sendable {
  let items: BlockList<ListItem>

  private init(items: BlockList<ListItem>) {
    self.items = items
  }

  init(items: [ListItem]) {
    self.init(items: BlockList(items))
  }

  /// Makes a group from an array.
  public init(_ feedbacks: [Feedback<State, Event>]) {
    self.init(items: feedbacks.map { .feedback($0.definition) })
  }

  /// Makes a group from a list, with the syntax of a spin's list but without a reducer.
  public init(@FeedbackBuilder<State, Event> _ content: () -> Feedbacks) {
    self = content()
  }

  /// Returns the group with one strategy for all feedbacks.
  public func strategy(_ strategy: ExecutionStrategy) -> Feedbacks {
    Feedbacks(items: items.all.map { $0.changing(FeedbackChanges(strategy: strategy)) })
  }

  /// Returns the group with one executor for all feedbacks.
  public func executor(_ executor: any TaskExecutor) -> Feedbacks {
    Feedbacks(items: items.all.map { $0.changing(FeedbackChanges(executor: executor)) })
  }

  /// Joins groups in order.
  ///
  /// - Complexity: O(n) for n feedbacks in all groups.
  init(joining groups: [Feedbacks]) {
    items = BlockList(joining: groups.map { $0.items })
  }

  /// Joins two groups.
  ///
  /// - Complexity: O(log n), amortised, for a chain of calls that adds one feedback after another.
  static func + (left: Feedbacks, right: Feedbacks) -> Feedbacks {
    var items = left.items
    items.append(right.items)
    return Feedbacks(items: items)
  }
}
