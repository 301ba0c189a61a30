/// The result of reducing one event: its number, the event, its origin and the new state.
///
/// ```swift
/// let running = search.start(on: .async) { transition in
///   print(transition.number, transition.origin, transition.state.titles)
/// }
/// ```
public struct Transition<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let view: MomentView

  /// Creates the view of a moment of these types.
  package init(_ moment: Moment, before: Moment? = nil) {
    view = MomentView(moment: moment, before: before)
  }

  @inlinable
  init(_ view: MomentView) {
    self.view = view
  }

  package var moment: Moment { view.moment }

  /// Creates a value for comparing, or for testing an observer or a feedback.
  ///
  /// - Parameters:
  ///   - number: The number; 0 is the start.
  ///   - event: The event; `nil` for the start.
  ///   - origin: Where the event came from.
  ///   - state: The state after the event.
  ///   - previous: The state before the event; ``isNew(_:)`` needs it unless `number` is 0.
  public init(
    number: Int, event: Event?, origin: Origin = .outside, state: State, previous: State? = nil
  ) {
    let types = LoopTypes(State.self, Event.self)
    let origin = KeptOrigin(given: number == 0 ? .start : origin)
    let moment = Moment.holding(state, types, origin)
    moment.number = number
    if let event { withPlace(of: event) { moment.setEvent(taking: $0) } }
    self.init(moment, before: previous.map { Moment.holding($0, types, origin) })
  }

  /// The number of this transition; 0 is the start, and each event adds 1.
  public var number: Int { moment.number }

  /// The event that was reduced.
  ///
  /// It is `nil` for transition 0, and for a transition in which the whole has changed the part, whose origin is
  /// ``Origin/whole``. It is also `nil` for who sees the transition after its step, if the event has a `Reply`:
  /// the loop keeps no copy of such an event.
  @inlinable public var event: Event? {
    defer { withExtendedLifetime(view) {} }
    return view.event?.address(of: Event.self).value
  }

  /// Where the event came from.
  public var origin: Origin { moment.origin.value }

  /// The state after the event.
  @inlinable public var state: State {
    defer { withExtendedLifetime(view) {} }
    return view.state.address(of: State.self).value
  }

  /// The state before the event; `nil` for transition 0, for an observer or a feedback that does
  /// not keep previous states, and for the first transition of an observer that joins later.
  public var previous: State? {
    defer { withExtendedLifetime(view) {} }
    return view.before?.state.address(of: State.self).value
  }

  /// Returns whether a part of the state differs from the one before.
  ///
  /// Every part is new at transition 0, and at the first transition of an observer that joins
  /// later.
  ///
  /// - Precondition: The observer or the feedback keeps previous states, see
  ///   ``Observer/init(keepingPrevious:_:atEnd:)`` and ``Feedback/transitions(keepingPrevious:_:)``.
  public func isNew<Value: Equatable>(_ part: (State) -> Value) -> Bool {
    guard let before = stateBefore() else { return true }
    defer { withExtendedLifetime(view) {} }
    return part(before.address(of: State.self).value)
      != part(moment.state.address(of: State.self).value)
  }

  /// Returns whether a ``Pulse`` was assigned in the step of this transition.
  ///
  /// It is `false` at transition 0, and at the first transition of an observer that joins later: there is no
  /// earlier state to count from. It is also `false` if an older state has come back.
  ///
  /// - Precondition: As for ``isNew(_:)``.
  /// - Parameter select: Selects the pulse; it can be a key path, such as `\.$bounces`.
  /// - Returns: Whether the pulse was assigned once or several times.
  @_disfavoredOverload
  public func isNew<Value>(pulse select: (State) -> PulseSignal<Value>) -> Bool {
    assigned(select) != nil
  }

  /// Returns whether a ``Pulse`` was assigned in the step of this transition, and is not `nil`.
  ///
  /// Otherwise it is as for a pulse that is not optional.
  ///
  /// - Precondition: As for ``isNew(_:)``.
  /// - Parameter select: Selects the pulse; it can be a key path.
  /// - Returns: Whether the pulse was assigned once or several times, the last time a value.
  public func isNew<Value>(pulse select: (State) -> PulseSignal<Value?>) -> Bool {
    assigned(select).flatMap { $0 } != nil
  }

  /// Refuses a value that is no pulse.
  @available(
    *, unavailable, message: "pulse: selects a pulse by its projection, such as \\.$alert."
  )
  @_disfavoredOverload
  public func isNew<Value: Equatable>(pulse select: (State) -> Value) -> Bool { false }

  /// Returns the value of a pulse that was assigned in this step.
  private func assigned<Value>(_ select: (State) -> PulseSignal<Value>) -> Value? {
    guard let before = stateBefore() else { return nil }
    defer { withExtendedLifetime(view) {} }
    var seen: Int? = select(before.address(of: State.self).value).count
    let signal = select(moment.state.address(of: State.self).value)
    return signal.change(since: &seen) == .assigned ? signal.value : nil
  }

  /// Returns the place of the previous state; `nil` if this is the first transition of its reader.
  private func stateBefore() -> StatePlace? {
    if number == 0 || view.isFirstSeen { return nil }
    guard let before = view.before else {
      refuse(
        "isNew compares with the previous state, which this observer or feedback did not ask for: "
          + "say keepingPrevious: true.")
    }
    return before.state
  }
}

extension Moment {
  /// Makes a moment with a state.
  static func holding<State>(
    _ state: State, _ types: LoopTypes, _ origin: KeptOrigin
  ) -> Moment {
    var state = state
    return withPlace(ofState: &state) { Moment(types, copying: $0, origin) }
  }
}

extension Transition: Equatable where State: Equatable, Event: Equatable {
  /// Compares all properties, including the previous states.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.event == right.event && left.state == right.state
      && left.origin == right.origin && left.previous == right.previous
  }
}
