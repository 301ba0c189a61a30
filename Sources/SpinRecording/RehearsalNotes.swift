internal import SpinCore

/// What a rehearsal learns from the monitor of its loop.
///
/// *Isolation*: belongs to the thread that rehearses.
// Guard: that thread, for all variables.
final class RehearsalNotes<State: Sendable, Event: Sendable>: Sendable {
  @safe nonisolated(unsafe) var names: [String] = []
  /// How many events of each feedback the loop of the log had posted to itself, and had not taken.
  @safe nonisolated(unsafe) var expected: [String: Int] = [:]
  /// The feedbacks of which an effect has waited for the one before it.
  @safe nonisolated(unsafe) var queues: Set<String> = []
  /// The entry of the step, with its effects.
  @safe nonisolated(unsafe) var entry: RunLog<State, Event>.Entry?
  /// The event of the step, if the spin has described it.
  @safe nonisolated(unsafe) var described: Event?
  /// The executions and stages that have started, and the held starts, by their words.
  @safe nonisolated(unsafe) var tags: [RunSender: EntryTag] = [:]
  @safe nonisolated(unsafe) var senders: [UInt64: RunSender] = [:]
  /// The events of alarms.
  @safe nonisolated(unsafe) var planned: [UInt64: Event] = [:]

  func note(
    _ told: borrowing MonitoredFact<State, Event>, _ recorder: RunRecorder<State, Event>
  ) {
    recorder.note(told) { line in
      switch line {
      case .entry(let new): entry = new
      case .effect(let effect): entry?.effects.append(effect)
      case .cancelled(let execution): entry?.cancelled.append(execution)
      case .end: break
      }
    }
    switch told.fact {
    case .described(let feedback, .waits): queues.insert(FeedbackName("\(feedback)").base)
    case .started(let effect): add(effect, recorder)
    case .alarmSet(let effect, let alarm):
      if alarm.purpose == .throttle { add(effect, recorder) }
    default: break
    }
  }

  private func add(_ effect: EffectFact, _ recorder: RunRecorder<State, Event>) {
    let (sender, serial) = (recorder.sender(effect), effect.stage ?? effect.execution)
    tags[sender] = EntryTag(.delivered, feedback: effect.feedback.index, serial: serial)
    senders[serial] = sender
  }
}
