/// The state of a spin inside a larger loop, which also takes events without a meaning for the
/// spin.
///
/// An event of the larger loop either makes a transition of the spin or does not. The spin's
/// feedbacks see only the former: other events cancel and start nothing.
package struct HostedState<State: Sendable, Event: Sendable, Around: Sendable>: Sendable {
  /// The outcome of an event for the spin.
  package enum Outcome: Sendable {
    /// Transition 0.
    case start
    /// An event of the spin was reduced.
    case reduced(Event)
    /// The event made no transition of the spin.
    case nothing
  }

  /// The state of the spin.
  package var state: State
  /// The number of the spin's newest transition.
  package var number = 0
  /// The outcome of the newest event.
  package var outcome = Outcome.start
  /// The state that the larger loop keeps beside it.
  package var around: Around
  /// The scopes of the spin, if it has any.
  @safe nonisolated(unsafe) var scopes: ScopeRun?
  // Guard: the drain, which alone reduces.

  package init(_ state: State, around: Around) {
    self.state = state
    self.around = around
  }

  /// Makes a transition of the spin.
  package mutating func reduce(_ event: Event, by reducer: Reducer<State, Event>) {
    number += 1
    outcome = .reduced(event)
    guard let scopes else { return reducer.reduce(&state, event) }
    var event = event
    withPlace(ofState: &state) { state in
      withAddress(of: &event) { scopes.take(state, EventPlace($0)) }
    }
  }

  /// Notes that the newest event makes no transition of the spin.
  package mutating func ignore() { outcome = .nothing }

  var isTransition: Bool {
    if case .nothing = outcome { false } else { true }
  }

  var event: Event? {
    if case .reduced(let event) = outcome { event } else { nil }
  }

  /// Returns the address of the spin's state in this one.
  static func address(in whole: Address<HostedState>) -> Address<State> {
    whole.advanced(by: offset, to: State.self)
  }

  /// The offset of the spin's state in this one.
  static var offset: Int {
    guard let offset = MemoryLayout<HostedState>.offset(of: \.state) else {
      unreachable("a stored property has no offset")
    }
    return offset
  }
}

extension Spin {
  /// Returns a larger spin that contains this one, and whose events `reduce` translates.
  ///
  /// - Parameters:
  ///   - around: The state that the larger loop keeps beside the spin's state.
  ///   - embed: Makes an event of the larger loop from an event of the spin.
  ///   - own: Returns the spin's event for an event of the larger loop in a state, if it may be
  ///     dropped as a repeat; otherwise `nil`.
  ///   - report: Makes the event to report for a repeat, from the event of the larger loop and the
  ///     spin's event.
  ///   - reduce: Reduces an event of the larger loop: it calls either
  ///     ``HostedState/reduce(_:by:)`` or ``HostedState/ignore()``, once.
  /// - Returns: The larger spin.
  package func hosted<Around: Sendable, Outer: Sendable>(
    in around: Around, embed: @escaping @Sendable (Event) -> Outer,
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?,
    report: @escaping @Sendable (Outer, Event) -> Outer,
    reduce: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Void
  ) -> Spin<HostedState<State, Event, Around>, Outer> {
    let blueprint = blueprint
    let embedding = Conversion(embed)
    let host = ScopePart(named: "", reduce: { _, _ in }) { _, _ in
      // The spin's feedbacks keep their names.
      ScopeLayout(traits: blueprint.feedbacks.map(\.traits), repeatCount: blueprint.repeats.count) {
        _ in
        HostNode<State, Event, Around, Outer>(blueprint, embedding, own: own, report: report)
      }
    }
    return Spin<HostedState<State, Event, Around>, Outer>(
      boxed(HostedState(initialState, around: around)), Scope(host), Reducer(reduce))
  }
}

/// The node of a spin inside a larger one, whose reducer takes the spin's events.
///
/// *Isolation*: owned and called by the owner of the drain.
private final class HostNode<
  State: Sendable, Event: Sendable, Around: Sendable, Outer: Sendable
>: ScopeNode, MomentSource {
  private typealias Whole = HostedState<State, Event, Around>

  private let blueprint: Blueprint
  private let embedding: Conversion
  private let own: @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?
  private let report: @Sendable (Outer, Event) -> Outer
  private let scopes: ScopeRun
  private let offset = Whole.offset
  private let hasScopes: Bool

  init(
    _ blueprint: Blueprint, _ embedding: Conversion,
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?,
    report: @escaping @Sendable (Outer, Event) -> Outer
  ) {
    self.blueprint = blueprint
    self.embedding = embedding
    self.own = own
    self.report = report
    scopes = ScopeRun(blueprint, isRoot: true)
    hasScopes = !scopes.nodes.isEmpty
  }

  private func whole(_ state: StatePlace) -> Address<Whole> { state.address(of: Whole.self) }

  override func begin(_ state: StatePlace) {
    guard hasScopes else { return }
    whole(state).value.scopes = scopes
    scopes.begin(state.advanced(by: offset))
  }

  override func settle(_ state: StatePlace, _: StatePlace?) {
    if hasScopes && whole(state).value.isTransition {
      scopes.settle(state.advanced(by: offset), before: nil)
    }
  }

  override func note(_ origin: KeptOrigin) { scopes.note(origin) }

  override func forgetEvent() { scopes.forgetEvents() }

  override func makeInstance(_ local: Int) -> FeedbackInstance {
    let inner = blueprint.feedbacks[local].instance(scopes.nodes)
    let answer = { (state: StatePlace) -> Answer in
      guard self.whole(state).value.isTransition else { return .unchanged }
      return inner.answer(state.advanced(by: self.offset))
    }
    guard let elements = inner.elements else {
      return FeedbackInstance(
        kind: inner.kind, needsPrevious: inner.needsPrevious, ask: answer, forget: inner.forget,
        describe: { step, sink in
          self.describe(step, sink, keepsPrevious: inner.needsPrevious) {
            inner.describe(&$0, sink)
          }
        })
    }
    let outer = ElementWatcher(
      ask: { _, _ in },
      describe: { element, step, sink in
        self.describe(step, sink, keepsPrevious: inner.needsPrevious) {
          elements.describe(element, &$0, sink)
        }
      }, forget: elements.forget, name: elements.name)
    return FeedbackInstance(
      outer, kind: inner.kind, needsPrevious: inner.needsPrevious,
      asking: { state in
        let answer = answer(state)
        if answer.listsElements { outer.changes = elements.changes }
        return answer
      })
  }

  /// Describes an effect with the newest transition of the spin.
  private func describe(
    _ step: borrowing CurrentTransition, _ sink: EffectSink, keepsPrevious: Bool,
    _ describe: (inout CurrentTransition) -> Void
  ) {
    let whole = whole(step.state)
    // Events since the spin's last transition did not change its state.
    let types = blueprint.reducer.types
    let before =
      keepsPrevious && whole.value.number > 0
      ? step.previous.map {
        Moment(types, copying: $0.state.advanced(by: offset), KeptOrigin(tag: .start))
      } : nil
    // A held effect is described between two transitions of the spin.
    let origin = whole.value.event == nil ? KeptOrigin(tag: .start) : step.origin
    var inner = CurrentTransition(
      in: step.state.advanced(by: offset), origin, previous: before, from: self)
    sink.converting(by: embedding) { describe(&inner) }
  }

  func makeMoment(_ state: StatePlace, _ origin: KeptOrigin) -> Moment {
    let whole = whole(state.advanced(by: -offset))
    let moment = Moment(blueprint.reducer.types, copying: state, origin)
    moment.number = whole.value.number
    if let event = whole.value.event { withPlace(of: event) { moment.setEvent(taking: $0) } }
    return moment
  }

  /// NB: the spin's event for an event of the larger loop may depend on the current state, so the
  /// filter also makes the event that is reported to `onDrop`.
  override func makeFilter(_ local: Int) -> RepeatFilter {
    let inner = blueprint.repeats[local].filter(scopes.nodes)
    let newest = Memory<Outer>()
    return RepeatFilter(
      isRepeat: { state, whole, time in
        let outer = whole.map { $0.address(of: Outer.self).value }
        let place = state.advanced(by: self.offset)
        guard var own = outer.flatMap({ self.own(&self.whole(state).value, $0) }) else {
          newest.value = nil
          return inner.isRepeat(place, nil, time)
        }
        let isRepeat = withAddress(of: &own) { inner.isRepeat(place, EventPlace($0), time) }
        newest.value = isRepeat ? outer.map { self.report($0, own) } : nil
        return isRepeat
      },
      noteFate: { time in
        if time != nil { newest.value = nil }
        inner.noteFate(time)
      },
      report: { body in
        guard var event = newest.value.take() else { unreachable("no repeat is reported") }
        withAddress(of: &event) { body(EventPlace($0)) }
      })
  }
}

extension Spin {
  /// Returns the same spin with another initial state.
  package func with(initialState: borrowing State) -> Spin {
    Spin(boxed(initialState), list, layout)
  }
}

extension HostedState: SpinHost {
  static var spinName: String { "Spin<\(State.self), \(Event.self)>" }
}
