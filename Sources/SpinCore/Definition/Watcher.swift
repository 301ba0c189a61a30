/// What a feedback is during one run: it has what the feedback remembers.
///
/// *Isolation*: owned and called by whoever drains the loop.
@usableFromInline
package class Watcher<State: Sendable, Event: Sendable> {
  /// How the engine is to treat the effects of this feedback.
  @usableFromInline package let kind: FeedbackKind

  /// Whether the loop must keep the state before each event for this feedback.
  @usableFromInline package var needsPrevious: Bool { false }

  @inlinable
  package init(kind: FeedbackKind) {
    self.kind = kind
  }

  /// Says whether there is work for a state. Called once a step.
  ///
  /// The state is `inout` only so that it travels without being copied; nobody changes it.
  @usableFromInline
  package func ask(_ state: inout State) -> Answer {
    unreachable("a watcher has no ask")
  }

  /// Describes the effect of the step, after ``ask(_:)`` said that there is work.
  @usableFromInline
  package func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    unreachable("a watcher has no describe")
  }

  /// Is told instead of ``describe(_:)`` when the strategy skips the work.
  @usableFromInline
  package func skip() {}
}
