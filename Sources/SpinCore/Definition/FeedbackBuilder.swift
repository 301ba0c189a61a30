/// Builds a group of feedbacks.
@resultBuilder
public enum FeedbackBuilder<State: Sendable, Event: Sendable> {
  /// What is built.
  public typealias Group = Feedbacks<State, Event>

  public static func buildExpression(_ feedback: Feedback<State, Event>) -> Group {
    Group([feedback])
  }

  public static func buildExpression(_ group: Group) -> Group { group }

  public static func buildExpression(_ feedbacks: [Feedback<State, Event>]) -> Group {
    Group(feedbacks)
  }

  @available(*, unavailable, message: "A group has feedbacks only: give the reducer to the spin.")
  public static func buildExpression(_ reducer: Reducer<State, Event>) -> Group { Group([]) }

  public static func buildBlock(_ groups: Group...) -> Group { Group(groups.flatMap(\.all)) }

  public static func buildOptional(_ group: Group?) -> Group { group ?? Group([]) }

  public static func buildEither(first: Group) -> Group { first }

  public static func buildEither(second: Group) -> Group { second }

  public static func buildArray(_ groups: [Group]) -> Group { Group(groups.flatMap(\.all)) }

  public static func buildLimitedAvailability(_ group: Group) -> Group { group }
}
