/// Builds a group of feedbacks.
@resultBuilder
public enum FeedbackBuilder<State: Sendable, Event: Sendable> {
  /// The group that the builder makes.
  public typealias Group = Feedbacks<State, Event>

  // NB: the parameter is like that of ``SpinBuilder``'s function, for the same reason.
  /// Takes feedbacks: one, a group, an array, or ``DropRepeats``.
  public static func buildExpression<Content>(
    _ part: any SpinPart<State, Event, Content>
  ) -> Content {
    part.content
  }

  /// Makes the empty group.
  public static func buildBlock() -> Group { Group([]) }

  /// Begins a group.
  public static func buildPartialBlock(first: Group) -> Group { first }

  /// Adds feedbacks to a group.
  public static func buildPartialBlock(accumulated: Group, next: Group) -> Group {
    accumulated + next
  }

  /// Refuses a reducer.
  @available(*, unavailable, message: "A group has feedbacks only: give the reducer to the spin.")
  public static func buildPartialBlock(first: SpinContent<State, Event>) -> Group { Group([]) }

  /// Refuses a reducer.
  @available(*, unavailable, message: "A group has feedbacks only: give the reducer to the spin.")
  public static func buildPartialBlock(
    accumulated: Group, next: SpinContent<State, Event>
  ) -> Group { accumulated }

  /// Refuses a scope.
  @available(*, unavailable, message: "A group has feedbacks only: give the scope to the spin.")
  public static func buildPartialBlock(first: ScopedContent<State, Event>) -> Group { Group([]) }

  /// Refuses a scope.
  @available(*, unavailable, message: "A group has feedbacks only: give the scope to the spin.")
  public static func buildPartialBlock(
    accumulated: Group, next: ScopedContent<State, Event>
  ) -> Group { accumulated }

  /// Takes the feedbacks of a condition that holds.
  public static func buildOptional(_ group: Group?) -> Group { group ?? Group([]) }

  /// Takes the feedbacks of the first branch.
  public static func buildEither(first: Group) -> Group { first }

  /// Takes the feedbacks of the second branch.
  public static func buildEither(second: Group) -> Group { second }

  /// Joins the feedbacks that a `for` statement makes.
  public static func buildArray(_ groups: [Group]) -> Group { Group(joining: groups) }

  /// Takes feedbacks that depend on the version of the operating system.
  public static func buildLimitedAvailability(_ group: Group) -> Group { group }
}
