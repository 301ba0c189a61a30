/// The fate of a feedback's running effect when there is new work for that feedback.
///
/// There is new work at every state, or, for a feedback ``Feedback/init(on:effect:)`` on a selected
/// value, whenever that value becomes another one.
public enum ExecutionStrategy: Hashable, Sendable {
  /// Cancels what runs: the latest wins. The default.
  ///
  /// On a feedback that sees every state, an effect's own first reduced event makes a new state
  /// and so cancels the rest of that effect. Effects of several events belong to `on:`, to sources
  /// or to ``continueOnNewState``.
  case cancelOnNewState

  /// Lets everything run.
  case continueOnNewState

  /// Skips new work while an effect runs: its closure is not called for this state, nor later.
  case ignoreNewState

  /// Lets new work wait for its turn.
  ///
  /// The closure is called in its state's step. The effect it describes waits whole, immediate
  /// events included, until the one before it has ended and its last event has been reduced. If it
  /// is not wanted any more before that, it is as if it had never been described: nothing is reported.
  ///
  /// Behind an effect that never ends, such as ``Effect/every(_:_:)``, the others wait for ever,
  /// and each of them is kept.
  case queueNewState
}
