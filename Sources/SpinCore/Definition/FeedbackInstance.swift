/// What a feedback is during one run: it has what the feedback remembers.
///
/// *Isolation*: owned and called by whoever drains the loop.
///
/// NB: closures rather than a class with subclasses, here as in ``Turn``. The compiler specialises a
/// closure that is made where the types are known. It never specialises a virtual method of a generic
/// class, or a witness of a generic type, which costs ten times as much.
@usableFromInline
package final class FeedbackInstance<State: Sendable, Event: Sendable> {
  /// How the engine is to treat the effects of this feedback.
  @usableFromInline let kind: FeedbackKind
  /// Whether the loop must keep the state before each event for this feedback.
  @usableFromInline let needsPrevious: Bool
  /// Says whether there is work for a state.
  ///
  /// Called once a step; without it there always is.
  ///
  /// The state is `inout` only so that it travels without being copied; nobody changes it.
  @usableFromInline let ask: (inout State) -> Answer
  @usableFromInline let asks: Bool
  /// Forgets what was kept for describing, if the strategy skips it: a part of the state that is kept
  /// would be copied when it changes.
  @usableFromInline let forget: (() -> Void)?
  /// Describes the effect of the step, if there is work and the strategy does not skip it.
  @usableFromInline let describe: (inout CurrentTransition<State, Event>) -> Effect<Event>

  /// Its elements, if it has an effect for each.
  @usableFromInline let elements: ElementWatcher<State, Event>?

  /// The effects that wait for their turn.
  @usableFromInline var waiting = RingBuffer<Effect<Event>>()

  @inlinable
  package init(
    kind: FeedbackKind = .reacting, needsPrevious: Bool = false,
    ask: ((inout State) -> Answer)? = nil, forget: (() -> Void)? = nil,
    describe: @escaping (inout CurrentTransition<State, Event>) -> Effect<Event>
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    // NB: not by `??`, which is generic and would wrap the closure in another.
    if let ask { self.ask = ask } else { self.ask = { _ in .wanted } }
    asks = ask != nil
    self.forget = forget
    self.describe = describe
    elements = nil
  }

  /// Makes the instance of a feedback that has an effect for each element.
  @inlinable
  package init(
    _ elements: ElementWatcher<State, Event>, kind: FeedbackKind = .reacting,
    needsPrevious: Bool = false
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    ask = { state in elements.answer(&state) }
    asks = true
    forget = nil
    describe = { _ in .none }
    self.elements = elements
  }

  /// Makes the instance of such a feedback of a part, whose changes `ask` puts into the watcher.
  @inlinable
  init(
    _ elements: ElementWatcher<State, Event>, kind: FeedbackKind, needsPrevious: Bool = false,
    asking ask: @escaping (inout State) -> Answer
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    self.ask = ask
    asks = true
    forget = nil
    describe = { _ in .none }
    self.elements = elements
  }

  /// Forgets the effects that wait.
  @inlinable
  func forgetWaiting() {
    if !waiting.isEmpty { _ = waiting.takeAll().count }
  }

  /// Forgets whatever waits, as the loop stops.
  @usableFromInline
  func forgetAll() {
    forgetWaiting()
    elements?.forgetAll()
  }

  @inlinable @inline(__always)
  func answer(_ state: inout State) -> Answer {
    asks ? ask(&state) : .wanted
  }
}

/// What a feedback remembers from one call to another.
@usableFromInline
final class Memory<Value> {
  @usableFromInline @safe @exclusivity(unchecked) var value: Value?
  // Guard: the drain, whose feedback has it.

  @inlinable
  init() {}
}
