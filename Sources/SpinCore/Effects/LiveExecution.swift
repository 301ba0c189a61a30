/// An execution whose work was started.
struct LiveExecution: Sendable {
  let tag: EntryTag
  var parts = OneOrMore<ExecutionPart>()
  /// Its callbacks, which are cancelled even if they finish by themselves, to clean up.
  var registrations = OneOrMore<CallbackRegistration>()
  /// How many entries of `registrations` have ended.
  var endedRegistrations: UInt32 = 0
  /// Whether time passes before some of its events; known only if the run has an alarm, see
  /// ``RunawayMeter``.
  var isTimed: Bool {
    get { marks & Self.timed != 0 }
    set { marks = newValue ? marks | Self.timed : marks & ~Self.timed }
  }
  /// ``isTimed``, and the low bits of the number of the transition in whose step it was described.
  ///
  /// NB: together, so that an execution has no more bytes to copy.
  private var marks: UInt32

  private static var timed: UInt32 { 1 << 31 }

  init(_ tag: EntryTag, since number: Int) {
    self.tag = tag
    marks = UInt32(truncatingIfNeeded: number) & ~Self.timed
  }

  /// The number of the transition in whose step it was described, which is not after another one.
  func since(before newest: Int) -> Int {
    newest - Int((UInt32(truncatingIfNeeded: newest) &- marks) & ~Self.timed)
  }

  /// Notes that callbacks have ended.
  ///
  /// - Complexity: O(1) for each callback, amortised, because ended callbacks are removed together
  ///   when they are half of all.
  mutating func registrationsEnded(_ count: Int) {
    endedRegistrations &+= UInt32(truncatingIfNeeded: count)
    if Int(endedRegistrations) * 2 < registrations.count { return }
    endedRegistrations = 0
    registrations.removeAll(where: \.hasEnded)
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

  /// The time at which it is due next.
  func next(after now: Duration) -> Duration {
    let late = now.subtractingClamped(deadline)
    guard purpose == .period, late >= .zero else { return deadline }
    let gone = Duration(attoseconds: late.attoseconds % alarm.delay.attoseconds)
    return now.addingClamped(alarm.delay.subtractingClamped(gone))
  }
}
