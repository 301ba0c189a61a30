/// Hands every state to a stream, for idioms that know streams.
@usableFromInline
package final class StreamWatcher<State: Sendable, Event: Sendable>: Watcher<State, Event> {
  private let hand: (State) -> Void
  private var effect: Effect<Event>?

  /// Makes a watcher.
  ///
  /// - Parameters:
  ///   - hand: Takes each state; never waits.
  ///   - effect: Consumes the states; started at transition 0. It says when it finds none left, see
  ///     ``Emitter/askedForState(taken:)``.
  package init(hand: @escaping (State) -> Void, effect: Effect<Event>) {
    self.hand = hand
    self.effect = effect
    super.init(kind: .stream)
  }

  @usableFromInline
  package override func ask(_ state: inout State) -> Answer { .wanted }

  @usableFromInline
  package override func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    hand(step.state.pointee)
    return effect.take() ?? .none
  }
}
