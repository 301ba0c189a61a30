/// A feedback that has an effect for each element of a collection: how it finds the elements, and its
/// memory of them.
///
/// It numbers the elements, and the engine knows them by their numbers.
@usableFromInline
package final class ElementWatcher: TransitionWatcher {
  /// Lists the changes of the elements in a state.
  private let listing: (StatePlace, inout [ElementChange]) -> Answer
  private let forgetting: (Int) -> Void
  private let naming: (Int) -> ElementID?

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
  var origin: ElementID?

  /// Creates the instance of a feedback for one run.
  ///
  /// - Parameters:
  ///   - kind: How the engine treats the effects.
  ///   - needsPrevious: Whether the loop must keep the state before each event.
  ///   - form: How the feedback compares states, for monitors.
  ///   - memory: The value that it remembers, if any.
  ///   - list: Lists the changes of the elements in a state, and returns ``Answer/listed`` if there
  ///     are any.
  ///   - describe: Describes the effect of an element.
  ///   - forget: Forgets the value that was kept for describing an element whose start is skipped.
  ///   - name: Names an element that is in the collection; `nil` if the feedback has no collection.
  init(
    kind: FeedbackKind = .reacting, needsPrevious: Bool = false, form: FeedbackForm = .elements,
    memory: FeedbackMemory? = nil,
    list: @escaping (StatePlace, inout [ElementChange]) -> Answer,
    describe: @escaping (Int, inout CurrentTransition, EffectSink) -> Void,
    forget: @escaping (Int) -> Void = { _ in }, name: @escaping (Int) -> ElementID? = { _ in nil }
  ) {
    listing = list
    forgetting = forget
    naming = name
    super.init(
      .elements, kind: kind, needsPrevious: needsPrevious, form: form, memory: memory,
      describe: describe)
  }

  /// Creates the instance of a feedback whose collection knows its elements.
  @usableFromInline
  convenience init(
    ask: @escaping (StatePlace, inout [ElementChange]) -> Void,
    describe: @escaping (Int, EffectSink) -> Void, name: @escaping (Int) -> ElementID?
  ) {
    self.init(
      list: { state, changes in
        ask(state, &changes)
        return changes.answer
      },
      describe: { element, _, sink in describe(element, sink) }, name: name)
  }

  /// Lists the changes of the elements in a state.
  override func list(_ state: StatePlace) -> Answer {
    changes.removeEach()
    return listing(state, &changes)
  }

  override func forgetAll() {
    super.forgetAll()
    forgetCalls()
  }

  /// Forgets all calls and alarms.
  func forgetCalls() {
    calls.removeEach()
    holds.removeEach()
  }

  override func forget(_ element: Int) { forgetting(element) }

  override func name(_ element: Int) -> ElementID? { naming(element) }

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
  /// The answer of a feedback that has listed the changes.
  var answer: Answer { isEmpty ? .unchanged : .listed }

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
