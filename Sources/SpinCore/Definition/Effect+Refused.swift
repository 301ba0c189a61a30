/// What belongs to a feedback, and names that other libraries have, with the messages by which the
/// compiler refuses them.
extension Effect {
  /// Refuses a throttle of an effect.
  @available(
    *, unavailable,
    message: "A feedback is throttled: write .throttled(for:latest:) behind the feedback's closure."
  )
  public func throttled(for period: Duration, latest: Bool = true) -> Effect { self }

  /// Refuses the pause by its name in other libraries.
  @available(
    *, unavailable,
    message: "To debounce, write .delayed(by:) here: another value of on: cancels the wait."
  )
  public func debounce(for delay: Duration) -> Effect { self }
}
