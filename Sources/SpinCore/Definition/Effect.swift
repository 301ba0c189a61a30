/// A description of work that yields events.
///
/// ```swift
/// Feedback(on: \.query) { query in
///   .run {
///     .loaded(try await download(query))
///   } catch: { error in
///     .failed("\(error)")
///   }
/// }
/// ```
///
/// An effect is an inert value: it names no task, queue or stream framework. The loop hands each
/// effect that a feedback describes to its runtime.
///
/// *Ordering*: events that are values in the description (``just(_:)``, ``several(_:)`` and those
/// inside ``merge(_:)``) are **immediate**: those of one step join the mailbox as one block before
/// any event that the step's work delivers, and cancellation does not drop them. What a subscription
/// emits on the loop's thread while it begins is immediate, too. The immediate
/// events of an effect that is cancelled while it is queued, see
/// ``ExecutionStrategy/queueNewState``, never join the mailbox. An event that an async body, a
/// callback, a delay or a period emits is **delivered**, and dropped once the effect has been
/// cancelled or replaced. The events of an effect that begins later, after ``delayed(by:)``
/// or ``then(_:)``, are delivered, too.
///
/// *Cancellation*: see ``ExecutionStrategy``. With the default strategy, on a feedback that sees
/// every state, the first event of an effect to be reduced cancels the rest of the same effect.
public struct Effect<Event: Sendable>: Sendable {
  @usableFromInline
  enum Content: Sendable {
    case none
    case event(Event)
    case work(Work)
    case composite([Event], [Work])
  }

  @usableFromInline let content: Content

  @inlinable
  init(content: Content) {
    self.content = content
  }

  @inlinable
  package init(work: Work) {
    content = .work(work)
  }

  /// Registers a callback, which emits until its cancellation runs or its emitter is gone.
  package static func registering(
    isSubscription: Bool = false,
    _ register: @escaping @Sendable (Emitter<Event>) -> Cancellation
  ) -> Effect {
    Effect(work: .registration(isSubscription: isSubscription) { register(Emitter($0)) })
  }

  /// Does nothing.
  @inlinable public static var none: Effect { Effect(content: .none) }

  /// Yields one immediate event.
  @inlinable
  public static func just(_ event: Event) -> Effect {
    Effect(content: .event(event))
  }

  /// Yields immediate events, in the order given.
  public static func several(_ events: Event...) -> Effect {
    several(events)
  }

  /// Yields immediate events, in the order given.
  public static func several(_ events: [Event]) -> Effect {
    .composed(events, [])
  }
}

extension EffectSink {
  /// Takes a described effect.
  @inlinable
  package func take<Event>(_ effect: Effect<Event>) {
    switch effect.content {
    case .none: return
    case .event(let event): withPlace(of: event) { add(taking: $0) }
    case .work(let work): add(work)
    case .composite: takeComposite(effect)
    }
  }

  @usableFromInline
  func takeComposite<Event>(_ effect: Effect<Event>) {
    guard case .composite(let events, let works) = effect.content else { return }
    for event in events { withPlace(of: event) { add(taking: $0) } }
    if works.count > 1 && works.contains(where: \.isRegistration) { return add(.branches(works)) }
    for work in works { add(work) }
  }
}
