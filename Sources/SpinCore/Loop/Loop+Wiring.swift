/// Makes a loop of its components, from top to bottom.
extension Loop {
  /// Creates a loop; ``begin()`` has its first turn run.
  ///
  /// - Parameters:
  ///   - blueprint: The list of the spin.
  ///   - initial: The initial state, which is copied, because all loops of a spin share it.
  ///   - runtime: The runtime that executes the loop.
  ///   - settings: The settings of the run.
  convenience init(
    _ blueprint: Blueprint, _ initial: StatePlace, _ runtime: any SpinRuntime,
    _ settings: RunSettings
  ) {
    let types = blueprint.reducer.types

    // Transition 0, and the parts of its state.
    let moment = Moment(
      types, copying: initial, KeptOrigin(tag: .start, names: blueprint.names))
    let scopes = blueprint.scopes.isEmpty ? nil : ScopeRun(blueprint, isRoot: true)
    scopes?.begin(moment.state)
    let nodes = scopes?.nodes ?? []

    // The mailbox, and the monitors that are told what passes it.
    let hasHome = runtime.isIsolatingCurrentContext() != nil
    let list = Self.list(blueprint, runtime, settings, hasHome: hasHome)
    // Monitors are told the seed, even if the run draws it.
    let seed = settings.seed ?? (settings.isMonitored ? .random(in: 0 ... .max) : nil)
    // NB: not by an initialiser that fails, which would allocate and free an object in each loop.
    let monitors =
      settings.isMonitored || settings.probe != nil
      ? LoopMonitors(
        settings.watching, probe: settings.probe, blueprint, runtime.scheduler, seed: seed ?? 0,
        list, isRehearsed: settings.rehearsal != nil)
      : nil
    let mailbox = Mailbox(
      types.event, names: blueprint.names,
      onDrop: settings.isMonitored ? monitors?.report(and: settings.onDrop) : settings.onDrop,
      list: list, hasHome: hasHome)

    // What does not change, and what only the owner of the drain changes.
    let context = RunContext(
      reducer: Self.reducer(blueprint, scopes, settings.host), cell: StateCell(moment.state),
      runsTurnsAtOnce: runtime.runsTurnsAtOnce, mailbox: mailbox,
      extras: settings.hasExtras || !blueprint.repeats.isEmpty
        ? RunExtras(
          settings, monitors, seed: seed, repeats: blueprint.repeats.map { $0 { nodes[$0] } })
        : nil,
      runtime: runtime, blueprint: blueprint, scopes: scopes)
    let feedbacks = FeedbackTable(blueprint.feedbacks, scopes: nodes)
    let records = FeedbackRecords(of: feedbacks, blueprint.feedbacks)
    var observers = settings.observers.isEmpty ? nil : ObserverList(settings.observers)
    if let gate = settings.gate {
      observers = ObserverList([gate.limiting(mailbox)] + settings.observers)
    }
    let drain = Drain(
      feedbacks: feedbacks, observers: observers.map { Uncounted(retaining: $0) },
      current: CurrentTransition(moment), sink: EffectSink(mailbox),
      engine: Engine(
        records.all, collections: records.collections, hasRepeats: !blueprint.repeats.isEmpty),
      feedbacksNeedPrevious: records.needPrevious, hasQueues: records.hasQueues,
      keepsPrevious: records.needPrevious || observers?.keepsPrevious == true)
    self.init(context, drain)
  }

  /// The list of the inbox; `nil` if the mailbox has no bound and nobody needs the times of events.
  private static func list(
    _ blueprint: Blueprint, _ runtime: any SpinRuntime, _ settings: RunSettings, hasHome: Bool
  ) -> InboxList? {
    let keepsNotes = settings.watching?.monitors.contains { $0.needsNotes } ?? false
    let keepsTimes = keepsNotes || !blueprint.repeats.isEmpty
    guard settings.rehearsal == nil, keepsTimes || settings.mailbox != nil else { return nil }
    return InboxList(
      settings.mailbox, timedBy: runtime.scheduler, keepsTimes: keepsTimes, keepsNotes: keepsNotes,
      isPassable: runtime.runsTurnsAtOnce && !hasHome, blueprint.reducer.types.event)
  }

  /// The function that reduces an event: the reducers of the spin and of its parts, called by the host if
  /// there is one.
  private static func reducer(
    _ blueprint: Blueprint, _ scopes: ScopeRun?, _ host: (any LoopHost)?
  ) -> @Sendable (StatePlace, EventPlace) -> Void {
    // NB: not by `??`, which is generic and would wrap the closure in another.
    let body: @Sendable (StatePlace, EventPlace) -> Void
    if let scopes { body = scopes.composedReducer } else { body = blueprint.reducer.body }
    guard let host else { return body }
    return { host.reduce($0, $1, by: body) }
  }
}
