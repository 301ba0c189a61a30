/// The settings that few runs have: an object, so that they cost the other runs a word.
@usableFromInline
final class RunExtras<State: Sendable, Event: Sendable>: Sendable {
  @usableFromInline let trace: (@Sendable (LoopTrace<Event>) -> Void)?
  @usableFromInline let stateSink: StateSink<State, Event>?
  @usableFromInline let runaway: RunawayAlarm<Event>?
  @usableFromInline let seed: UInt64?
  @usableFromInline let frameRate: Int

  @usableFromInline
  init(_ options: RunOptions<State, Event>) {
    trace = options.trace
    stateSink = options.stateSink
    runaway = options.runaway
    seed = options.seed
    frameRate = options.frameRate
  }
}

extension RunOptions {
  /// The number of events per second of ``Effect/frames(_:)``, unless a run is shown.
  @usableFromInline static var standardFrameRate: Int { 60 }

  /// Whether a setting differs from that of most runs.
  @inlinable var hasExtras: Bool {
    trace != nil || stateSink != nil || runaway != nil || seed != nil
      || frameRate != Self.standardFrameRate
  }
}

extension RunContext {
  @inlinable var trace: (@Sendable (LoopTrace<Event>) -> Void)? { extras?.trace }
  @inlinable var stateSink: StateSink<State, Event>? { extras?.stateSink }
  @inlinable var runaway: RunawayAlarm<Event>? { extras?.runaway }
  @inlinable var seed: UInt64? { extras?.seed }
  @inlinable var frameRate: Int { extras?.frameRate ?? RunOptions<State, Event>.standardFrameRate }
}
