/// An execution of a described effect, or a branch of one.
struct LiveExecution: Sendable {
  let tag: EntryTag
  /// What carries out its work.
  ///
  /// A callback is the only part of its execution or branch.
  var parts = OneOrMore<ExecutionPart>()
  /// The number of the transition in whose step it was described; 0 for a branch.
  let since: Int
  /// Whether time passes before some of its events; known only if the run has an alarm, see
  /// ``RunawayMeter``.
  var isTimed = false

  /// Whether some of its work waits until its step is durable.
  var isGated: Bool { parts.contains { $0.isGated } }

  init(_ tag: EntryTag, since number: Int) {
    self.tag = tag
    since = number
  }
}

/// An alarm of an execution.
struct LiveAlarm: Sendable {
  private let alarm: AlarmFact
  /// The time by the loop's scheduler at which it is due for the first time.
  private let deadline: Duration

  init(_ alarm: AlarmFact, from now: Duration) {
    self.alarm = alarm
    deadline = now.addingClamped(alarm.delay)
  }

  var purpose: AlarmFact.Purpose { alarm.purpose }

  /// The time at which it is due next; for frames, the first time.
  func next(after now: Duration) -> Duration {
    let late = now.subtractingClamped(deadline)
    guard purpose == .period, late >= .zero else { return deadline }
    let gone = Duration(attoseconds: late.attoseconds % alarm.delay.attoseconds)
    return now.addingClamped(alarm.delay.subtractingClamped(gone))
  }
}
