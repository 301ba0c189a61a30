/// The settings and filters that few runs have: an object, so that the other runs pay only a word for them.
final class RunExtras: Sendable {
  let monitors: LoopMonitors?
  let host: (any LoopHost)?
  let rehearsal: LoopRehearsal?
  let gate: OutputGate?
  /// Counts the events that the loop causes by itself, if the run has an alarm for them.
  @safe nonisolated(unsafe) let meter: RunawayMeter?
  // Guard: the owner of the drain.
  /// The filters that drop repeated events, in written order.
  @safe nonisolated(unsafe) let repeats: [RepeatFilter]
  // Guard: the owner of the drain.
  /// Whether each event is metered when it is taken, because no filter drops it later.
  let metersTaken: Bool
  let seed: UInt64?
  let frameRate: Int
  let sliceTime: SliceTime?

  init(
    _ settings: RunSettings, _ monitors: LoopMonitors?, seed: UInt64?, repeats: [RepeatFilter]
  ) {
    self.monitors = monitors
    host = settings.host
    rehearsal = settings.rehearsal
    gate = settings.gate
    meter = settings.runaway.map { RunawayMeter($0) }
    self.repeats = repeats
    metersTaken = meter != nil && repeats.isEmpty
    self.seed = seed
    frameRate = settings.frameRate
    sliceTime = settings.sliceTime
  }
}

/// The settings of a run, for code that does not know its types.
struct RunSettings {
  let observers: [ObserverEntry]
  let watching: Watching?
  let onDrop: DropReport?
  let mailbox: MailboxRule?
  let runaway: RunawayRule?
  let seed: UInt64?
  let frameRate: Int
  let sliceTime: SliceTime?
  let probe: (@Sendable (LoopFact) -> Void)?
  let host: (any LoopHost)?
  let rehearsal: LoopRehearsal?
  let gate: OutputGate?

  var isMonitored: Bool { watching.map { !$0.monitors.isEmpty } ?? false }

  /// Whether a setting differs from that of most runs.
  var hasExtras: Bool {
    isMonitored || probe != nil || host != nil || rehearsal != nil || gate != nil || runaway != nil
      || seed != nil || frameRate != FrameTimes.standardRate || sliceTime != nil
  }
}
