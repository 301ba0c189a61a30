/// The instance of a feedback that has an effect for each element of a collection: how it finds the
/// elements, and its memory of them during one run.
///
/// It numbers the elements, and the engine knows them by their numbers.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
package final class ElementWatcher<State: Sendable, Event: Sendable> {
  /// Lists the changes of the elements in a state.
  @usableFromInline let ask: (inout State, inout [ElementChange]) -> Void
  /// Describes the effect of an element.
  @usableFromInline
  let describe: (Int, inout CurrentTransition<State, Event>) -> Effect<Event>
  /// Forgets the value that was kept for describing an element whose start is skipped.
  @usableFromInline let forget: ((Int) -> Void)?
  /// Names an element that is in the collection; `nil` if the feedback has no collection.
  @usableFromInline let name: (Int) -> ElementID?

  /// The changes of the newest state.
  @usableFromInline @safe @exclusivity(unchecked) var changes: [ElementChange] = []
  /// The elements whose closures this step must call.
  @usableFromInline @safe @exclusivity(unchecked) var calls: [Int] = []
  /// The alarms that this step must set, for held starts.
  @usableFromInline @safe @exclusivity(unchecked) var holds: [(serial: UInt64, delay: Duration)] =
    []
  /// The queued effects, by element.
  @usableFromInline @safe @exclusivity(unchecked) var waiting: [Int: WaitingEffects<Event>] = [:]
  /// The elements of the immediate events that wait in the mailbox.
  ///
  /// NB: immediate events come in order, and their tags name only the feedback.
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

  /// Returns the answer of a feedback about a state.
  @inlinable
  func answer(_ state: inout State) -> Answer {
    changes.removeAll(keepingCapacity: true)
    ask(&state, &changes)
    return changes.isEmpty ? .unchanged : .listed
  }

  /// Takes the calls and alarms of this step.
  @inlinable
  func takeOrders() -> (calls: [Int], holds: [(serial: UInt64, delay: Duration)]) {
    defer {
      calls.removeAll()
      holds.removeAll()
    }
    return (calls, holds)
  }

  /// Forgets all queued effects, calls and alarms.
  @usableFromInline
  func forgetAll() {
    waiting = [:]
    calls = []
    holds = []
  }

  /// Queues an effect of an element.
  @inlinable
  func keep(_ effect: Effect<Event>, of element: Int) {
    let queue = waiting[element] ?? WaitingEffects()
    queue.effects.append(effect)
    waiting[element] = queue
  }

  /// Takes the next queued effect of an element.
  @inlinable
  func takeWaiting(of element: Int) -> Effect<Event>? {
    guard let queue = waiting[element] else { return nil }
    let effect = queue.effects.popFirst()
    if queue.effects.isEmpty { waiting[element] = nil }
    return effect
  }
}

/// The change of one element.
@usableFromInline
package struct ElementChange: Sendable {
  @usableFromInline let element: Int
  /// The group of elements that share a limit: those of one part.
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
  /// Appends the changes that an answer means for an element that stands for a whole feedback.
  @inlinable
  mutating func append(_ answer: Answer, of element: Int) {
    switch answer {
    case .wanted: append(ElementChange(element, .wanted))
    case .declined: append(ElementChange(element, .declined))
    case .withdrawn: append(ElementChange(element, .withdrawn))
    case .ended: append(ElementChange(element, .ended))
    case .wantedAgain:
      append(ElementChange(element, .ended))
      append(ElementChange(element, .wanted))
    case .unchanged, .listed, .listedAgain: break
    }
  }
}

/// The queued effects of a feedback, or of one element.
@usableFromInline
final class WaitingEffects<Event: Sendable> {
  @usableFromInline @safe @exclusivity(unchecked) var effects = RingBuffer<Effect<Event>>()

  @inlinable
  init() {}
}
