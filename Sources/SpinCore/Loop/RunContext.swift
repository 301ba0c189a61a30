/// The part of a loop that does not change while it runs.
///
/// The loop lends it to the functions of the drain, which know nothing else of the loop.
///
/// NB: a stored property of the loop, so that a loop is one object. It contains a lock and atomics,
/// so it has an address and is lent by it.
struct RunContext: ~Copyable, Sendable {
  let reducer: @Sendable (StatePlace, EventPlace) -> Void
  let cell: StateCell
  /// NB: behind the cell, whose size leaves room for it.
  let runsTurnsAtOnce: Bool
  let mailbox: Mailbox
  let extras: RunExtras?
  let runtime: any SpinRuntime
  let blueprint: Blueprint
  @safe nonisolated(unsafe) let scopes: ScopeRun?
  // Guard: the owner of the drain.

  init(
    _ blueprint: Blueprint, _ state: StatePlace, _ runtime: any SpinRuntime,
    _ settings: RunSettings, _ scopes: ScopeRun?
  ) {
    let events = blueprint.reducer.types.event
    let keepsTimes = !blueprint.repeats.isEmpty
    let isMonitored = settings.isMonitored
    let keepsNotes = settings.watching?.monitors.contains { $0.needsNotes } ?? false
    let list =
      keepsTimes || keepsNotes || settings.mailbox != nil
      ? InboxList(
        settings.mailbox, timedBy: keepsTimes || keepsNotes ? runtime.scheduler : nil,
        keepsNotes: keepsNotes, events) : nil
    // NB: not by initialisers that fail, which would allocate and free an object in each loop.
    let monitors =
      isMonitored || settings.probe != nil
      ? LoopMonitors(settings, blueprint, runtime.scheduler, list) : nil
    mailbox = Mailbox(
      events, names: blueprint.names,
      onDrop: isMonitored ? monitors?.report(and: settings.onDrop) : settings.onDrop, list: list,
      hasHome: runtime.isIsolatingCurrentContext() != nil)
    // NB: not by `??`, which is generic and would wrap the closure in another.
    let body: @Sendable (StatePlace, EventPlace) -> Void
    if let scopes { body = scopes.composedReducer } else { body = blueprint.reducer.body }
    if let host = settings.host {
      reducer = { host.reduce($0, $1, by: body) }
    } else {
      reducer = body
    }
    cell = StateCell(state)
    extras =
      settings.hasExtras || keepsTimes
      ? RunExtras(
        settings, monitors,
        repeats: blueprint.repeats.map { $0 { (scopes?.nodes ?? [])[$0] } })
      : nil
    self.runtime = runtime
    runsTurnsAtOnce = runtime.runsTurnsAtOnce
    self.blueprint = blueprint
    self.scopes = scopes
  }
}

extension RunContext {
  /// Those who are told all facts; `nil` in most runs.
  var monitors: LoopMonitors? { extras?.monitors }
  var host: (any LoopHost)? { extras?.host }
  var meter: RunawayMeter? { extras?.meter }
  var repeats: [RepeatFilter] { extras?.repeats ?? [] }
  var seed: UInt64? { extras?.seed }
  var frameRate: Int { extras?.frameRate ?? FrameTimes.standardRate }
}
