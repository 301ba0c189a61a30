/// The settings and filters that few runs have: an object, so that they cost the other runs a word.
@usableFromInline
final class RunExtras<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let trace: (@Sendable (LoopTrace<Event>) -> Void)?
  @usableFromInline let stateSink: StateSink<State, Event>?
  @usableFromInline let runaway: RunawayAlarm<Event>?
  /// Counts the events that the loop causes by itself, if the run has an alarm for them.
  @usableFromInline @safe nonisolated(unsafe) let meter: RunawayMeter<Event>?
  // Guard: the owner of the drain.
  /// The filters that drop repeated events, in written order.
  @usableFromInline @safe nonisolated(unsafe) let repeats: [RepeatFilter<State, Event>]
  // Guard: the owner of the drain.
  /// Whether each event is metered when it is taken, because no filter drops it later.
  @usableFromInline let metersTaken: Bool
  @usableFromInline let seed: UInt64?
  @usableFromInline let frameRate: Int
  @usableFromInline let sliceTime: SliceTime?

  @usableFromInline
  init(_ options: RunOptions<State, Event>, repeats: [RepeatFilter<State, Event>]) {
    trace = options.trace
    stateSink = options.stateSink
    runaway = options.runaway
    meter = options.runaway.map { RunawayMeter(limit: $0.limit) }
    self.repeats = repeats
    metersTaken = meter != nil && repeats.isEmpty
    seed = options.seed
    frameRate = options.frameRate
    sliceTime = options.sliceTime
  }
}

extension RunOptions {
  /// The number of events per second of ``Effect/frames(_:)``, unless a run is shown.
  @usableFromInline static var standardFrameRate: Int { 60 }

  /// Whether a setting differs from that of most runs.
  @inlinable var hasExtras: Bool {
    trace != nil || stateSink != nil || runaway != nil || seed != nil
      || frameRate != Self.standardFrameRate || sliceTime != nil
  }
}

extension RunContext {
  @inlinable var trace: (@Sendable (LoopTrace<Event>) -> Void)? { extras?.trace }
  @inlinable var stateSink: StateSink<State, Event>? { extras?.stateSink }
  @inlinable var runaway: RunawayAlarm<Event>? { extras?.runaway }
  @inlinable var meter: RunawayMeter<Event>? { extras?.meter }
  @inlinable var repeats: [RepeatFilter<State, Event>] { extras?.repeats ?? [] }
  @inlinable var seed: UInt64? { extras?.seed }
  @inlinable var frameRate: Int { extras?.frameRate ?? RunOptions<State, Event>.standardFrameRate }
}
