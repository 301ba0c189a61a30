extension Feedback {
  /// Answers every state with an effect.
  ///
  /// - Parameter effect: Called with every state, from the initial one on.
  @inlinable
  public init(effect: @escaping @Sendable (State) -> Effect<Event>) {
    self.init { StateWatcher(filter: nil, effect: effect) }
  }

  /// Answers the states that pass a filter with an effect.
  ///
  /// The filter is exactly a guard in the effect closure that answers with no effect: with the
  /// default strategy a state that does not pass cancels what runs.
  ///
  /// - Parameters:
  ///   - isIncluded: Called once with every state.
  ///   - effect: Called with the states that pass.
  @inlinable
  public init(
    filteredBy isIncluded: @escaping @Sendable (State) -> Bool,
    effect: @escaping @Sendable (State) -> Effect<Event>
  ) {
    self.init { StateWatcher(filter: isIncluded, effect: effect) }
  }

  /// Answers a part of every state with an effect.
  ///
  /// A lens does not compare: the feedback is asked at every state, also when the part stays equal.
  /// To be asked only when a part changes, use ``init(on:effect:)``.
  ///
  /// - Parameters:
  ///   - lens: Called once with every state; a key path will do.
  ///   - effect: Called with the part.
  @inlinable
  public init<Part>(
    lensingOn lens: @escaping @Sendable (State) -> Part,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) {
    self.init { LensWatcher(lens: lens, filter: nil, effect: effect) }
  }

  /// Answers a part of every state with an effect, if the part passes a filter.
  ///
  /// - Parameters:
  ///   - lens: Called once with every state; a key path will do.
  ///   - isIncluded: Called once with every part, as a guard: see ``init(filteredBy:effect:)``.
  ///   - effect: Called with the parts that pass.
  @inlinable
  public init<Part>(
    lensingOn lens: @escaping @Sendable (State) -> Part,
    filteredBy isIncluded: @escaping @Sendable (Part) -> Bool,
    effect: @escaping @Sendable (Part) -> Effect<Event>
  ) {
    self.init { LensWatcher(lens: lens, filter: isIncluded, effect: effect) }
  }

  /// Keeps an effect running for as long as a selected value stays equal.
  ///
  /// An equal value keeps the effect and never restarts it. Another value replaces it; with
  /// another strategy it adds one, is skipped or waits. `nil` cancels whatever runs or waits.
  ///
  /// - Parameters:
  ///   - select: Called once with every state; a key path will do, also to a value that is not
  ///     optional.
  ///   - effect: Called with each value that differs from the one before.
  @inlinable
  public init<Value: Equatable & SendableMetatype>(
    on select: @escaping @Sendable (State) -> Value?,
    effect: @escaping @Sendable (Value) -> Effect<Event>
  ) {
    self.init { SelectionWatcher(select: select, effect: effect) }
  }
}

/// Watches every state, or those that pass a filter.
@usableFromInline
final class StateWatcher<State: Sendable, Event: Sendable>: Watcher<State, Event> {
  @usableFromInline let filter: ((State) -> Bool)?
  @usableFromInline let effect: (State) -> Effect<Event>

  @inlinable
  init(filter: ((State) -> Bool)?, effect: @escaping (State) -> Effect<Event>) {
    self.filter = filter
    self.effect = effect
    super.init(kind: .reacting)
  }

  @inlinable
  override func ask(_ state: inout State) -> Answer {
    guard let filter else { return .wanted }
    return filter(state) ? .wanted : .declined
  }

  @inlinable
  override func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    effect(step.state.pointee)
  }
}

/// Watches a part of every state.
@usableFromInline
final class LensWatcher<State: Sendable, Event: Sendable, Part>: Watcher<State, Event> {
  @usableFromInline let lens: (State) -> Part
  @usableFromInline let filter: ((Part) -> Bool)?
  @usableFromInline let effect: (Part) -> Effect<Event>
  /// The part of this step, from the asking to the describing.
  @usableFromInline var part: Part?

  @inlinable
  init(
    lens: @escaping (State) -> Part, filter: ((Part) -> Bool)?,
    effect: @escaping (Part) -> Effect<Event>
  ) {
    self.lens = lens
    self.filter = filter
    self.effect = effect
    super.init(kind: .reacting)
  }

  @inlinable
  override func ask(_ state: inout State) -> Answer {
    let part = lens(state)
    if let filter, !filter(part) { return .declined }
    self.part = part
    return .wanted
  }

  @inlinable
  override func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    guard let part = part.take() else { unreachable("a lens is described before it is asked") }
    return effect(part)
  }

  @inlinable
  override func skip() { part = nil }
}

/// Watches a selected value and remembers the newest one.
@usableFromInline
final class SelectionWatcher<State: Sendable, Event: Sendable, Value: Equatable & SendableMetatype>:
  Watcher<State, Event>
{
  @usableFromInline let select: (State) -> Value?
  @usableFromInline let effect: (Value) -> Effect<Event>
  /// The value selected in the newest state, whether or not it was acted upon.
  @usableFromInline var newest: Value?

  @inlinable
  init(select: @escaping (State) -> Value?, effect: @escaping (Value) -> Effect<Event>) {
    self.select = select
    self.effect = effect
    super.init(kind: .reacting)
  }

  @inlinable
  override func ask(_ state: inout State) -> Answer {
    let value = select(state)
    if value == newest { return .unchanged }
    newest = value
    return value == nil ? .withdrawn : .wanted
  }

  @inlinable
  override func describe(_ step: inout Step<State, Event>) -> Effect<Event> {
    guard let newest else { unreachable("a selection is described without a value") }
    return effect(newest)
  }
}
