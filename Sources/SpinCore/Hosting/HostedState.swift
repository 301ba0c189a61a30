/// The state of a spin inside a larger loop, which also takes events without a meaning for the
/// spin.
///
/// An event of the larger loop either makes a transition of the spin or does not. The spin's
/// feedbacks see only the former: other events cancel and start nothing.
@usableFromInline
package struct HostedState<State: Sendable, Event: Sendable, Around: Sendable>: Sendable {
  /// The outcome of an event for the spin.
  @usableFromInline
  package enum Outcome: Sendable {
    /// Transition 0.
    case start
    /// An event of the spin was reduced.
    case reduced(Event)
    /// The event made no transition of the spin.
    case nothing
  }

  /// The state of the spin.
  @usableFromInline package var state: State
  /// The number of the spin's newest transition.
  @usableFromInline package var number = 0
  /// The outcome of the newest event.
  @usableFromInline package var outcome = Outcome.start
  /// The state that the larger loop keeps beside it.
  @usableFromInline package var around: Around
  /// The scopes of the spin, if it has any.
  @usableFromInline @safe nonisolated(unsafe) var scopes: ScopeRun<State, Event>?
  // Guard: the drain, which alone reduces.

  @inlinable
  package init(_ state: State, around: Around) {
    self.state = state
    self.around = around
  }

  /// Makes a transition of the spin.
  @inlinable
  package mutating func reduce(_ event: Event, by reducer: Reducer<State, Event>) {
    number += 1
    outcome = .reduced(event)
    if let scopes { scopes.take(&state, event) } else { reducer.reduce(&state, event) }
  }

  /// Notes that the newest event makes no transition of the spin.
  @inlinable
  package mutating func ignore() { outcome = .nothing }

  @inlinable var isTransition: Bool {
    if case .nothing = outcome { false } else { true }
  }

  @inlinable var event: Event? {
    if case .reduced(let event) = outcome { event } else { nil }
  }

  /// Returns the address of the spin's state in this one.
  @inlinable
  static func address(in whole: Address<HostedState>) -> Address<State> {
    guard let offset = MemoryLayout<HostedState>.offset(of: \.state) else {
      unreachable("a stored property has no offset")
    }
    return whole.advanced(by: offset, to: State.self)
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
  @inlinable
  package func hosted<Around: Sendable, Outer: Sendable>(
    in around: Around, embed: @escaping @Sendable (Event) -> Outer,
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?,
    report: @escaping @Sendable (Outer, Event) -> Outer,
    reduce: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Void
  ) -> Spin<HostedState<State, Event, Around>, Outer> {
    let blueprint = blueprint
    let host = ScopePart<HostedState<State, Event, Around>, Outer>(
      named: "", reducer: Reducer { _, _ in }
    ) { _, _ in
      // The spin's feedbacks keep their names.
      ScopeLayout(traits: blueprint.feedbacks.map(\.traits), repeatCount: blueprint.repeats.count) {
        _ in .host(blueprint, embed: embed, own: own, report: report)
      }
    }
    return Spin<HostedState<State, Event, Around>, Outer>(
      boxed(HostedState(initialState, around: around)), Scope(host), Reducer(reduce))
  }
}

extension ScopeNode {
  /// Makes the node of a spin inside a larger one, whose reducer takes the spin's events.
  @inlinable
  static func host<Inner: Sendable, InnerEvent: Sendable, Around: Sendable>(
    _ blueprint: Blueprint<Inner, InnerEvent>, embed: @escaping @Sendable (InnerEvent) -> Event,
    own: @escaping @Sendable (inout State, Event) -> InnerEvent?,
    report: @escaping @Sendable (Event, InnerEvent) -> Event
  ) -> ScopeNode where State == HostedState<Inner, InnerEvent, Around> {
    let scopes = ScopeRun(blueprint, isRoot: true)
    let hasScopes = !scopes.nodes.isEmpty
    return ScopeNode(
      begin: { whole in
        guard hasScopes else { return }
        whole.scopes = scopes
        scopes.begin(&whole.state)
      },
      take: { _, _ in },
      settle: { whole, _ in
        if hasScopes && whole.isTransition { scopes.settle(&whole.state, before: nil) }
      },
      noteOrigin: { scopes.note($0) }, forgetEvent: { scopes.forgetEvents() },
      makeInstance: { blueprint.feedbacks[$0].instance(scopes.nodes).hosted(embed: embed) },
      makeFilter: { blueprint.repeats[$0].filter(scopes.nodes).hosted(own: own, report: report) })
  }
}

extension Spin {
  /// Returns the same spin with another initial state.
  package func with(initialState: borrowing State) -> Spin {
    Spin(boxed(initialState), list, layout)
  }
}

extension RepeatFilter {
  /// Returns the filter as a filter of the larger loop.
  ///
  /// NB: the spin's event for an event of the larger loop may depend on the current state, so the
  /// filter also makes the event that is reported to `onDrop`.
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?,
    report: @escaping @Sendable (Outer, Event) -> Outer
  ) -> RepeatFilter<HostedState<State, Event, Around>, Outer> {
    let newest = Memory<Outer>()
    return RepeatFilter<HostedState<State, Event, Around>, Outer>(
      isRepeat: { whole, outer, time in
        let event = outer.flatMap { own(&whole, $0) }
        let isRepeat = self.isRepeat(&whole.state, event, time)
        newest.value = isRepeat ? outer.flatMap { outer in event.map { report(outer, $0) } } : nil
        return isRepeat
      },
      noteFate: { time in
        newest.value = nil
        noteFate(time)
      },
      reported: { newest.value.take() })
  }
}

extension FeedbackInstance {
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    embed: @escaping @Sendable (Event) -> Outer
  ) -> FeedbackInstance<HostedState<State, Event, Around>, Outer> {
    if let elements {
      let outer: ElementWatcher<HostedState<State, Event, Around>, Outer> = elements.hosted(
        embed: embed, keepsPrevious: needsPrevious)
      return FeedbackInstance<HostedState<State, Event, Around>, Outer>(
        outer, kind: kind, needsPrevious: needsPrevious,
        asking: { whole in
          guard whole.isTransition else { return .unchanged }
          let answer = withAddress(of: &whole) { whole in
            self.answer(&HostedState.address(in: whole).value)
          }
          if answer.listsElements { outer.changes = elements.changes }
          return answer
        })
    }
    return FeedbackInstance<HostedState<State, Event, Around>, Outer>(
      kind: kind, needsPrevious: needsPrevious,
      ask: { whole in
        guard whole.isTransition else { return .unchanged }
        return withAddress(of: &whole) { whole in
          self.answer(&HostedState.address(in: whole).value)
        }
      },
      forget: forget,
      describe: { step in
        var inner = CurrentTransition<State, Event>(
          hostedIn: step, keepsPrevious: self.needsPrevious)
        return self.describe(&inner).map(embed)
      })
  }
}

extension ElementWatcher {
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    embed: @escaping @Sendable (Event) -> Outer, keepsPrevious: Bool
  ) -> ElementWatcher<HostedState<State, Event, Around>, Outer> {
    ElementWatcher<HostedState<State, Event, Around>, Outer>(
      ask: { _, _ in },
      describe: { element, step in
        var inner = CurrentTransition<State, Event>(hostedIn: step, keepsPrevious: keepsPrevious)
        return self.describe(element, &inner).map(embed)
      }, forget: forget, name: name)
  }
}

extension CurrentTransition {
  /// Creates the transition of a spin in a step of the larger loop.
  @inlinable
  init<Around: Sendable, Outer: Sendable>(
    hostedIn whole: borrowing CurrentTransition<HostedState<State, Event, Around>, Outer>,
    keepsPrevious: Bool
  ) {
    self.init(in: HostedState.address(in: whole.state))
    if let event = whole.state.value.event {
      note(number: whole.state.value.number, event, whole.shown.content.origin)
    } else {
      // A held effect is described between two transitions of the spin.
      note(number: whole.state.value.number)
    }
    // Events since the spin's last transition did not change its state.
    if keepsPrevious, number > 0, let before = whole.previous {
      previous = StateBox.copy(of: HostedState.address(in: before.address))
    }
  }
}

#if DEBUG
  extension HostedState: SpinHost {
    static var spinName: String { "Spin<\(State.self), \(Event.self)>" }
  }
#endif
