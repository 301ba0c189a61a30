/// A feedback during one run, with its memory.
///
/// Every effect belongs to an element. A feedback without a collection has one element, number 0; an
/// ``ElementWatcher`` has others.
///
/// *Isolation*: owned and called by the owner of the drain.
///
/// NB: made of closures rather than subclasses. The compiler specialises a closure that a client makes,
/// because the client knows the types. It never specialises a virtual method of a generic class, or a
/// witness of a generic type, which costs ten times as much.
@usableFromInline
package class FeedbackInstance {
  /// How the engine treats the effects of this feedback.
  let kind: FeedbackKind
  /// Whether the loop must keep the state before each event for this feedback.
  let needsPrevious: Bool
  /// How the feedback compares states, for monitors.
  let form: FeedbackForm
  /// Who returns the answer about a state.
  private let answering: Answering
  private let ask: (StatePlace) -> Answer
  /// The value that it remembers, if any.
  let memory: FeedbackMemory?
  /// Describes the effect, if there is work and the strategy does not skip it.
  private let describing: (StatePlace, EffectSink) -> Void
  /// Describes the effect if it depends on more than the state: on the transition, or on an element.
  private let describingTransition: TransitionDescriber
  /// Whether the effects depend on more than the state.
  ///
  /// NB: apart from the closures, because it takes longer to ask an optional closure.
  private let seesTransitions: Bool
  /// The queued effects, by element.
  @safe @exclusivity(unchecked) private var waiting: [Int: HeldEffects] = [:]

  /// Describes the effect of an element, given the transition.
  typealias TransitionDescriber = (Int, inout CurrentTransition, EffectSink) -> Void

  enum Answering: UInt8 {
    /// A closure, which is called once in each step.
    case closure
    /// The elements, which list their changes.
    case elements
    /// Nobody: there is work at every state.
    case nobody
  }

  init(
    _ answering: Answering, kind: FeedbackKind, needsPrevious: Bool = false,
    form: FeedbackForm = .states, memory: FeedbackMemory? = nil,
    ask: @escaping (StatePlace) -> Answer = { _ in .wanted },
    describe: @escaping (StatePlace, EffectSink) -> Void = { _, _ in },
    seesTransitions: Bool = false,
    describeTransition: @escaping TransitionDescriber = { _, _, _ in }
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    self.form = form
    self.memory = memory
    self.answering = answering
    self.ask = ask
    describing = describe
    self.seesTransitions = seesTransitions
    describingTransition = describeTransition
  }

  /// Creates the instance of a feedback on states.
  ///
  /// NB: the places have no type, so that a client compiles only the closures for its types, and
  /// calling them needs no knowledge of the types.
  @usableFromInline
  package convenience init(
    kind: FeedbackKind = .reacting, form: FeedbackForm, memory: FeedbackMemory? = nil,
    ask: @escaping (StatePlace) -> Answer, describe: @escaping (StatePlace, EffectSink) -> Void
  ) {
    self.init(.closure, kind: kind, form: form, memory: memory, ask: ask, describe: describe)
  }

  /// Creates the instance of a feedback on every state.
  @usableFromInline
  package convenience init(
    kind: FeedbackKind = .reacting, always describe: @escaping (StatePlace, EffectSink) -> Void
  ) {
    self.init(.nobody, kind: kind, describe: describe)
  }

  /// Queues an effect of an element behind the one before it.
  final func keep(_ effect: HeldEffect, of element: Int) {
    let queue = waiting[element] ?? HeldEffects()
    queue.effects.append(effect)
    waiting[element] = queue
  }

  /// Takes the next queued effect of an element.
  final func takeWaiting(of element: Int) -> HeldEffect? {
    guard let queue = waiting[element] else { return nil }
    let effect = queue.effects.popFirst()
    if queue.effects.isEmpty { waiting[element] = nil }
    return effect
  }

  /// The elements of the queued effects, and the transitions in whose steps these were described.
  final var waitingEffects: [(element: Int, since: Int)] {
    waiting.sorted { $0.key < $1.key }
      .flatMap { element, queue in queue.effects.all.map { (element, $0.since) } }
  }

  /// Forgets the queued effects of an element.
  final func forgetWaiting(of element: Int) {
    if !waiting.isEmpty { waiting[element] = nil }
  }

  /// Forgets all queued effects, calls and alarms.
  func forgetAll() {
    if !waiting.isEmpty { waiting = [:] }
  }

  /// Returns whether there is work for a state.
  final func answer(_ state: StatePlace) -> Answer {
    switch answering {
    case .closure: ask(state)
    case .elements: list(state)
    case .nobody: .wanted
    }
  }

  /// Lists the changes of its elements.
  func list(_ state: StatePlace) -> Answer { .wanted }

  /// Describes the effect of an element.
  @inline(__always)
  final func describe(_ element: Int, _ step: inout CurrentTransition, _ sink: EffectSink) {
    if seesTransitions { return describingTransition(element, &step, sink) }
    describing(step.state, sink)
  }

  /// Forgets the value that was kept for describing an element, if the strategy skips it.
  func forget(_ element: Int) {
    if form.forgetsSkipped { memory?.forget() }
  }

  /// Names an element that is in the collection.
  func name(_ element: Int) -> ElementID? { nil }

  /// The value that it has selected for an element, for monitors.
  func selected(_ element: Int) -> Any? { form == .condition ? nil : memory?.selected }

  /// Its answer to a state for which nothing changes, for monitors.
  final var kept: FeedbackAnswer {
    if let notAsked = memory?.notAsked { return notAsked }
    if elements?.isOfParts == true { return .keeps(.sameParts) }
    guard let memory, !memory.isOfElements else { return .keeps(.equalElements) }
    switch form {
    case .selection, .whole:
      return memory.selected == nil ? .wantsNothing(.noValue) : .keeps(.equalValue)
    case .condition: return memory.selected == nil ? .wantsNothing(.isFalse) : .keeps(.stillTrue)
    case .pulse: return .keeps(.notAssigned)
    // The part has replaced another part, and does not pass the filter.
    case .filter, .lens: return .wantsNothing(.filteredOut)
    case .states, .elements, .once: return .keeps(.equalElements)
    }
  }
}

extension FeedbackInstance {
  /// The same feedback, if it has elements.
  final var elements: ElementWatcher? {
    answering == .elements ? known(self, as: ElementWatcher.self) : nil
  }
}

/// The queued effects of one element.
final class HeldEffects {
  @safe @exclusivity(unchecked) var effects = RingBuffer<HeldEffect>()
}
