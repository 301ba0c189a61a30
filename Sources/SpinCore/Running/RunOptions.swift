/// The settings of one run of a spin.
///
/// ```swift
/// let options = RunOptions<Search, Event>(
///   mailbox: .bounded(1_000, .dropOldest), onDrop: { drop in print(drop) })
/// let running = search.start(on: .async, options: options)
/// ```
public struct RunOptions<State: Sendable, Event: Sendable>: Sendable {
  /// Observers from transition 0 on, in order of registration.
  public var observers: [Observer<State, Event>]

  /// Monitors from the start of the run on, in order of registration.
  public var monitors: [Monitor<State, Event>] {
    get { watching?.monitors.map { Monitor($0) } ?? [] }
    set { watching = Watching(name, newValue.map { $0.entry }) }
  }

  /// The name of the run, for monitors.
  public var name: String? {
    get { watching?.name }
    set { watching = Watching(newValue, watching?.monitors ?? []) }
  }

  private var watching: Watching?

  /// Called with every event that was not reduced, and the reason, as long as the loop exists.
  ///
  /// An emitter may outlive the handle and the loop's last turn. Its events are not reported: they are
  /// dropped with ``DropReason/stopped`` as the result.
  ///
  /// *Isolation*: called by the loop or, for an event that the mailbox refuses, by the thread that emitted
  /// it; if a reducer emitted it, when the step is complete. If an event is dropped to make room for another
  /// one, the thread that emitted the other one reports it. If an event has waited for room in vain, the task
  /// that sent it reports it.
  ///
  /// *Reentrancy*: the closure may emit. If it emits into the same loop and the mailbox refuses the event,
  /// that event is not reported again, and neither is an event that makes room for it. The result of the
  /// `emit` tells what has become of it.
  public var onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?

  /// The alarm for a loop that does not come to rest; `nil` for no alarm.
  public var runaway: RunawayAlarm<Event>?

  /// The number of events that may wait in the mailbox, and the fate of further events.
  ///
  /// The input of a terminal does not count towards the bound.
  public var mailbox: MailboxBound<Event> {
    get { MailboxBound(rule: mailboxRule) }
    set { mailboxRule = newValue.rule }
  }

  private var mailboxRule: MailboxRule?

  /// The state of transition 0; `nil` means the initial state of the definition.
  ///
  /// Nothing else changes: transition 0 has the number 0 and no event, and the feedbacks see a first
  /// state.
  public var initialState: State? {
    get { initialBox?.value }
    set { initialBox = newValue.map { StateBox.holding($0) } }
  }

  /// The initial state on the heap, so that a large state is not copied to the stack.
  var initialBox: StateBox<State>?

  /// The seed of the run's random numbers, which a ``Backoff`` uses for its jitter.
  ///
  /// Each number is a function of the seed, the feedback, the attempt, and the execution's number in that
  /// feedback. For an element or a part of a collection, the description of its id takes the place of the
  /// execution's number. For an ``Attempt``, the serial of the attempt does. So the same seed gives the same
  /// delays, no matter how effects overlap. Without a seed, each run draws one.
  public var seed: UInt64?

  /// The number of events per second of ``Effect/frames(_:)``.
  package var frameRate = FrameTimes.standardRate

  /// The clock that measures the slices of turns; `nil` for that of the machine.
  package var sliceTime: SliceTime?

  /// Called with the facts that monitors are told, as the drain knows them, for tests that compare a run
  /// with a model.
  package var probe: (@Sendable (LoopFact) -> Void)?

  /// Shows the loop, and gives its inputs a meaning.
  package var host: (any LoopHost)?

  /// The log that the run follows; with a log, the run starts no work.
  package var rehearsal: LoopRehearsal?

  /// Holds what steps start and answer until the steps are durable; one gate serves one run.
  package var gate: OutputGate?

  /// Creates options; each argument is the value of the property with its name.
  @inlinable
  public init(
    name: String? = nil, observers: [Observer<State, Event>] = [],
    monitors: [Monitor<State, Event>] = [], mailbox: MailboxBound<Event> = .unbounded,
    runaway: RunawayAlarm<Event>? = .standard, seed: UInt64? = nil,
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.init(observers, mailbox, runaway, seed, onDrop)
    // NB: inlinable, because other code would look up type metadata for an empty array.
    if name != nil { self.name = name }
    if !monitors.isEmpty { self.monitors = monitors }
  }

  @usableFromInline
  init(
    _ observers: [Observer<State, Event>], _ mailbox: MailboxBound<Event>,
    _ runaway: RunawayAlarm<Event>?, _ seed: UInt64?,
    _ onDrop: (@Sendable (DroppedEvent<Event>) -> Void)?
  ) {
    self.observers = observers
    mailboxRule = mailbox.rule
    self.runaway = runaway
    self.onDrop = onDrop
    self.seed = seed
  }

  /// Creates options for a run that starts in a state other than that of the definition.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0, see ``initialState``.
  ///   - name: The name of the run, for monitors.
  ///   - observers: Observers from transition 0 on.
  ///   - monitors: Monitors from the start on.
  ///   - mailbox: The number of events that may wait in the mailbox, and the fate of further
  ///     events.
  ///   - runaway: The alarm for a loop that does not come to rest.
  ///   - seed: The seed of the run's random numbers.
  ///   - onDrop: Called with every event that was not reduced, see ``onDrop``.
  public init(
    initialState: borrowing State, name: String? = nil,
    observers: [Observer<State, Event>] = [], monitors: [Monitor<State, Event>] = [],
    mailbox: MailboxBound<Event> = .unbounded, runaway: RunawayAlarm<Event>? = .standard,
    seed: UInt64? = nil, onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.init(
      name: name, observers: observers, monitors: monitors, mailbox: mailbox, runaway: runaway,
      seed: seed, onDrop: onDrop)
    initialBox = boxed(initialState)
  }

  /// Creates options for a run that starts in another state, if there is one, such as a saved state.
  ///
  /// - Parameters:
  ///   - initialState: The state of transition 0; `nil` means the initial state of the definition.
  ///   - name: The name of the run, for monitors.
  ///   - observers: Observers from transition 0 on.
  ///   - monitors: Monitors from the start on.
  ///   - mailbox: The number of events that may wait in the mailbox, and the fate of further
  ///     events.
  ///   - runaway: The alarm for a loop that does not come to rest.
  ///   - seed: The seed of the run's random numbers.
  ///   - onDrop: Called with every event that was not reduced, see ``onDrop``.
  public init(
    initialState: State?, name: String? = nil, observers: [Observer<State, Event>] = [],
    monitors: [Monitor<State, Event>] = [], mailbox: MailboxBound<Event> = .unbounded,
    runaway: RunawayAlarm<Event>? = .standard, seed: UInt64? = nil,
    onDrop: (@Sendable (DroppedEvent<Event>) -> Void)? = nil
  ) {
    self.init(
      name: name, observers: observers, monitors: monitors, mailbox: mailbox, runaway: runaway,
      seed: seed, onDrop: onDrop)
    self.initialState = initialState
  }
}

// NB: `settings` looks up no metadata of types in the usual case, without observers.
extension RunOptions {
  /// Returns the options with another observer, behind the others.
  @usableFromInline
  func adding(_ observer: Observer<State, Event>) -> RunOptions {
    var options = self
    options.observers.append(observer)
    return options
  }

  /// The settings of a run of a spin whose feedbacks have these names.
  func settings(names: [String?]) -> RunSettings {
    RunSettings(
      observers: observers.count == 0 ? [] : observers.map { ObserverEntry($0) },
      watching: watching, onDrop: report(names), mailbox: mailboxRule,
      runaway: runaway?.rule, seed: seed, frameRate: frameRate, sliceTime: sliceTime,
      probe: probe, host: host, rehearsal: rehearsal,
      gate: gate ?? (rehearsal == nil ? .ofOthers : nil))
  }

  /// Returns what reports dropped events to `onDrop`, if there is one.
  private func report(_ names: [String?]) -> DropReport? {
    guard let onDrop else { return nil }
    return { event, reason, tag, _ in
      let event = event.address(of: Event.self).value
      onDrop(DroppedEvent(event: event, reason: reason, origin: tag.origin(names)))
    }
  }
}
