/// A feedback during one run, with its memory.
///
/// *Isolation*: owned and called by the owner of the drain.
///
/// NB: made of closures rather than subclasses, as ``Turn`` is. The compiler specialises a closure
/// that is made where the types are known. It never specialises a virtual method of a generic
/// class, or a witness of a generic type, which costs ten times as much.
@usableFromInline
package final class FeedbackInstance<State: Sendable, Event: Sendable> {
  /// How the engine treats the effects of this feedback.
  @usableFromInline let kind: FeedbackKind
  /// Whether the loop must keep the state before each event for this feedback.
  @usableFromInline let needsPrevious: Bool
  /// Whether ``ask`` decides if there is work; otherwise there always is.
  @usableFromInline let asks: Bool
  /// Returns whether there is work for a state.
  ///
  /// Called once in each step, if ``asks`` is `true`.
  ///
  /// The state is `inout` only so that it is passed without being copied; the closure does not
  /// change it.
  @usableFromInline let ask: (inout State) -> Answer
  /// Forgets the value that was kept for describing, if the strategy skips it.
  ///
  /// A kept part of the state would be copied when it changes.
  @usableFromInline let forget: (() -> Void)?
  /// Describes the effect of the step, if there is work and the strategy does not skip it.
  @usableFromInline let describe: (inout CurrentTransition<State, Event>) -> Effect<Event>

  /// Its elements, if it has an effect for each element.
  @usableFromInline let elements: ElementWatcher<State, Event>?

  /// The queued effects; made for the first of them.
  @usableFromInline var waiting: WaitingEffects<Event>?

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

  /// Creates the instance of a feedback that has an effect for each element.
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

  /// Creates the instance of such a feedback of a part, if `ask` puts the changes into the watcher.
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

  /// Adds an effect that waits for the one before it.
  @usableFromInline
  func queue(_ effect: Effect<Event>) {
    let queue = waiting ?? WaitingEffects()
    queue.effects.append(effect)
    waiting = queue
  }

  /// Forgets the queued effects, including those of elements.
  @usableFromInline
  func forgetAll() {
    waiting = nil
    elements?.forgetAll()
  }

  @inlinable @inline(__always)
  func answer(_ state: inout State) -> Answer {
    asks ? ask(&state) : .wanted
  }
}

/// A value that a feedback remembers from one call to the next.
@usableFromInline
final class Memory<Value> {
  @usableFromInline @safe @exclusivity(unchecked) var value: Value?
  // Guard: the drain, whose feedback has it.

  @inlinable
  init() {}
}
