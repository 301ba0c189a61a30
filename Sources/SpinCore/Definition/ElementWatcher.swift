/// How a feedback that has an effect for each element of a collection looks at states, and what it
/// remembers of the elements during one run.
///
/// It gives the elements numbers, by which the engine knows them.
///
/// *Isolation*: owned and called by whoever drains the loop.
@usableFromInline
package final class ElementWatcher<State: Sendable, Event: Sendable> {
  /// Lists what has become of the elements in a state.
  @usableFromInline let ask: (inout State, inout [ElementChange]) -> Void
  /// Describes the effect of an element.
  @usableFromInline
  let describe: (Int, inout CurrentTransition<State, Event>) -> Effect<Event>
  /// Forgets what was kept for describing an element whose start is skipped.
  @usableFromInline let forget: ((Int) -> Void)?
  /// Names an element that is in the collection; `nil` if the feedback has no collection.
  @usableFromInline let name: (Int) -> ElementID?

  /// What the newest state has changed.
  @usableFromInline @safe @exclusivity(unchecked) var changes: [ElementChange] = []
  /// The elements whose closures are to be called in this step.
  @usableFromInline @safe @exclusivity(unchecked) var calls: [Int] = []
  /// The alarms to set in this step, for starts that are held.
  @usableFromInline @safe @exclusivity(unchecked) var holds: [(serial: UInt64, delay: Duration)] =
    []
  /// The described effects that wait for the one before them, by element.
  @usableFromInline @safe @exclusivity(unchecked) var waiting: [Int: WaitingEffects<Event>] = [:]
  /// The elements of the immediate events that wait in the mailbox.
  ///
  /// NB: these come in order, and the tag of an immediate event names the feedback only.
  @usableFromInline @safe @exclusivity(unchecked) var posted = RingBuffer<ElementID?>()
  /// The element that the newest entry came from.
  @usableFromInline @safe @exclusivity(unchecked) var origin: ElementID?

  @inlinable
  init(
    ask: @escaping (inout State, inout [ElementChange]) -> Void,
    describe: @escaping (Int, inout CurrentTransition<State, Event>) -> Effect<Event>,
    forget: ((Int) -> Void)? = nil, name: @escaping (Int) -> ElementID? = { _ in nil }
  ) {
    self.ask = ask
    self.describe = describe
    self.forget = forget
    self.name = name
  }

  /// Answers for a feedback about a state.
  @inlinable
  func answer(_ state: inout State) -> Answer {
    changes.removeAll(keepingCapacity: true)
    ask(&state, &changes)
    return changes.isEmpty ? .unchanged : .listed
  }

  /// Takes what is to be done for this step.
  @inlinable
  func takeOrders() -> (calls: [Int], holds: [(serial: UInt64, delay: Duration)]) {
    defer {
      calls.removeAll()
      holds.removeAll()
    }
    return (calls, holds)
  }

  /// Forgets whatever waits, as the loop stops.
  @usableFromInline
  func forgetAll() {
    waiting = [:]
    calls = []
    holds = []
  }

  /// Keeps an effect that waits for the one before it.
  @inlinable
  func keep(_ effect: Effect<Event>, of element: Int) {
    let queue = waiting[element] ?? WaitingEffects()
    queue.effects.append(effect)
    waiting[element] = queue
  }

  /// Takes the next effect of an element that waits.
  @inlinable
  func takeWaiting(of element: Int) -> Effect<Event>? {
    guard let queue = waiting[element] else { return nil }
    let effect = queue.effects.popFirst()
    if queue.effects.isEmpty { waiting[element] = nil }
    return effect
  }
}

/// What has become of one element.
@usableFromInline
package struct ElementChange: Sendable {
  @usableFromInline let element: Int
  /// The elements among which a limit counts: those of one part.
  @usableFromInline let group: Int
  @usableFromInline let change: Engine.ElementChange

  @inlinable
  init(_ element: Int, _ change: Engine.ElementChange, in group: Int = 0) {
    self.element = element
    self.group = group
    self.change = change
  }
}

extension [ElementChange] {
  /// Appends what an answer means for an element that counts as a feedback by itself.
  @inlinable
  mutating func append(_ answer: Answer, of element: Int) {
    switch answer {
    case .wanted: append(ElementChange(element, .wanted))
    case .declined: append(ElementChange(element, .declined))
    case .withdrawn: append(ElementChange(element, .withdrawn))
    case .ended: append(ElementChange(element, .left))
    case .wantedAgain:
      append(ElementChange(element, .left))
      append(ElementChange(element, .wanted))
    case .unchanged, .listed, .listedAgain: break
    }
  }
}

/// The effects of one element that wait.
@usableFromInline
final class WaitingEffects<Event: Sendable> {
  @usableFromInline @safe @exclusivity(unchecked) var effects = RingBuffer<Effect<Event>>()

  @inlinable
  init() {}
}
