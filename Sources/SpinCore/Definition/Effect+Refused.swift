/// What belongs to a feedback, and names that other libraries have, with the messages by which the
/// compiler refuses them.
extension Effect {
  /// Refuses a throttle of an effect.
  @available(
    *, unavailable,
    message: "A feedback is throttled: write .throttled(for:latest:) behind the effect closure."
  )
  public func throttled(for period: Duration, latest: Bool = true) -> Effect { self }

  /// Refuses the pause by its name in other libraries.
  @available(
    *, unavailable,
    message: "To debounce, write .delayed(by:) here: another value of on: cancels the wait."
  )
  public func debounce(for delay: Duration) -> Effect { self }

  /// Refuses attempts behind an effect.
  @available(
    *, unavailable,
    message: """
      An effect retries by .run(retrying: .constant(.seconds(1), attempts: 3)) { … } catch: { … }.
      """
  )
  public func retry(_ attempts: Int = 1) -> Effect { self }

  /// Refuses delays behind an effect.
  @available(
    *, unavailable,
    message: """
      An effect retries by .run(retrying: .constant(.seconds(1), attempts: 3)) { … } catch: { … }.
      """
  )
  public func retry(_ backoff: Backoff) -> Effect { self }

  /// Refuses a number of attempts without the delays between them.
  @available(
    *, unavailable,
    message: """
      An effect retries by .run(retrying: .constant(.seconds(1), attempts: 3)) { … } catch: { … }.
      """
  )
  @_disfavoredOverload
  public static func run(
    retry attempts: Int, _ body: @escaping @Sendable () async throws -> Event?,
    catch map: (@Sendable (any Error) -> Event)? = nil
  ) -> Effect { .none }

  /// Refuses another label of the delays.
  @available(*, unavailable, renamed: "run(retrying:_:catch:)")
  @_disfavoredOverload
  public static func run(
    retry backoff: Backoff, _ body: @escaping @Sendable () async throws -> Event?,
    catch map: (@Sendable (any Error) -> Event)? = nil
  ) -> Effect { .none }
}
