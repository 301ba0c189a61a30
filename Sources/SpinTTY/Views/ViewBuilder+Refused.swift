/// What is no view, with the messages by which the compiler refuses it.
extension ViewBuilder {
  /// Refuses a text that is no view.
  @available(*, unavailable, message: "A text is a view: write Text(…).")
  @_disfavoredOverload
  public static func buildExpression(_ text: String) -> ViewList { ViewList([]) }

  /// Refuses what has no result, such as an assignment.
  @available(
    *, unavailable,
    message: "A view builder takes views only: let a feedback do this, or write let _ = print(…)."
  )
  @_disfavoredOverload
  public static func buildExpression(_ nothing: Void) -> ViewList { ViewList([]) }
}
