/// The fate of a feedback's running effect when there is new work for that feedback.
///
/// ```swift
/// // Writes keep their order, and none is lost.
/// Feedback(on: \.text) { text in .sideEffect { await disk.write(text) } }
///   .strategy(.queueNewState)
/// ```
///
/// There is new work at every state or, for a feedback on a selected value such as
/// ``Feedback/init(on:effect:)``, whenever that value changes.
public enum ExecutionStrategy: Hashable, Sendable {
  /// Cancels the running effect: the latest wins. The default.
  ///
  /// Cancellation takes nothing back: what a body has sent to a disk or a server may still arrive, even after
  /// what a later effect has sent. For writes, use ``queueNewState``.
  ///
  /// On a feedback that sees every state, an effect's own first reduced event makes a new state and so
  /// cancels the rest of that effect. Effects of several events belong to `on:`, to sources or to
  /// ``continueOnNewState``. An effect whose events change the selected value or the element that it was
  /// started for is replaced as well, again and again. Debug builds report an effect that is replaced ten
  /// times in a row. Keep its progress elsewhere in the state.
  case cancelOnNewState

  /// Lets all effects run.
  case continueOnNewState

  /// Skips new work while an effect runs: the effect closure is not called for this state, not even
  /// later.
  case ignoreNewState

  /// Queues new work.
  ///
  /// The effect closure is called in its state's step. The effect waits whole, immediate
  /// events included, until the effect before it has ended and its last event has been reduced. An
  /// effect that is no longer wanted by then is forgotten, and nothing is reported.
  ///
  /// Behind an effect that never ends, such as ``Effect/every(_:_:)``, the others wait forever, and
  /// the loop keeps each of them.
  case queueNewState
}

extension ExecutionStrategy {
  /// What a strategy decides about an element whose effects are alive.
  struct Rules {
    /// New work cancels them, and so does a state that does not pass the filter.
    let replaces: Bool
    /// New work is skipped.
    let skips: Bool
    /// New work is described, and waits until they have ended.
    let queues: Bool
  }

  /// What the strategy decides; nothing else tells strategies apart.
  @inline(__always)
  var rules: Rules {
    switch self {
    case .cancelOnNewState: Rules(replaces: true, skips: false, queues: false)
    case .continueOnNewState: Rules(replaces: false, skips: false, queues: false)
    case .ignoreNewState: Rules(replaces: false, skips: true, queues: false)
    case .queueNewState: Rules(replaces: false, skips: false, queues: true)
    }
  }
}
