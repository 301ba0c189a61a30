/// A feedback that has an effect for each element of a collection: how it finds the elements, and its
/// memory of them.
///
/// It numbers the elements, and the engine knows them by their numbers.
@usableFromInline
package final class ElementWatcher: FeedbackInstance {
  /// Lists the changes of the elements in a state.
  private let listing: (StatePlace, inout [ElementChange]) -> Answer
  private let naming: ((Int) -> ElementID?)?
  private let inner: (Int) -> Inner?
  private let listingKept: KeptLister?

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

  /// A feedback that has an element of this one, and the number that the element has there.
  typealias Inner = (feedback: FeedbackInstance, element: Int)
  /// Lends the feedbacks of parts to a closure, with the names of the parts, except for the given elements.
  typealias KeptLister = (Set<Int>, (ElementID?, FeedbackInstance) -> Void) -> Void

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
  ///   - name: Names an element that is in the collection; `nil` if `inner` does.
  ///   - inner: Returns the feedback that an element belongs to, if the elements are those of others.
  ///   - listKept: Lists the parts that were asked about the state, except for some elements, if the
  ///     feedback is that of several parts.
  init(
    kind: FeedbackKind = .reacting, needsPrevious: Bool = false, form: FeedbackForm = .elements,
    memory: FeedbackMemory? = nil,
    list: @escaping (StatePlace, inout [ElementChange]) -> Answer,
    describe: @escaping TransitionDescriber,
    name: ((Int) -> ElementID?)? = nil, inner: @escaping (Int) -> Inner? = { _ in nil },
    listKept: KeptLister? = nil
  ) {
    listing = list
    naming = name
    self.inner = inner
    listingKept = listKept
    super.init(
      .elements, kind: kind, needsPrevious: needsPrevious, form: form, memory: memory,
      seesTransitions: true, describeTransition: describe)
  }

  /// Creates the instance of a feedback on one collection, which names its own elements.
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

  override func forget(_ element: Int) {
    if let inner = inner(element) { inner.feedback.forget(inner.element) }
  }

  override func name(_ element: Int) -> ElementID? {
    if let naming { return naming(element) }
    return inner(element).flatMap { $0.feedback.name($0.element) }
  }

  override func selected(_ element: Int) -> Any? {
    inner(element).flatMap { $0.feedback.selected($0.element) }
  }

  /// Whether it is the feedback of several parts.
  var isOfParts: Bool { listingKept != nil }

  /// Lends the feedbacks of the parts that were asked and for which nothing changes, with the names of the
  /// parts, for monitors.
  func listKept(_ body: (ElementID?, FeedbackInstance) -> Void) {
    listingKept?(Set(changes.map(\.element)), body)
  }

  /// Notes immediate events of an element that are put into the mailbox.
  func notePosted(_ count: Int, of element: Int) {
    for _ in 0..<count { posted.append(name(element)) }
  }
}

/// The change of one element.
@usableFromInline
package struct ElementChange: Sendable {
  let element: Int
  /// The group of elements that share a limit: those of one part.
  let group: Int
  let change: Engine.ElementChange

  @usableFromInline
  init(_ element: Int, _ change: Engine.ElementChange, in group: Int = 0) {
    self.element = element
    self.group = group
    self.change = change
  }
}

extension [ElementChange] {
  /// The answer of a feedback that has listed the changes.
  var answer: Answer { isEmpty ? .unchanged : .listed }

  /// Puts further attempts before the first other work that is wanted.
  ///
  /// - Complexity: O(*n*).
  @usableFromInline
  mutating func putRetriesFirst() {
    guard let first = firstIndex(where: { $0.change == .wanted }) else { return }
    let others = self[first...].filter { $0.change != .retried }
    let retries = self[first...].filter { $0.change == .retried }
    replaceSubrange(first..., with: retries + others)
  }

  /// Appends the changes that an answer means for an element that stands for a whole feedback.
  mutating func append(_ answer: Answer, of element: Int) {
    if answer.endsLife { append(ElementChange(element, .ended)) }
    if let change = answer.change { append(ElementChange(element, change)) }
  }
}
