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
}

extension RunContext {
  /// The monitors; `nil` in most runs.
  var monitors: LoopMonitors? { extras?.monitors }
  var host: (any LoopHost)? { extras?.host }
  var rehearsal: LoopRehearsal? { extras?.rehearsal }
  var gate: OutputGate? { extras?.gate }
  var meter: RunawayMeter? { extras?.meter }
  var repeats: [RepeatFilter] { extras?.repeats ?? [] }
  var seed: UInt64? { extras?.seed }
  var frameRate: Int { extras?.frameRate ?? FrameTimes.standardRate }
}
