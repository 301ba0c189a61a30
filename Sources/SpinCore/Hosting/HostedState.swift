/// The state of a spin within a larger one, as a loop keeps it that also takes events which mean
/// nothing to the spin.
///
/// The events of the larger loop come to a transition of the spin or to none. Only in the first case
/// do the spin's feedbacks hear of it: whatever else passes cancels and starts nothing.
@usableFromInline
package struct HostedState<State: Sendable, Event: Sendable, Around: Sendable>: Sendable {
  /// What the newest event came to for the spin.
  @usableFromInline
  package enum Outcome: Sendable {
    /// Transition 0.
    case start
    /// The spin's own event was reduced.
    case reduced(Event)
    /// Nothing.
    case nothing
  }

  /// The state of the spin.
  @usableFromInline package var state: State
  /// The number of the spin's newest transition.
  @usableFromInline package var number = 0
  /// What the newest event came to.
  @usableFromInline package var outcome = Outcome.start
  /// What the larger loop keeps beside it.
  @usableFromInline package var around: Around

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
    reducer.reduce(&state, event)
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

  /// Where the spin's state is in this one.
  @inlinable
  static func pointer(in whole: UnsafeMutablePointer<HostedState>) -> UnsafeMutablePointer<State> {
    guard let offset = MemoryLayout<HostedState>.offset(of: \.state) else {
      unreachable("a stored property has no offset")
    }
    return (UnsafeMutableRawPointer(whole) + offset).assumingMemoryBound(to: State.self)
  }
}

extension Spin {
  /// Returns the spin within a larger one, whose events `reduce` translates.
  ///
  /// - Parameters:
  ///   - around: What the larger loop keeps beside the state.
  ///   - embed: Makes an event of the larger loop of one of the spin's.
  ///   - own: The spin's event that an event of the larger loop comes to in a state, if it is one that
  ///     may be dropped as a repeat.
  ///   - reduce: Reduces an event of the larger loop: it calls either
  ///     ``HostedState/reduce(_:by:)`` or ``HostedState/ignore()``, once.
  /// - Returns: The larger spin.
  @inlinable
  package func hosted<Around: Sendable, Outer: Sendable>(
    in around: Around, embed: @escaping @Sendable (Event) -> Outer,
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?,
    reduce: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Void
  ) -> Spin<HostedState<State, Event, Around>, Outer> {
    Spin<HostedState<State, Event, Around>, Outer>(
      boxed(HostedState(initialState, around: around)),
      Feedbacks(
        blueprint.feedbacks.map { $0.hosted(embed: embed) },
        repeats: blueprint.repeats.map { $0.hosted(own: own) }),
      Reducer(reduce))
  }
}

extension Spin {
  /// Returns the same spin with another initial state.
  package func with(initialState: borrowing State) -> Spin {
    Spin(
      boxed(initialState), Feedbacks(blueprint.feedbacks, repeats: blueprint.repeats),
      blueprint.reducer)
  }
}

extension Feedback {
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    embed: @escaping @Sendable (Event) -> Outer
  ) -> Feedback<HostedState<State, Event, Around>, Outer> {
    var feedback = Feedback<HostedState<State, Event, Around>, Outer> { [makeInstance] in
      makeInstance().hosted(embed: embed)
    }
    feedback.traits = traits
    return feedback
  }
}

extension DropRepeats {
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    own: @escaping @Sendable (inout HostedState<State, Event, Around>, Outer) -> Event?
  ) -> DropRepeats<HostedState<State, Event, Around>, Outer> {
    DropRepeats<HostedState<State, Event, Around>, Outer> { [makeFilter] in
      let filter = makeFilter()
      return RepeatFilter<HostedState<State, Event, Around>, Outer>(
        isRepeat: { whole, outer, time in
          let event = outer.flatMap { own(&whole, $0) }
          return filter.isRepeat(&whole.state, event, time)
        },
        noteReduced: filter.noteReduced)
    }
  }
}

extension FeedbackInstance {
  @inlinable
  func hosted<Around: Sendable, Outer: Sendable>(
    embed: @escaping @Sendable (Event) -> Outer
  ) -> FeedbackInstance<HostedState<State, Event, Around>, Outer> {
    if let elements {
      return FeedbackInstance<HostedState<State, Event, Around>, Outer>(
        elements.hosted(embed: embed, keepsPrevious: needsPrevious), needsPrevious: needsPrevious)
    }
    return FeedbackInstance<HostedState<State, Event, Around>, Outer>(
      kind: kind, needsPrevious: needsPrevious,
      ask: { whole in
        guard whole.isTransition else { return .unchanged }
        return withUnsafeMutablePointer(to: &whole) { whole in
          self.answer(&HostedState.pointer(in: whole).pointee)
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
      ask: { whole, changes in
        guard whole.isTransition else { return }
        withUnsafeMutablePointer(to: &whole) { whole in
          self.ask(&HostedState.pointer(in: whole).pointee, &changes)
        }
      },
      describe: { element, step in
        var inner = CurrentTransition<State, Event>(hostedIn: step, keepsPrevious: keepsPrevious)
        return self.describe(element, &inner).map(embed)
      }, forget: forget, name: name)
  }
}

extension CurrentTransition {
  /// The step of a spin that a step of a larger loop comes to.
  @inlinable
  init<Around: Sendable, Outer: Sendable>(
    hostedIn whole: borrowing CurrentTransition<HostedState<State, Event, Around>, Outer>,
    keepsPrevious: Bool
  ) {
    self.init(in: HostedState.pointer(in: whole.state), names: whole.names)
    if let event = whole.state.pointee.event {
      advance(to: whole.state.pointee.number, event, whole.tag)
    } else {
      // An effect that was held back is described between two transitions of the spin.
      note(number: whole.state.pointee.number)
    }
    // What passed since the spin's last transition did not change its state.
    if keepsPrevious, number > 0, let before = whole.previous {
      previous = StateBox(copying: HostedState.pointer(in: before.pointer))
    }
  }
}
