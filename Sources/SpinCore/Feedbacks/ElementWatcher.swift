/// The instance of a feedback that has an effect for each element of a collection: how it finds the
/// elements, and its memory of them during one run.
///
/// It numbers the elements, and the engine knows them by their numbers.
///
/// *Isolation*: owned and called by the owner of the drain.
@usableFromInline
package final class ElementWatcher {
  /// Lists the changes of the elements in a state.
  private let ask: (StatePlace, inout [ElementChange]) -> Void
  /// Describes the effect of an element.
  let describe: (Int, inout CurrentTransition, EffectSink) -> Void
  /// Forgets the value that was kept for describing an element whose start is skipped.
  let forget: ((Int) -> Void)?
  /// Names an element that is in the collection; `nil` if the feedback has no collection.
  let name: (Int) -> ElementID?

  /// The changes of the newest state.
  @safe @exclusivity(unchecked) var changes: [ElementChange] = []
  /// The elements whose closures this step must call.
  @safe @exclusivity(unchecked) var calls: [Int] = []
  /// The alarms that this step must set, for held starts.
  @safe @exclusivity(unchecked) var holds: [(serial: UInt64, delay: Duration)] = []
  /// The elements of the immediate events that wait in the mailbox.
  ///
  /// NB: immediate events come in order, and their tags name only the feedback.
  @safe @exclusivity(unchecked) var posted = RingBuffer<ElementID?>()
  /// The element that the newest entry came from.
  @safe @exclusivity(unchecked) var origin: ElementID?

  init(
    ask: @escaping (StatePlace, inout [ElementChange]) -> Void,
    describe: @escaping (Int, inout CurrentTransition, EffectSink) -> Void,
    forget: ((Int) -> Void)? = nil, name: @escaping (Int) -> ElementID? = { _ in nil }
  ) {
    self.ask = ask
    self.describe = describe
    self.forget = forget
    self.name = name
  }

  /// Creates the watcher of a feedback whose collection knows its elements.
  ///
  /// NB: not inlinable, see ``FeedbackInstance``.
  @usableFromInline
  convenience init<State>(
    on state: State.Type, ask: @escaping (inout State, inout [ElementChange]) -> Void,
    describe: @escaping (Int, EffectSink) -> Void, name: @escaping (Int) -> ElementID?
  ) {
    self.init(
      ask: { ask(&$0.address(of: State.self).value, &$1) },
      describe: { element, _, sink in describe(element, sink) }, name: name)
  }

  /// Returns the answer of a feedback about a state.
  func answer(_ state: StatePlace) -> Answer {
    changes.removeEach()
    ask(state, &changes)
    return changes.isEmpty ? .unchanged : .listed
  }

  /// Forgets all calls and alarms.
  func forgetAll() {
    calls.removeEach()
    holds.removeEach()
  }

  /// Notes immediate events of an element that are put into the mailbox.
  func notePosted(_ count: Int, of element: Int) {
    for _ in 0..<count { posted.append(name(element)) }
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
