/// A feedback during one run, with its memory.
///
/// *Isolation*: owned and called by the owner of the drain.
///
/// NB: made of closures rather than subclasses. The compiler specialises a closure that a client makes,
/// because the client knows the types. It never specialises a virtual method of a generic class, or a
/// witness of a generic type, which costs ten times as much.
@usableFromInline
package final class FeedbackInstance {
  /// How the engine treats the effects of this feedback.
  let kind: FeedbackKind
  /// Whether the loop must keep the state before each event for this feedback.
  let needsPrevious: Bool
  /// Whether ``ask`` decides if there is work; otherwise there always is.
  let asks: Bool
  /// Returns whether there is work for a state.
  ///
  /// Called once in each step, if ``asks`` is `true`.
  private let ask: (StatePlace) -> Answer
  /// What it compares, for monitors.
  let form: FeedbackForm
  /// The value that it remembers, if any.
  let memory: FeedbackMemory?
  /// Describes the effect of an element, if there is work and the strategy does not skip it.
  ///
  /// A feedback without a collection has one element, number 0.
  private let describing: (Int, inout CurrentTransition, EffectSink) -> Void

  /// Its elements, if it has an effect for each element.
  let elements: ElementWatcher?

  /// The queued effects, by element.
  @safe @exclusivity(unchecked) private var waiting: [Int: HeldEffects] = [:]

  init(
    kind: FeedbackKind = .reacting, needsPrevious: Bool = false, form: FeedbackForm,
    memory: FeedbackMemory?, ask: @escaping (StatePlace) -> Answer,
    describe: @escaping (Int, inout CurrentTransition, EffectSink) -> Void
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    self.ask = ask
    asks = true
    self.form = form
    self.memory = memory
    describing = describe
    elements = nil
  }

  /// Creates the instance of a feedback that has work at every state.
  init(
    kind: FeedbackKind, needsPrevious: Bool = false,
    always describe: @escaping (Int, inout CurrentTransition, EffectSink) -> Void
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    ask = { _ in .wanted }
    asks = false
    form = .states
    memory = nil
    describing = describe
    elements = nil
  }

  /// Creates the instance of a feedback that has an effect for each element.
  @usableFromInline
  package init(
    _ elements: ElementWatcher, kind: FeedbackKind = .reacting, needsPrevious: Bool = false,
    form: FeedbackForm = .elements, memory: FeedbackMemory? = nil
  ) {
    self.kind = kind
    self.needsPrevious = needsPrevious
    ask = { elements.answer($0) }
    asks = true
    self.form = form
    self.memory = memory
    describing = elements.describe
    self.elements = elements
  }

  /// Creates the instance of such a feedback of a part, if `ask` puts the changes into the watcher.
  init(
    _ elements: ElementWatcher, kind: FeedbackKind, form: FeedbackForm, memory: FeedbackMemory,
    asking ask: @escaping (StatePlace) -> Answer
  ) {
    self.kind = kind
    needsPrevious = false
    self.ask = ask
    asks = true
    self.form = form
    self.memory = memory
    describing = elements.describe
    self.elements = elements
  }

  /// Queues an effect of an element behind the one before it.
  func keep(_ effect: HeldEffect, of element: Int) {
    let queue = waiting[element] ?? HeldEffects()
    queue.effects.append(effect)
    waiting[element] = queue
  }

  /// Takes the next queued effect of an element.
  func takeWaiting(of element: Int) -> HeldEffect? {
    guard let queue = waiting[element] else { return nil }
    let effect = queue.effects.popFirst()
    if queue.effects.isEmpty { waiting[element] = nil }
    return effect
  }

  /// The elements of the queued effects, and the transitions in whose steps these were described.
  var waitingEffects: [(element: Int, since: Int)] {
    waiting.sorted { $0.key < $1.key }
      .flatMap { element, queue in queue.effects.all.map { (element, $0.since) } }
  }

  /// Forgets the queued effects of an element.
  func forgetWaiting(of element: Int) {
    if !waiting.isEmpty { waiting[element] = nil }
  }

  /// Forgets all queued effects, calls and alarms.
  func forgetAll() {
    if !waiting.isEmpty { waiting = [:] }
    elements?.forgetAll()
  }

  /// Returns whether there is work for a state.
  func answer(_ state: StatePlace) -> Answer {
    asks ? ask(state) : .wanted
  }

  /// Describes the effect of an element.
  func describe(_ element: Int, _ step: inout CurrentTransition, _ sink: EffectSink) {
    describing(element, &step, sink)
  }

  /// Forgets the value that was kept for describing an element, if the strategy skips it.
  func forget(_ element: Int) {
    if let elements { return elements.forget?(element) ?? () }
    if form.forgetsSkipped { memory?.forget() }
  }

  /// Names an element that is in the collection.
  func name(_ element: Int) -> ElementID? { elements?.name(element) }
}

// NB: the initialisers that know the types are not inlinable, so that only the closures are compiled
// for the types. The arguments of the closures are addresses, so calling them needs no knowledge of the
// types. A state is `inout` only so that it is passed without being copied.
extension FeedbackInstance {
  /// Creates the instance of a feedback on states.
  @usableFromInline
  package convenience init<State>(
    on type: State.Type, kind: FeedbackKind = .reacting, form: FeedbackForm,
    memory: FeedbackMemory? = nil, ask: @escaping (inout State) -> Answer,
    describe: @escaping (inout State, EffectSink) -> Void
  ) {
    self.init(
      kind: kind, form: form, memory: memory, ask: { ask(&$0.address(of: State.self).value) },
      describe: { _, step, sink in describe(&step.state.address(of: State.self).value, sink) })
  }

  /// Creates the instance of a feedback on every state.
  @usableFromInline
  package convenience init<State>(
    on type: State.Type, kind: FeedbackKind = .reacting,
    always describe: @escaping (inout State, EffectSink) -> Void
  ) {
    self.init(kind: kind) { _, step, sink in
      describe(&step.state.address(of: State.self).value, sink)
    }
  }

}

/// The queued effects of one element.
final class HeldEffects {
  @safe @exclusivity(unchecked) var effects = RingBuffer<HeldEffect>()
}
